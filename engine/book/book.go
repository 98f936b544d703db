package book

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// Move is a move of a book.
type Move struct {
	Move  game.Move
	Score engine.Score // for the side to move, with the best play that the book knows
}

// Book holds the openings of one game. It is safe for concurrent use.
type Book struct {
	Game  game.Game
	Nodes uint64 // of the search of each position

	positions map[uint64][]Move // by key; the best first
}

// New returns an empty book.
func New(g game.Game, nodes uint64) *Book {
	return &Book{Game: g, Nodes: nodes, positions: map[uint64][]Move{}}
}

// Set sets the moves of a position, which must be legal there. The book keeps a sorted copy.
func (b *Book) Set(p game.Position, moves []Move) {
	moves = slices.Clone(moves)
	slices.SortStableFunc(moves, func(a, b Move) int { return cmp.Compare(b.Score, a.Score) })
	b.positions[p.Key()] = moves
}

// Moves returns the moves of a position, the best first; nil if the book does not have
// the position. The caller must not change them. Other moves may be as good as the last of them.
func (b *Book) Moves(p game.Position) []Move {
	if b == nil || p.Game().Name() != b.Game.Name() {
		return nil
	}
	return b.positions[p.Key()]
}

// Positions returns the number of positions with moves.
func (b *Book) Positions() int { return len(b.positions) }

// Pick chooses one of the moves that are at most margin centipawns worse than the best; a
// better one is likelier. The same seed gives the same move. It returns false if the book
// does not have the position.
func (b *Book) Pick(p game.Position, margin engine.Score, seed uint64) (Move, bool) {
	moves := b.Moves(p)
	if len(moves) == 0 {
		return Move{}, false
	}
	margin = max(margin, 0)
	sum := 0
	weight := func(m Move) int { return max(int(margin+1-(moves[0].Score-m.Score)), 0) }
	for _, m := range moves {
		sum += weight(m)
	}
	at := rand.New(rand.NewPCG(seed, p.Key())).IntN(sum)
	for _, m := range moves {
		if at -= weight(m); at < 0 {
			return m, true
		}
	}
	return moves[0], true // not reached: the weights add up to sum
}
