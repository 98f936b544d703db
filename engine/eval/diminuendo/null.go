package diminuendoeval

import (
	mathbits "math/bits"

	"github.com/wane-chess/wane/rules/diminuendo"
)

// leastPieces is how many pieces other than kings and pawns a side must have for a
// null move to teach anything. With fewer, zugzwang is likely.
const leastPieces = 2

// MakeNullMove implements engine.Board. It refuses, too, when a king of the side to
// move stands on z: its captures are barred, and the few moves left count for more.
func (b *board) MakeNullMove() bool {
	s := b.State()
	own := s.Of(s.Turn)
	if mathbits.OnesCount64(own&^(s.Kings()|s.Pawns())) < leastPieces || own&s.Kings()&diminuendo.Z != 0 || b.InCheck() {
		return false
	}
	b.position.MakeNullMove()
	return true
}
