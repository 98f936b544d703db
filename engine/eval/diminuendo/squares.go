package diminuendo

import (
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/rules/diminuendo"
)

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
