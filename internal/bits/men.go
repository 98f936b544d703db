package bits

import "github.com/wane-chess/wane/game"

// Men is a board of up to 64 squares: each man's number (game.Man) spread over
// four words, one for each of its bits. A board is then short to copy, and men
// are moved and the squares of a type found without branches. It is small
// enough for the compiler to keep it in registers; its methods return changed
// copies. Squares count modulo 64.
type Men struct {
	Low, Mid, High uint64 // the bits of the game.Piece on each square
	Black          uint64 // the squares of Black's men
}

// Occupied returns the squares that hold a man.
func (m Men) Occupied() uint64 { return m.Low | m.Mid | m.High }

// Of returns the squares of a side's men.
func (m Men) Of(side game.Side) uint64 { return m.Occupied() & m.Coloured(side) }

// Coloured returns the squares of a side's men and, for White, the empty ones
// too: enough where the set is cut with one of men.
func (m Men) Coloured(side game.Side) uint64 { return m.Black ^ (uint64(side) - 1) }

// Kings returns the squares of both sides' kings.
func (m Men) Kings() uint64 { return m.Low &^ (m.Mid | m.High) }

// Queens returns the squares of both sides' queens.
func (m Men) Queens() uint64 { return m.Mid &^ (m.Low | m.High) }

// Rooks returns the squares of both sides' rooks.
func (m Men) Rooks() uint64 { return m.Low & m.Mid }

// Bishops returns the squares of both sides' bishops.
func (m Men) Bishops() uint64 { return m.High &^ (m.Low | m.Mid) }

// Knights returns the squares of both sides' knights.
func (m Men) Knights() uint64 { return m.Low & m.High }

// Pawns returns the squares of both sides' pawns.
func (m Men) Pawns() uint64 { return m.Mid & m.High }

// Straight returns the squares of both sides' queens and rooks.
func (m Men) Straight() uint64 { return m.Mid &^ m.High }

// Diagonal returns the squares of both sides' queens and bishops.
func (m Men) Diagonal() uint64 { return (m.Mid ^ m.High) &^ m.Low }

// Piece returns the type of the man on a square, or NoPiece.
func (m Men) Piece(sq game.Square) game.Piece {
	n := sq & 63
	return game.Piece(m.Low>>n&1 | m.Mid>>n&1<<1 | m.High>>n&1<<2)
}

// Man returns the man on a square, or NoMan.
func (m Men) Man(sq game.Square) game.Man {
	n := sq & 63
	return game.Man(m.Low>>n&1 | m.Mid>>n&1<<1 | m.High>>n&1<<2 | m.Black>>n&1<<3)
}

// With returns the men with one more, on an empty square. NoMan changes nothing.
func (m Men) With(sq game.Square, man game.Man) Men {
	n := sq & 63
	return Men{
		m.Low | uint64(man&1)<<n,
		m.Mid | uint64(man>>1&1)<<n,
		m.High | uint64(man>>2&1)<<n,
		m.Black | uint64(man>>3&1)<<n,
	}
}

// Without returns the men but for those on a set of squares.
func (m Men) Without(set uint64) Men {
	return Men{m.Low &^ set, m.Mid &^ set, m.High &^ set, m.Black &^ set}
}

// Moved returns the men after what stands on from has gone to another square
// and taken what stood there.
func (m Men) Moved(from, to game.Square) Men {
	from, to = from&63, to&63
	keep := ^(uint64(1)<<from | 1<<to)
	return Men{
		m.Low&keep | m.Low>>from&1<<to,
		m.Mid&keep | m.Mid>>from&1<<to,
		m.High&keep | m.High>>from&1<<to,
		m.Black&keep | m.Black>>from&1<<to,
	}
}
