package analysis

import (
	"fmt"
	"io"
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/tablebase"
)

// ProbeReport is the tablebase result of a position and of all its moves, as JSON.
// Results are for the side to move, distances in plies to the mate.
type ProbeReport struct {
	FEN    string      `json:"fen"`
	Result string      `json:"result"` // "win", "draw" or "loss"
	Plies  int         `json:"plies"`  // 0 in a draw
	Moves  []ProbeMove `json:"moves"`  // best first

	p game.Position
	r tablebase.Result
}

// ProbeMove is a move with its result for the color that plays it.
type ProbeMove struct {
	Move   string `json:"move"` // in UCI notation
	SAN    string `json:"san"`
	Result string `json:"result"`
	Plies  int    `json:"plies"` // to the mate, including the move

	outcome game.WDL
}

// NewProbeReport looks up a position. The errors are those of tablebase.Tables.Probe.
func NewProbeReport(t *tablebase.Tables, p game.Position) (*ProbeReport, error) {
	r, err := t.Probe(p)
	if err != nil {
		return nil, err
	}
	moves, err := t.Moves(p)
	if err != nil {
		return nil, err
	}
	e := &ProbeReport{FEN: p.String(), Result: r.Outcome.String(), Plies: r.DTM, Moves: []ProbeMove{}, p: p.Clone(), r: r}
	names := notation.NewMoves(p)
	for _, m := range moves {
		e.Moves = append(e.Moves, ProbeMove{
			Move: p.UCI(m.Move), SAN: names.SAN(m.Move), Result: m.Result.Outcome.String(), Plies: m.Result.DTM,
			outcome: m.Result.Outcome,
		})
	}
	return e, nil
}

// groups are the headings of the moves.
var groups = []struct {
	title   string
	outcome game.WDL
}{{"winning", game.WDLWin}, {"drawing", game.WDLDraw}, {"losing", game.WDLLoss}}

// Write writes the result as text, with the result of every move: first the moves that
// win, quickest first, then those that draw, then those that lose.
func (e *ProbeReport) Write(w io.Writer) error {
	var b strings.Builder
	b.WriteString(verdict(e.p, e.r) + "\n" + warning(e.p, e.r))
	wide := 0
	for i := range e.Moves {
		wide = max(wide, len(e.Moves[i].SAN))
	}
	for _, g := range groups {
		title := g.title
		for i := range e.Moves {
			m := &e.Moves[i]
			if m.outcome != g.outcome {
				continue
			}
			line := fmt.Sprintf("  %-8s %-*s  %s", title, wide, m.SAN, distance(m.outcome, m.Plies))
			b.WriteString(strings.TrimRight(line, " ") + "\n")
			title = ""
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// warning returns a sentence if the fifty-move rule, which tablebases ignore, can end
// the game before the mate; else "".
func warning(p game.Position, r tablebase.Result) string {
	n := p.Halfmoves()
	if !r.Cursed(n) {
		return ""
	}
	return fmt.Sprintf("The tablebase ignores the fifty-move rule, which may draw first: %d of 100 plies are counted.\n",
		n)
}

// verdict returns the result as a sentence.
func verdict(p game.Position, r tablebase.Result) string {
	winner := p.Turn()
	switch {
	case r.Outcome == game.WDLDraw:
		return p.Turn().String() + " to move: a draw."
	case r.Outcome == game.WDLLoss && r.DTM == 0 && !p.InCheck():
		return p.Turn().String() + " has no legal move and loses."
	case r.Outcome == game.WDLLoss && r.DTM == 0:
		return p.Turn().String() + " is mated."
	case r.Outcome == game.WDLLoss:
		winner = winner.Other()
	}
	return fmt.Sprintf("%v to move: %v mates in %d (plies: %d).", p.Turn(), winner, (r.DTM+1)/2, r.DTM)
}

// distance returns the number of moves to the end after a move, for the color that
// plays it.
func distance(o game.WDL, plies int) string {
	switch {
	case o == game.WDLDraw:
		return ""
	case o == game.WDLWin && plies == 1:
		return "mate"
	case o == game.WDLWin:
		return fmt.Sprintf("mate in %d (plies: %d)", (plies+1)/2, plies)
	}
	return fmt.Sprintf("mated in %d (plies: %d)", plies/2, plies)
}
