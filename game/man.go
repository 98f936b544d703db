package game

// Piece is a type of man, without its colour.
type Piece uint8

// The types of men. NoPiece means that there is none.
const (
	NoPiece Piece = iota
	King
	Queen
	Rook
	Bishop
	Knight
	Pawn
)

const pieceLetters = "-KQRBNP"

// Letter returns the capital letter of the type, or '-' for NoPiece.
func (p Piece) Letter() byte { return pieceLetters[p] }

// String returns the English name in lower case.
func (p Piece) String() string {
	return [...]string{"nothing", "king", "queen", "rook", "bishop", "knight", "pawn"}[p]
}

// PieceOf returns the type that a letter stands for in either case, or NoPiece.
func PieceOf(letter byte) Piece {
	switch letter | 0x20 {
	case 'k':
		return King
	case 'q':
		return Queen
	case 'r':
		return Rook
	case 'b':
		return Bishop
	case 'n':
		return Knight
	case 'p':
		return Pawn
	}
	return NoPiece
}

// Of returns the man of this type on that side. NoPiece gives NoMan.
func (p Piece) Of(s Side) Man {
	if p == NoPiece {
		return NoMan
	}
	return Man(p) | Man(s)<<3
}

// Man is a piece of one side: the type in bits 0–2, the side in bit 3.
type Man uint8

// NoMan stands for an empty cell.
const NoMan Man = 0

// Piece returns the man's type.
func (m Man) Piece() Piece { return Piece(m & 7) }

// Side returns the man's side. It means nothing for NoMan.
func (m Man) Side() Side { return Side(m >> 3) }

// Letter returns the FEN letter: a capital for White, '-' for NoMan.
func (m Man) Letter() byte {
	l := m.Piece().Letter()
	if m != NoMan && m.Side() == Black {
		l |= 0x20
	}
	return l
}

// String returns a name for people, such as "white knight".
func (m Man) String() string {
	if m == NoMan {
		return "nothing"
	}
	if m.Side() == White {
		return "white " + m.Piece().String()
	}
	return "black " + m.Piece().String()
}

// ManOf returns the man that a FEN letter stands for, or NoMan.
func ManOf(letter byte) Man {
	if letter >= 'a' {
		return PieceOf(letter).Of(Black)
	}
	return PieceOf(letter).Of(White)
}
