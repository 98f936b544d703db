package review

import (
	"context"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
)

// PVPlies is the length of a principal variation, at most.
const PVPlies = 8

// secondLookFactor is how many times longer the engine searches a second time before it
// marks a move.
const secondLookFactor = 3

// mateSlack is how many moves later the mate of the played move may come.
const mateSlack = 2

// Effort is how deeply to analyze a position.
type Effort struct {
	Limits engine.Limits
	// Mate is the length in moves of mates to search for, with MateNodes nodes; 0: no
	// such search.
	Mate      int
	MateNodes uint64
}

// NewEffort returns an effort with these limits for each position, and the mate search
// of a quick review.
func NewEffort(l engine.Limits) Effort {
	h := Effort{Limits: l}
	if l.Mate == 0 {
		h.Mate, h.MateNodes = Quick.Effort().Mate, Quick.Effort().MateNodes
	}
	return h
}

// Evaluation is an engine's result for a position of a game.
type Evaluation struct {
	// Score is that of the side to move.
	Score engine.Score `json:"s"`
	// PV is the principal variation, in UCI.
	PV []string `json:"l,omitempty"`
	// Over says that the game is over by its rules; there is no PV, and Score is a mate
	// or 0.
	Over bool `json:"o,omitempty"`
	// SlowerMate says that a mate is forced, and that the played move forces a later one.
	SlowerMate bool  `json:"m,omitempty"`
	Nodes      int64 `json:"n,omitempty"` // searched
}

// bestMove returns the first move of the PV, or "".
func (f Evaluation) bestMove() string {
	if len(f.PV) == 0 {
		return ""
	}
	return f.PV[0]
}

// Part is a part of a game.
type Part struct {
	Start game.Position // of the game
	Moves []game.Move   // of the whole game
	// From and To select the positions after From to To−1 moves.
	From, To int
	// Next is the evaluation of the position after To moves; nil: none or unknown.
	Next *Evaluation
}

// Analyze evaluates positions of a game, the last first, and returns the evaluations in
// the order of the game. It resets the engine. It calls step, if not nil, after each
// position, and yield, if not nil, at any time, which may block.
//
// The error is the context's or the engine's.
func Analyze(ctx context.Context, e engine.Engine, h Effort, p Part, step, yield func()) ([]Evaluation, error) {
	e.Reset()
	w := analysis{ctx: ctx, engine: e, Effort: h, yieldFunc: yield}
	at := p.Start.Clone()
	for _, m := range p.Moves[:p.To-1] {
		at.Make(m)
	}
	found := make([]Evaluation, p.To-p.From)
	after := p.Next
	for ply := p.To - 1; ply >= p.From; ply-- {
		played := game.NoMove
		if ply < len(p.Moves) {
			played = p.Moves[ply]
		}
		f, err := w.position(at, played, after)
		if err != nil {
			return nil, err
		}
		found[ply-p.From] = f
		after = &found[ply-p.From]
		if step != nil {
			step()
		}
		if ply > p.From {
			at.Unmake()
		}
	}
	return found, nil
}

// analysis is one call of Analyze.
type analysis struct {
	ctx    context.Context
	engine engine.Engine
	Effort
	yieldFunc func()
}

// position evaluates a position, in which a move was played, or none. Next is the
// evaluation of the position after the move, if known.
func (w *analysis) position(p game.Position, played game.Move, after *Evaluation) (Evaluation, error) {
	// A game of a file may go on after an automatic draw.
	if o := p.Outcome(); o.Over() && played == game.NoMove {
		return terminalEvaluation(o, p.Turn()), nil
	}
	f, err := w.firstLook(p)
	if err != nil || after == nil || played == game.NoMove {
		return f, err
	}
	text := p.UCI(played)
	if f.bestMove() == text {
		return f, nil
	}
	if markFor(f, *after) > 0 || missedMate(f, *after) {
		if f, err = w.secondLook(p, f); err != nil || f.bestMove() == text {
			return f, err
		}
	}
	if missedMate(f, *after) {
		err = w.checkSlowerMate(p, played, &f)
	}
	return f, err
}

