package convergent

import "github.com/wane-chess/wane/internal/bitboard"

// nullNonPawns is the number of pieces other than king and pawns that the side to move
// needs for a null move. With fewer, zugzwang is likely, and a
// side that cannot move loses (R4).
const nullNonPawns = 2

// MakeNullMove implements engine.Node.
func (b *node) MakeNullMove() bool {
	s := b.State()
	pieces := s.Of(s.Turn) &^ (s.Pawns() | s.Kings())
	if bitboard.Count(pieces) < nullNonPawns || b.InCheck() {
		return false
	}
	b.position.MakeNullMove()
	return true
}
