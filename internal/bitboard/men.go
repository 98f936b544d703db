package bitboard

import "github.com/wane-chess/wane/game"

// Pieces is a board of up to 64 squares: each piece's number (game.Piece) spread over
// four words, one for each of its bits. A board is then short to copy, and pieces
// are moved and the squares of a type found without branches. It is small
// enough for the compiler to keep it in registers; its methods return changed
// copies. Squares count modulo 64.
type Pieces struct {
	Low, Mid, High uint64 // the bits of the game.PieceType on each square
	Black          uint64 // the squares of Black's pieces
}

// Occupied returns the squares that hold a piece.
func (m Pieces) Occupied() uint64 { return m.Low | m.Mid | m.High }

// Of returns the squares of a side's pieces.
func (m Pieces) Of(color game.Color) uint64 { return m.Occupied() & m.ByColor(color) }

// ByColor returns the squares of a side's pieces and, for White, the empty ones
// too: enough where the set is cut with one of pieces.
func (m Pieces) ByColor(color game.Color) uint64 { return m.Black ^ (uint64(color) - 1) }

// Kings returns the squares of both sides' kings.
func (m Pieces) Kings() uint64 { return m.Low &^ (m.Mid | m.High) }

// Queens returns the squares of both sides' queens.
func (m Pieces) Queens() uint64 { return m.Mid &^ (m.Low | m.High) }

// Rooks returns the squares of both sides' rooks.
func (m Pieces) Rooks() uint64 { return m.Low & m.Mid }

// Bishops returns the squares of both sides' bishops.
func (m Pieces) Bishops() uint64 { return m.High &^ (m.Low | m.Mid) }

// Knights returns the squares of both sides' knights.
func (m Pieces) Knights() uint64 { return m.Low & m.High }

// Pawns returns the squares of both sides' pawns.
func (m Pieces) Pawns() uint64 { return m.Mid & m.High }

// Straight returns the squares of both sides' queens and rooks.
func (m Pieces) Straight() uint64 { return m.Mid &^ m.High }

// Diagonal returns the squares of both sides' queens and bishops.
func (m Pieces) Diagonal() uint64 { return (m.Mid ^ m.High) &^ m.Low }

// PieceType returns the type of the piece on a square, or NoPiece.
func (m Pieces) PieceType(sq game.Square) game.PieceType {
	n := sq & 63
	return game.PieceType(m.Low>>n&1 | m.Mid>>n&1<<1 | m.High>>n&1<<2)
}

// Piece returns the piece on a square, or NoPiece.
func (m Pieces) Piece(sq game.Square) game.Piece {
	n := sq & 63
	return game.Piece(m.Low>>n&1 | m.Mid>>n&1<<1 | m.High>>n&1<<2 | m.Black>>n&1<<3)
}

// With returns the pieces with one more, on an empty square. NoPiece changes nothing.
func (m Pieces) With(sq game.Square, pt game.Piece) Pieces {
	n := sq & 63
	return Pieces{
		m.Low | uint64(pt&1)<<n,
		m.Mid | uint64(pt>>1&1)<<n,
		m.High | uint64(pt>>2&1)<<n,
		m.Black | uint64(pt>>3&1)<<n,
	}
}

// Without returns the pieces but for those on a set of squares.
func (m Pieces) Without(set uint64) Pieces {
	return Pieces{m.Low &^ set, m.Mid &^ set, m.High &^ set, m.Black &^ set}
}

// Moved returns the pieces after what stands on from has gone to another square
// and taken what stood there.
func (m Pieces) Moved(from, to game.Square) Pieces {
	from, to = from&63, to&63
	keep := ^(uint64(1)<<from | 1<<to)
	return Pieces{
		m.Low&keep | m.Low>>from&1<<to,
		m.Mid&keep | m.Mid>>from&1<<to,
		m.High&keep | m.High>>from&1<<to,
		m.Black&keep | m.Black>>from&1<<to,
	}
}
