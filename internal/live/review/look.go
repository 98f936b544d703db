package review

import (
	"context"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
)

// LinePlies is how long a better line is, at most.
const LinePlies = 8

// again is how many times longer than at first the engine looks at a move before
// it blames it.
const again = 3

// slower is how many moves later than it could have come a mate may be that is
// looked for after the move that was played.
const slower = 2

// Effort is how hard to look at each position.
type Effort struct {
	Limits engine.Limits
	// Mate is the length in moves up to which each mate is to be found for certain,
	// as far as MateNodes positions suffice for that; 0: none is looked for.
	Mate      int
	MateNodes uint64
}

// EffortOf is an effort within such limits for each position, with a look for the
// mates that a quick review finds.
func EffortOf(l engine.Limits) Effort {
	h := Effort{Limits: l}
	if l.Mate == 0 {
		h.Mate, h.MateNodes = Quick.Effort().Mate, Quick.Effort().MateNodes
	}
	return h
}

// Found is what an engine thinks of one position of a game.
type Found struct {
	// Score is from the view of the side to move.
	Score game.Score `json:"s"`
	// Line is what the engine would play, in engine form.
	Line []string `json:"l,omitempty"`
	// Over says that the game has ended here by its rules; there is no Line, and
	// Score is a mate or 0.
	Over bool `json:"o,omitempty"`
	// Slower says that a mate is forced, and that the move that was played forces
	// one too, if a later one.
	Slower bool  `json:"m,omitempty"`
	Nodes  int64 `json:"n,omitempty"` // positions visited
}

// best is the move that the engine would play; "" if there is none.
func (f Found) best() string {
	if len(f.Line) == 0 {
		return ""
	}
	return f.Line[0]
}

// Part is a part of a game to look at.
type Part struct {
	Start game.Position // where the game began
	Moves []game.Move   // all that were played
	// From and To say which positions: those after From to To−1 of the moves.
	From, To int
	// After is what was found of the position after To moves, nil if To is beyond
	// the last or that is not known.
	After *Found
}

// Look evaluates positions of a game, the last first, and returns what it found in
// the order of the game. What the engine remembers of other games is forgotten.
// Step, if not nil, is called after each position. Slack, if not nil, may be
// called at any time and delay the work.
//
// The error is the context's if that ends, or the engine's.
func Look(ctx context.Context, e engine.Engine, h Effort, p Part, step, slack func()) ([]Found, error) {
	e.Reset()
	w := look{ctx: ctx, engine: e, Effort: h, slack: slack}
	at := p.Start.Clone()
	for _, m := range p.Moves[:p.To-1] {
		at.Make(m)
	}
	found := make([]Found, p.To-p.From)
	after := p.After
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

// look is the work of one Look.
type look struct {
	ctx    context.Context
	engine engine.Engine
	Effort
	slack func()
}

// position looks at one position, in which a move was played, or none. After is
// what was found of the position that the move led to, if that is known.
func (w *look) position(p game.Position, played game.Move, after *Found) (Found, error) {
	if o := p.Outcome(); o.Over() {
		return ended(o, p.Turn()), nil
	}
	f, err := w.first(p)
	if err != nil || after == nil || played == game.NoMove {
		return f, err
	}
	text := p.UCI(played)
	if f.best() == text {
		return f, nil
	}
	if MarkFor(loss(f, *after)) > 0 || missed(f, *after) {
		if f, err = w.second(p, f); err != nil || f.best() == text {
			return f, err
		}
	}
	if missed(f, *after) {
		err = w.slower(p, played, &f)
	}
	return f, err
}

// first looks for a mate, and if there is none, for whatever is best.
func (w *look) first(p game.Position) (Found, error) {
	var f Found
	if w.Mate > 0 {
		var err error
		f, err = w.search(p, engine.Limits{Mate: w.Mate, Nodes: w.MateNodes})
		if err != nil || mateFor(f.Score) {
			return f, err
		}
	}
	return w.more(p, f, w.Limits)
}

// second looks once more and longer. A mate that was seen once is not forgotten.
func (w *look) second(p game.Position, first Found) (Found, error) {
	f, err := w.more(p, first, w.longer())
	if mateFor(first.Score) && f.Score < first.Score {
		f.Score, f.Line = first.Score, first.Line
	}
	return f, err
}

// slower finds out whether the move that was played forces a mate as well, where
// there is a shorter one.
func (w *look) slower(p game.Position, played game.Move, f *Found) error {
	l := w.longer()
	mate := engine.Limits{Nodes: l.Nodes, Mate: *ScoreOf(f.Score, false).Mate + slower}
	if mate.Nodes == 0 {
		mate.Nodes = w.MateNodes
	}
	for _, l := range []engine.Limits{l, mate} {
		l.SearchMoves = []game.Move{played}
		own, err := w.more(p, *f, l)
		if err != nil {
			return err
		}
		f.Nodes = own.Nodes
		if f.Slower = mateFor(own.Score); f.Slower {
			break
		}
	}
	return nil
}

// longer are the limits of a second look.
func (w *look) longer() engine.Limits {
	l := w.Limits
	l.Nodes *= again
	return l
}

// more searches in addition to what was done before.
func (w *look) more(p game.Position, before Found, l engine.Limits) (Found, error) {
	f, err := w.search(p, l)
	f.Nodes += before.Nodes
	return f, err
}

// search asks the engine.
func (w *look) search(p game.Position, l engine.Limits) (Found, error) {
	w.rest()
	info, err := w.engine.Search(w.ctx, p, l, func(engine.Info) { w.rest() })
	if err == nil {
		err = w.ctx.Err() // what a search that was cut short thinks counts for nothing
	}
	if err != nil {
		return Found{}, err
	}
	line, _ := notation.Line(p, info.PV[:min(len(info.PV), LinePlies)])
	return Found{Score: info.Score, Line: line, Nodes: int64(info.Nodes)}, nil //nolint:gosec // no search is that long
}

func (w *look) rest() {
	if w.slack != nil {
		w.slack()
	}
}

// ended is what is to be said of a position in which the game has ended.
func ended(o game.Outcome, turn game.Color) Found {
	f := Found{Over: true}
	switch o.Result {
	case game.WinFor(turn):
		f.Score = game.Mate
	case game.WinFor(turn.Other()):
		f.Score = -game.Mate
	}
	return f
}

// loss is how much of Chance the move lost that led from one position to the next.
func loss(before, after Found) float64 {
	return max(0, Chance(before.Score)-Chance(-after.Score))
}

// missed tells whether the side to move had a forced mate and has none after its
// move.
func missed(before, after Found) bool {
	return !before.Over && mateFor(before.Score) && !mateFor(-after.Score) && !before.Slower
}
