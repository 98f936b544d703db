package review

import (
	"context"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
)

// PVPlies is how long a better line is, at most.
const PVPlies = 8

// secondLookFactor is how many times longer than at first the engine looks at a move before
// it blames it.
const secondLookFactor = 3

// mateSlack is how many moves later than it could have come a mate may be that is
// looked for after the move that was played.
const mateSlack = 2

// Effort is how hard to look at each position.
type Effort struct {
	Limits engine.Limits
	// Mate is the length in moves up to which each mate is to be found for certain,
	// as far as MateNodes positions suffice for that; 0: none is looked for.
	Mate      int
	MateNodes uint64
}

// NewEffort is an effort within such limits for each position, with a look for the
// mates that a quick review finds.
func NewEffort(l engine.Limits) Effort {
	h := Effort{Limits: l}
	if l.Mate == 0 {
		h.Mate, h.MateNodes = Quick.Effort().Mate, Quick.Effort().MateNodes
	}
	return h
}

// Evaluation is what an engine thinks of one position of a game.
type Evaluation struct {
	// Score is from the view of the side to move.
	Score game.Score `json:"s"`
	// PV is what the engine would play, in UCI.
	PV []string `json:"l,omitempty"`
	// Over says that the game has ended here by its rules; there is no Line, and
	// Score is a mate or 0.
	Over bool `json:"o,omitempty"`
	// SlowerMate says that a mate is forced, and that the move that was played forces
	// one too, if a later one.
	SlowerMate bool  `json:"m,omitempty"`
	Nodes      int64 `json:"n,omitempty"` // positions visited
}

// bestMove is the move that the engine would play; "" if there is none.
func (f Evaluation) bestMove() string {
	if len(f.PV) == 0 {
		return ""
	}
	return f.PV[0]
}

// Part is a part of a game to look at.
type Part struct {
	Start game.Position // where the game began
	Moves []game.Move   // all that were played
	// From and To say which positions: those after From to To−1 of the moves.
	From, To int
	// Next is what was found of the position after To moves, nil if To is beyond
	// the last or that is not known.
	Next *Evaluation
}

// Analyze evaluates positions of a game, the last first, and returns what it found in
// the order of the game. What the engine remembers of other games is forgotten.
// Step, if not nil, is called after each position. Slack, if not nil, may be
// called at any time and delay the work.
//
// The error is the context's if that ends, or the engine's.
func Analyze(ctx context.Context, e engine.Engine, h Effort, p Part, step, slack func()) ([]Evaluation, error) {
	e.Reset()
	w := analysis{ctx: ctx, engine: e, Effort: h, yieldFunc: slack}
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

// analysis is the work of one Look.
type analysis struct {
	ctx    context.Context
	engine engine.Engine
	Effort
	yieldFunc func()
}

// position looks at one position, in which a move was played, or none. After is
// what was found of the position that the move led to, if that is known.
func (w *analysis) position(p game.Position, played game.Move, after *Evaluation) (Evaluation, error) {
	if o := p.Outcome(); o.Over() {
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
	if MarkOf(chanceLoss(f, *after)) > 0 || missedMate(f, *after) {
		if f, err = w.secondLook(p, f); err != nil || f.bestMove() == text {
			return f, err
		}
	}
	if missedMate(f, *after) {
		err = w.checkSlowerMate(p, played, &f)
	}
	return f, err
}

// firstLook looks for a mate, and if there is none, for whatever is best.
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

// secondLook looks once more and longer. A mate that was seen once is not forgotten.
func (w *analysis) secondLook(p game.Position, first Evaluation) (Evaluation, error) {
	f, err := w.searchMore(p, first, w.longerLimits())
	if mateFor(first.Score) && f.Score < first.Score {
		f.Score, f.PV = first.Score, first.PV
	}
	return f, err
}

// checkSlowerMate finds out whether the move that was played forces a mate as well, where
// there is a shorter one.
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

// longerLimits are the limits of a second look.
func (w *analysis) longerLimits() engine.Limits {
	l := w.Limits
	l.Nodes *= secondLookFactor
	return l
}

// searchMore searches in addition to what was done before.
func (w *analysis) searchMore(p game.Position, before Evaluation, l engine.Limits) (Evaluation, error) {
	f, err := w.search(p, l)
	f.Nodes += before.Nodes
	return f, err
}

// search asks the engine.
func (w *analysis) search(p game.Position, l engine.Limits) (Evaluation, error) {
	w.yield()
	info, err := w.engine.Search(w.ctx, p, l, func(engine.Info) { w.yield() })
	if err == nil {
		err = w.ctx.Err() // what a search that was cut short thinks counts for nothing
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

// terminalEvaluation is what is to be said of a position in which the game has ended.
func terminalEvaluation(o game.Outcome, turn game.Color) Evaluation {
	f := Evaluation{Over: true}
	switch o.Result {
	case game.WinFor(turn):
		f.Score = game.Mate
	case game.WinFor(turn.Other()):
		f.Score = -game.Mate
	}
	return f
}

// chanceLoss is how much of Chance the move lost that led from one position to the next.
func chanceLoss(before, after Evaluation) float64 {
	return max(0, WinningChances(before.Score)-WinningChances(-after.Score))
}

// missedMate reports whether the side to move had a forced mate and has none after its
// move.
func missedMate(before, after Evaluation) bool {
	return !before.Over && mateFor(before.Score) && !mateFor(-after.Score) && !before.SlowerMate
}