// firstLook searches for a mate, then for the best move.
func (w *analysis) firstLook(p game.Position) (Evaluation, error) {
	var f Evaluation
	if w.Mate > 0 {
		var err error
		f, err = w.search(p, engine.Limits{Mate: w.Mate, Nodes: w.MateNodes})
		if err != nil || mateFor(f.Score) {
			return f, err
		}
	}
	return w.searchMore(p, f, w.Limits)
}

// secondLook searches again and longer. It keeps a mate that the first search found.
func (w *analysis) secondLook(p game.Position, first Evaluation) (Evaluation, error) {
	f, err := w.searchMore(p, first, w.longerLimits())
	if mateFor(first.Score) && f.Score < first.Score {
		f.Score, f.PV = first.Score, first.PV
	}
	return f, err
}

// checkSlowerMate finds out whether the played move forces a mate too, where there is a
// shorter one.
func (w *analysis) checkSlowerMate(p game.Position, played game.Move, f *Evaluation) error {
	l := w.longerLimits()
	mate := engine.Limits{Nodes: l.Nodes, Mate: *ScoreOf(f.Score, false).Mate + mateSlack}
	if mate.Nodes == 0 {
		mate.Nodes = w.MateNodes
	}
	for _, l := range []engine.Limits{l, mate} {
		l.SearchMoves = []game.Move{played}
		own, err := w.searchMore(p, *f, l)
		if err != nil {
			return err
		}
		f.Nodes = own.Nodes
		if f.SlowerMate = mateFor(own.Score); f.SlowerMate {
			break
		}
	}
	return nil
}

// longerLimits returns the limits of a second search.
func (w *analysis) longerLimits() engine.Limits {
	l := w.Limits
	l.Nodes *= secondLookFactor
	return l
}

// search searches with the engine.
func (w *analysis) searchMore(p game.Position, before Evaluation, l engine.Limits) (Evaluation, error) {
	f, err := w.search(p, l)
	f.Nodes += before.Nodes
	return f, err
}

// search asks the engine.
func (w *analysis) search(p game.Position, l engine.Limits) (Evaluation, error) {
	w.yield()
	info, err := w.engine.Search(w.ctx, p, l, func(engine.Report) { w.yield() })
	if err == nil {
		err = w.ctx.Err() // the result of an interrupted search is useless
	}
	if err != nil {
		return Evaluation{}, err
	}
	line, _ := notation.MoveTexts(p, info.PV[:min(len(info.PV), PVPlies)])
	return Evaluation{Score: info.Score, PV: line, Nodes: int64(info.Nodes)}, nil //nolint:gosec // no search is that long
}

func (w *analysis) yield() {
	if w.yieldFunc != nil {
		w.yieldFunc()
	}
}

// terminalEvaluation is the evaluation of a position in which the game is over.
func terminalEvaluation(o game.Outcome, turn game.Color) Evaluation {
	f := Evaluation{Over: true}
	switch o.Result {
	case game.WinFor(turn):
		f.Score = engine.Mate
	case game.WinFor(turn.Other()):
		f.Score = -engine.Mate
	}
	return f
}

// chanceLoss returns how many winning chances a move lost.
func chanceLoss(before, after Evaluation) float64 {
	return max(0, WinningChances(before.Score)-WinningChances(-after.Score))
}

// markFor returns the mark of a move that is not the engine's own, or 0.
func markFor(before, after Evaluation) int {
	return worse(MarkOf(chanceLoss(before, after)), walkMark(before.Score, -after.Score))
}

// missedMate reports whether a player had a forced mate and has none after the move.
func missedMate(before, after Evaluation) bool {
	return !before.Over && mateFor(before.Score) && !mateFor(-after.Score) && !before.SlowerMate
}
