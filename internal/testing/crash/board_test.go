package crash

import (
	"math/rand/v2"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/shrink"
)

// board is the expected position of a game with random moves.
type board struct {
	at     game.Position
	moves  []string
	random *rand.Rand
}

// newBoard returns a board of Shrink Chess.
func newBoard(seed uint64) *board { return newBoardOf(shrink.New(), seed) }

// newBoardOf returns a board of any game.
func newBoardOf(g game.Game, seed uint64) *board {
	return &board{at: g.Start(), random: rand.New(rand.NewPCG(seed, 0))} //nolint:gosec // games, not secrets
}

// draw returns a random legal move, and another one if there is one.
func (b *board) draw() (first, second string) {
	legal := b.at.Legal(nil)
	i := b.random.IntN(len(legal))
	first = b.at.UCI(legal[i])
	return first, b.at.UCI(legal[(i+1)%len(legal)])
}

// over reports whether draw has no move.
func (b *board) over() bool { return b.at.Outcome().Over() || len(b.at.Legal(nil)) == 0 }

// play plays a move that the server has accepted.
func (b *board) play(t *testing.T, text string) {
	t.Helper()
	for _, m := range b.at.Legal(nil) {
		if b.at.UCI(m) == text {
			b.at.Make(m)
			b.moves = append(b.moves, text)
			return
		}
	}
	t.Fatalf("%s is not legal in %s", text, b.at)
}

// takeBack takes the last move back.
func (b *board) takeBack() {
	b.at.Unmake()
	b.moves = b.moves[:len(b.moves)-1]
}
