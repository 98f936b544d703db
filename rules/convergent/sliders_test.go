package convergent

import (
	"math/rand/v2"
	"testing"

	"github.com/wane-chess/wane/internal/bitboard"
)

// The attacks from the tables are those found by walking, for every occupancy.
func TestSliders(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for set := Squares; set != 0; {
		sq := bitboard.Pop(&set)
		for range 300 {
			occupied := r.Uint64() & r.Uint64() & Squares
			var rook, bishop uint64
			for i := range 4 {
				rook |= slide(sq, rookSteps[i], reach, occupied)
				bishop |= slide(sq, bishopSteps[i], reach, occupied)
			}
			if got := RookAttacks(sq, occupied); got != rook {
				t.Fatalf("rook on %s among %x attacks %x, want %x", bitboard.SquareName(sq), occupied, got, rook)
			}
			if got := BishopAttacks(sq, occupied); got != bishop {
				t.Fatalf("bishop on %s among %x attacks %x, want %x", bitboard.SquareName(sq), occupied, got, bishop)
			}
		}
	}
}
