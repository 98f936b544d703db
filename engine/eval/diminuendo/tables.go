package diminuendo

import (
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/rules/diminuendo"
)

// A way is what lies before a pawn.
type way struct {
	steps    uint8  // to the last square of its file, or behindZ
	stoppers uint64 // where an enemy pawn bars the way or can take on it
}

// behindZ stands for the number of steps of a pawn that would have to pass z,
// where it changes. No other pawn has as many to go.
const behindZ = 7

// near is how many of the three rings around z a square lies within.
var near = func() (t [64]uint8) {
	for reached := diminuendo.Z; t[diminuendo.ZSquare] < 3; {
		for set := reached; set != 0; {
			reached |= diminuendo.AttacksFrom(bitboard.Pop(&set)).King[0]
		}
		for set := reached; set != 0; {
			t[bitboard.Pop(&set)]++
		}
	}
	return t
}()

// ways is what lies before a pawn on each square, by color.
var ways = func() (t [2][64]way) {
	for color := range t {
		for set := diminuendo.Squares; set != 0; {
			sq := bitboard.Pop(&set)
			t[color][sq] = wayFrom(sq, color)
		}
	}
	return t
}()

// wayFrom walks from a square to the end of its file.
func wayFrom(sq, color int) (w way) {
	passesZ := false
	forward := func(sq int) int { return int(diminuendo.AttacksFrom(sq).Forward[color]) }
	for at := forward(sq); at < diminuendo.NumSquares; at = forward(at) {
		w.steps++
		passesZ = passesZ || at == diminuendo.ZSquare
		w.stoppers |= 1<<at | diminuendo.AttacksFrom(at).Pawn[color]
	}
	if passesZ {
		w.steps = behindZ
	}
	return w
}
