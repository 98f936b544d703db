package book

import (
	"context"
	"math/rand/v2"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

const (
	// fullMargin is how much worse than the best a move is at most that an engine at full strength
	// plays from its book, in centipawns.
	fullMargin = 10
	// lapsesEach is for how many lapses in a thousand moves a weakened engine allows a
	// centipawn more.
	lapsesEach = 12
)

// Play chooses a move for an engine, at full strength if w is zero. It returns false if the
// book does not have the position, or if the engine is to search: a weakened one plays as many moves
// from the book as it plays without a lapse, so that the book does not hide how weak it is.
// It searches, too, where a position comes back, so that two books do not repeat moves to a draw.
// The same seed gives the same answer. b may be nil, a book without positions.
func (b *Book) Play(p game.Position, w engine.Weakness) (Move, bool) {
	if len(b.Moves(p)) == 0 || p.Repetitions() > 0 {
		return Move{}, false
	}
	rng := rand.New(rand.NewPCG(w.Seed, ^p.Key()))
	if rng.IntN(1000) < w.Lapses {
		return Move{}, false
	}
	m, ok := b.Pick(p, fullMargin+engine.Score(w.Lapses/lapsesEach), rng.Uint64())
	if !ok {
		return Move{}, false
	}
	after := p.Clone()
	after.Make(m.Move)
	return m, after.Repetitions() == 0
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
