package review

import (
	"encoding/json"
	"fmt"
	"math"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/notation"
)

// ReportVersion is the version of Report. Stored reports of other versions are ignored.
const ReportVersion = 3

// Report is the finished review of a game. All scores and chances are White's.
type Report struct {
	Format int           `json:"format"`
	Level  Level         `json:"level" enum:"quick,thorough"`
	Nodes  int64         `json:"nodes"`  // searched in all
	Points []Point       `json:"points"` // the position before the first move, and after each
	Moves  []Move        `json:"moves"`
	White  PlayerSummary `json:"white"`
	Black  PlayerSummary `json:"black"`
}

// Point is the evaluation of a position, for White.
type Point struct {
	CP     *int     `json:"cp,omitempty"`   // centipawns
	Mate   *int     `json:"mate,omitempty"` // moves to a forced mate, negative if Black mates
	Chance float64  `json:"chance"`         // expected points of White, 0 to 1
	Over   bool     `json:"over,omitempty"` // the game is over by its rules
	PV     []string `json:"pv"`             // in UCI; empty if the game is over
	SAN    []string `json:"san"`            // the same
}

// Move is the judgment of a move.
type Move struct {
	Ply      int     `json:"ply"`    // from 1
	Number   int     `json:"number"` // of the full move
	Color    string  `json:"color" enum:"white,black"`
	SAN      string  `json:"san"`
	Best     bool    `json:"best,omitempty"`   // the engine's choice
	Loss     float64 `json:"loss"`             // of winning chances, 0 to 1
	Accuracy float64 `json:"accuracy"`         // 0 to 100
	NAG      int     `json:"nag,omitempty"`    // 6 inaccuracy, 2 mistake, 4 blunder
	Missed   int     `json:"missed,omitempty"` // the mate in so many moves that the player missed
}

// PlayerSummary sums up the moves of a player.
type PlayerSummary struct {
	Moves        int      `json:"moves"`
	Accuracy     *float64 `json:"accuracy,omitempty"` // 0 to 100; none without moves
	Loss         int      `json:"loss"`               // centipawns a move, on average
	Inaccuracies int      `json:"inaccuracies"`
	Mistakes     int      `json:"mistakes"`
	Blunders     int      `json:"blunders"`
	Missed       int      `json:"missed"` // mates
}

// decodeReport decodes a stored report; nil: there is none, or none of this version.
func decodeReport(text []byte) *Report {
	var r Report
	if len(text) == 0 || json.Unmarshal(text, &r) != nil {
		return nil
	}
	if r.Format != ReportVersion {
		return nil
	}
	return &r
}

// maxLossCP bounds evaluations in the average loss, in centipawns.
const maxLossCP = 1000

// NewReport makes the report of a game from the evaluations of all its positions. It
// fails if a move is illegal.
func NewReport(g notation.Line, l Level, lookup livegame.Lookup, found []Evaluation) (Report, error) {
	start, moves, err := g.Parse(lookup)
	if err != nil {
		return Report{}, err
	}
	if len(found) != len(moves)+1 {
		return Report{}, fmt.Errorf("%d of %d positions have an evaluation", len(found), len(moves)+1)
	}
	r := Report{Format: ReportVersion, Level: l, Points: make([]Point, 0, len(found)), Moves: make([]Move, 0, len(moves))}
	sums := [2]*colorTotals{{summary: &r.White}, {summary: &r.Black}}
	at := start.Clone()
	for i, f := range found {
		r.Points = append(r.Points, point(at, f))
		r.Nodes += f.Nodes
		if i == len(moves) {
			break
		}
		color := at.Turn()
		m := JudgeMove(f, found[i+1], at.UCI(moves[i]))
		m.Ply, m.Number, m.Color, m.SAN = i+1, at.Fullmove(), colorNames[color], notation.SAN(at, moves[i])
		sums[color].add(m, centipawns(f.Score)-centipawns(-found[i+1].Score))
		r.Moves = append(r.Moves, m)
		at.Make(moves[i])
	}
	chances := make([]float64, len(r.Points))
	for i, p := range r.Points {
		chances[i] = p.Chance
	}
	for color, s := range sums {
		s.finish(GameAccuracy(r.Moves, chances, colorNames[color]))
	}
	return r, nil
}

// point converts an evaluation.
func point(p game.Position, f Evaluation) Point {
	black := p.Turn() == game.Black
	out := Point{Chance: WinningChances(f.Score), Over: f.Over, PV: []string{}, SAN: []string{}}
	if black {
		out.Chance = 1 - out.Chance
	}
	out.Chance = rounded(out.Chance, 1e4)
	if !f.Over {
		s := ScoreOf(f.Score, black)
		out.CP, out.Mate = s.CP, s.Mate
	}
	at := p.Clone()
	for _, text := range f.PV {
		ms := notation.NewMoves(at)
		m, err := ms.ParseUCI(text)
		if err != nil {
			break
		}
		out.PV, out.SAN = append(out.PV, text), append(out.SAN, ms.SAN(m))
		at.Make(m)
	}
	return out
}

// JudgeMove judges the move, in UCI, that leads from one evaluation to the next. The
// caller fills in which move it is.
func JudgeMove(before, after Evaluation, text string) Move {
	m := Move{Best: before.bestMove() == text, Accuracy: 100}
	if m.Best || before.bestMove() == "" { // no better move is known
		return m
	}
	if lost := chanceLoss(before, after); !before.SlowerMate {
		m.Loss, m.Accuracy, m.NAG = rounded(lost, 1e4), rounded(Accuracy(lost), 10), markFor(before, after)
	}
	if missedMate(before, after) {
		m.Missed = *ScoreOf(before.Score, false).Mate
	}
	return m
}

var colorNames = [2]string{game.White: "white", game.Black: "black"}

// colorTotals adds up the moves of a player.
type colorTotals struct {
	summary    *PlayerSummary
	centipawns int
}

func (t *colorTotals) add(m Move, cp int) {
	a := t.summary
	a.Moves++
	if !m.Best {
		t.centipawns += max(cp, 0)
	}
	switch m.NAG {
	case Inaccuracy:
		a.Inaccuracies++
	case Mistake:
		a.Mistakes++
	case Blunder:
		a.Blunders++
	}
	if m.Missed > 0 {
		a.Missed++
	}
}

func (t *colorTotals) finish(accuracy float64) {
	if n := float64(t.summary.Moves); n > 0 {
		accuracy = rounded(accuracy, 10)
		t.summary.Accuracy = &accuracy
		t.summary.Loss = int(math.Round(float64(t.centipawns) / n))
	}
}

// centipawns returns a score within maxLossCP.
func centipawns(s engine.Score) int { return int(min(max(s, -maxLossCP), maxLossCP)) }

// rounded rounds to a fraction, so that all machines agree.
func rounded(v, parts float64) float64 { return math.Round(v*parts) / parts }
