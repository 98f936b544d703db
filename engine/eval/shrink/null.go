package shrink

import (
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/rules/shrink"
)

// What a null move needs in Shrink Chess, where a side with few pieces can hardly
// move without removing a line.
const (
	nullNonPawns = 2  // pieces of the side to move other than king and pawns
	nullSquares  = 24 // squares of the board
	nullPieces   = 10 // pieces of both sides
)

// MakeNullMove implements engine.Node.
func (b *node) MakeNullMove() bool {
	s := b.State()
	if s.Ranks()*s.Files() < nullSquares || bitboard.Count(nonPawns(s)) < nullNonPawns ||
		bitboard.Count(s.Occupied()) < nullPieces || s.Checkers() != 0 {
		return false
	}
	b.position.MakeNullMove()
	return true
}

// MakeNullMove implements engine.Node. With king and pawns alone, zugzwang is
// likely.
func (b *chessNode) MakeNullMove() bool {
	s := b.State()
	if nonPawns(s) == 0 || s.Checkers() != 0 {
		return false
	}
	b.chessPosition.MakeNullMove()
	return true
}

// nonPawns returns the pieces of the side to move other than king and pawns.
func nonPawns(s *shrink.State) uint64 {
	return s.Of(s.Turn) &^ (s.Kings() | s.Pawns())
}
