package diminuendo

import (
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/rules/diminuendo"
)

// nullNonPawns is the number of pieces other than kings and pawns that the side to move
// needs for a null move. With fewer, zugzwang is likely.
const nullNonPawns = 2

// MakeNullMove implements engine.Node. It also returns false if a king of the side to
// move stands on z: that side may not capture then, and zugzwang is likely.
func (b *node) MakeNullMove() bool {
	s := b.State()
	own := s.Of(s.Turn)
	if bitboard.Count(own&^(s.Kings()|s.Pawns())) < nullNonPawns || own&s.Kings()&diminuendo.Z != 0 || b.InCheck() {
		return false
	}
	b.position.MakeNullMove()
	return true
}
