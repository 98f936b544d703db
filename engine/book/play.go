package book

import (
	"context"
	"math"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

const (
	// fullMargin is how much worse than the best a move is at most that an engine at full strength
	// plays from its book, in centipawns.
	fullMargin = 20
	// weakPlies is how far into a game an engine with lapses plays from its book. Each position
	// of the book was searched for longer than most such engines search, so beyond these plies the
	// book would make them stronger than their level.
	weakPlies = 4
)

// marginOf returns how much worse than the best a move is at most that an engine plays from its
// book: the more, the weaker it is.
func marginOf(w engine.Weakness) engine.Score {
	return fullMargin + engine.Score(10*math.Sqrt(float64(max(w.Lapses, 0))))
}

// Play chooses a move for an engine, at full strength if w has no lapses. It returns false if the
// book does not have the position, or if the engine is to search: for a lapse or after a few
// plies, so that the book does not hide how weak the engine is, where a position comes back,
// so that two books do not repeat moves to a draw, and where a mate is forced, since the book has
// only its first move. The same seed gives the same answer. b
// may be nil, a book without positions.
func (b *Book) Play(p game.Position, w engine.Weakness) (Move, bool) {
	switch {
	case len(b.Moves(p)) == 0, p.Repetitions() > 0, w.Lapse(p), w.Lapses > 0 && plies(p) >= weakPlies:
		return Move{}, false
	}
	m, ok := b.Pick(p, marginOf(w), ^w.Seed)
	if !ok {
		return Move{}, false
	}
	after := p.Clone()
	after.Make(m.Move)
	_, mate := engine.MateIn(m.Score)
	return m, after.Repetitions() == 0 && !mate
}

// plies returns how many plies into its game a position is, by its move number; a FEN without
// one counts as the first move.
func plies(p game.Position) int { return 2*(p.Fullmove()-1) + int(p.Turn()) }

// With returns an engine that plays from the built-in books as long as they have moves, and
// asks e from then on.
func With(e engine.Engine) engine.Engine { return booked{e} }

type booked struct{ engine.Engine }

// Search implements engine.Engine.
func (b booked) Search(
	ctx context.Context, p game.Position, l engine.Limits, report func(engine.Info),
) (engine.Info, error) {
	if m, ok := For(p.Game()).Play(p, l.Weakness); ok {
		return Answer(m).Search(ctx, p, l, report)
	}
	return b.Engine.Search(ctx, p, l, report)
}

// Answer is an engine that plays one move, whatever it is asked for. It stands for the engine
// while the book has moves.
type Answer Move

// Search returns the move.
func (a Answer) Search(context.Context, game.Position, engine.Limits, func(engine.Info)) (engine.Info, error) {
	return engine.Info{Depth: 1, MultiPV: 1, Score: a.Score, PV: []game.Move{a.Move}}, nil
}

// Reset does nothing.
func (Answer) Reset() {}

// PonderHit does nothing.
func (Answer) PonderHit() {}
