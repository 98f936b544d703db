package game

import "strconv"

// PieceType is a type of piece, without its color.
type PieceType uint8

// The types of pieces. NoPieceType means that there is none.
const (
	NoPieceType PieceType = iota
	King
	Queen
	Rook
	Bishop
	Knight
	Pawn
)

const pieceTypeLetters = "-KQRBNP"

// Letter returns the capital letter of the type, '-' for NoPieceType, '?' for anything else.
func (p PieceType) Letter() byte {
	if int(p) >= len(pieceTypeLetters) {
		return '?'
	}
	return pieceTypeLetters[p]
}

// String returns the English name in lower case.
func (p PieceType) String() string {
	return named("PieceType", int(p), "nothing", "king", "queen", "rook", "bishop", "knight", "pawn")
}

// named returns the i-th of some names, or for a value that has none its type and number.
func named(of string, i int, names ...string) string {
	if i < 0 || i >= len(names) {
		return of + "(" + strconv.Itoa(i) + ")"
	}
	return names[i]
}

// PieceTypeOf returns the type that a letter stands for in either case, or NoPieceType.
func PieceTypeOf(letter byte) PieceType {
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
	return NoPieceType
}

// Of returns the piece of this type and color. NoPieceType gives NoPiece.
func (p PieceType) Of(color Color) Piece {
	if p == NoPieceType {
		return NoPiece
	}
	return Piece(p) | Piece(color)<<3
}

// Piece is a type of piece with its color: the type in bits 0–2, the color in bit 3.
type Piece uint8

// NoPiece stands for an empty square.
const NoPiece Piece = 0

// Type returns the piece's type.
func (p Piece) Type() PieceType { return PieceType(p & 7) }

// Color returns the piece's color. It means nothing for NoPiece.
func (p Piece) Color() Color { return Color(p >> 3) }

// Letter returns the FEN letter: a capital for White, '-' for NoPiece.
func (p Piece) Letter() byte {
	l := p.Type().Letter()
	if p != NoPiece && p.Color() == Black {
		l |= 0x20
	}
	return l
}

// String returns a name for people, such as "white knight".
func (p Piece) String() string {
	if p == NoPiece {
		return "nothing"
	}
	if p.Color() == White {
		return "white " + p.Type().String()
	}
	return "black " + p.Type().String()
}

// PieceOf returns the piece that a FEN letter stands for, or NoPiece.
func PieceOf(letter byte) Piece {
	if letter >= 'a' {
		return PieceTypeOf(letter).Of(Black)
	}
	return PieceTypeOf(letter).Of(White)
}
