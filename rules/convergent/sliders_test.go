package convergent

import (
	"math/rand/v2"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// The attacks from the tables are those found by walking, for every occupancy.
func TestSliders(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for set := board; set != 0; {
		sq := bitboard.Pop(&set)
		for range 300 {
			occupied := r.Uint64() & r.Uint64() & board
			var rook, bishop uint64
			for i := range 4 {
				rook |= slide(sq, straight[i], reach, occupied)
				bishop |= slide(sq, diagonal[i], reach, occupied)
			}
			if got := RookAttacks(sq, occupied); got != rook {
				t.Fatalf("rook on %s among %x attacks %x, want %x", squareName(game.Square(sq)), occupied, got, rook)
			}
			if got := BishopAttacks(sq, occupied); got != bishop {
				t.Fatalf("bishop on %s among %x attacks %x, want %x", squareName(game.Square(sq)), occupied, got, bishop)
			}
		}
	}
}
