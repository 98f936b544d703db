package convergenteval

import mathbits "math/bits"

// leastPieces is how many pieces other than king and pawns a side must have for a
// null move to teach anything. With fewer, zugzwang is likely, the more so as a side
// that cannot move has lost (R4).
const leastPieces = 2

// MakeNullMove implements engine.Board.
func (b *board) MakeNullMove() bool {
	s := b.State()
	pieces := s.Of(s.Turn) &^ (s.Pawns() | s.Kings())
	if mathbits.OnesCount64(pieces) < leastPieces || b.InCheck() {
		return false
	}
	b.position.MakeNullMove()
	return true
}
