package book

import (
	"context"
	"math"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

const (
	// fullMargin is the margin of an engine at full strength, in centipawns: a move of its book
	// may be at most this much worse than the best.
	fullMargin = 20
	// weakPlies is how far into a game an engine with lapses plays from its book. Each position
	// of the book was searched for longer than most such engines search, so beyond these plies the
	// book would make them stronger than their level.
	weakPlies = 4
)

// marginOf returns by how much a move from the book may be worse than the best. It grows with
// the weakness.
func marginOf(w engine.Weakness) engine.Score {
	return fullMargin + engine.Score(10*math.Sqrt(float64(max(w.Lapses, 0))))
}

// Play chooses a book move for an engine with a weakness. It returns false, so that the engine
// searches, if the book lacks the position, if the position before or after the move has occurred
// before, or if the move mates by force, since the book has only the first move. A weak engine
// also searches for its lapses and after the first plies, or the book would hide its weakness.
// The same seed gives the same answer. A nil b is a book without positions.
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

// With returns an engine that plays from the built-in books while they have moves, and searches
// with e afterwards.
func With(e engine.Engine) engine.Engine { return booked{e} }

type booked struct{ engine.Engine }

// Search implements engine.Engine.
func (b booked) Search(
	ctx context.Context, p game.Position, l engine.Limits, report func(engine.Report),
) (engine.Report, error) {
	if m, ok := For(p.Game()).Play(p, l.Weakness); ok {
		return Answer(m).Search(ctx, p, l, report)
	}
	return b.Engine.Search(ctx, p, l, report)
}

// Answer is an engine that always plays one move. It replaces the engine while the book has
// moves.
type Answer Move

// Search returns the move.
func (a Answer) Search(context.Context, game.Position, engine.Limits, func(engine.Report)) (engine.Report, error) {
	return engine.Report{Depth: 1, MultiPV: 1, Score: a.Score, PV: []game.Move{a.Move}}, nil
}

// Reset does nothing.
func (Answer) Reset() {}

// PonderHit does nothing.
func (Answer) PonderHit() {}
