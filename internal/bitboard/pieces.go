package bitboard

import (
	mathbits "math/bits"

	"github.com/wane-chess/wane/game"
)

// Pieces holds the pieces on up to 64 squares: the number of each piece (game.Piece) is
// spread over four words, one for each of its bits. So it is short to copy, and small
// enough for the compiler to keep it in registers; pieces move, and the squares of a
// type are found, without branches. Its methods return changed copies. Squares count
// modulo 64.
type Pieces struct {
	Low, Mid, High uint64 // the bits of the game.PieceType on each square
	Black          uint64 // the squares of Black's pieces
}

// Occupied returns the squares of all pieces.
func (p Pieces) Occupied() uint64 { return p.Low | p.Mid | p.High }

// Of returns the squares of the pieces of a color.
func (p Pieces) Of(color game.Color) uint64 { return p.Occupied() & p.ByColor(color) }

// ByColor returns the squares of the pieces of a color and, for White, the empty squares:
// enough where the result is intersected with pieces.
func (p Pieces) ByColor(color game.Color) uint64 { return p.Black ^ (uint64(color) - 1) }

// Kings returns the squares of both colors' kings.
func (p Pieces) Kings() uint64 { return p.Low &^ (p.Mid | p.High) }

// Queens returns the squares of both colors' queens.
func (p Pieces) Queens() uint64 { return p.Mid &^ (p.Low | p.High) }

// Rooks returns the squares of both colors' rooks.
func (p Pieces) Rooks() uint64 { return p.Low & p.Mid }

// Bishops returns the squares of both colors' bishops.
func (p Pieces) Bishops() uint64 { return p.High &^ (p.Low | p.Mid) }

// Knights returns the squares of both colors' knights.
func (p Pieces) Knights() uint64 { return p.Low & p.High }

// Pawns returns the squares of both colors' pawns.
func (p Pieces) Pawns() uint64 { return p.Mid & p.High }

// OfType returns the squares of both colors' pieces of a type.
func (p Pieces) OfType(pt game.PieceType) uint64 {
	n := uint64(pt) // a bit that is not set is one of the complement
	return (p.Low ^ (n&1 - 1)) & (p.Mid ^ (n>>1&1 - 1)) & (p.High ^ (n>>2&1 - 1))
}

// Straight returns the squares of both colors' queens and rooks.
func (p Pieces) Straight() uint64 { return p.Mid &^ p.High }

// Diagonal returns the squares of both colors' queens and bishops.
func (p Pieces) Diagonal() uint64 { return (p.Mid ^ p.High) &^ p.Low }

// PieceType returns the type of the piece on a square, or NoPieceType.
func (p Pieces) PieceType(sq game.Square) game.PieceType {
	n := sq & 63
	return game.PieceType(p.Low>>n&1 | p.Mid>>n&1<<1 | p.High>>n&1<<2)
}

// Piece returns the piece on a square, or NoPiece.
func (p Pieces) Piece(sq game.Square) game.Piece {
	n := sq & 63
	return game.Piece(p.Low>>n&1 | p.Mid>>n&1<<1 | p.High>>n&1<<2 | p.Black>>n&1<<3)
}

// ColorAt returns the color of the piece on a square, White if it is empty.
func (p Pieces) ColorAt(sq game.Square) game.Color { return game.Color(p.Black >> (sq & 63) & 1) }

// Structure returns the keys that engine.Structure describes. It is no method, since programs keep the methods of
// types that they embed, also without calls.
func Structure(p Pieces) [4]uint64 {
	pawns, minors := p.Pawns(), p.High&^p.Mid
	white, black := p.Of(0)&^pawns, p.Of(1)&^pawns
	return [4]uint64{
		mix(pawns&^p.Black, pawns&p.Black),
		mix(mix(minors&p.Low, minors&^p.Low), minors&p.Black),
		mix(mix(p.Low&white, p.Mid&white), p.High&white),
		mix(mix(p.Low&black, p.Mid&black), p.High&black),
	}
}

// StructureOf returns the keys of a board of two words.
func StructureOf(words *[2]Pieces) [4]uint64 {
	s := Structure(words[0])
	for i, key := range Structure(words[1]) {
		s[i] += mathbits.RotateLeft64(key, 32)
	}
	return s
}

func mix(a, b uint64) uint64 { return Fold(a^0x2d358dccaa6c78a5, b^0x8bb84b93962eacc9) }

// Fold folds the halves of the product of two words, as wyhash (Wang Yi) does.
func Fold(a, b uint64) uint64 {
	high, low := mathbits.Mul64(a, b)
	return high ^ low
}

// With returns the pieces with one more on an empty square. NoPiece changes nothing.
func (p Pieces) With(sq game.Square, piece game.Piece) Pieces {
	n := sq & 63
	return Pieces{
		p.Low | uint64(piece&1)<<n,
		p.Mid | uint64(piece>>1&1)<<n,
		p.High | uint64(piece>>2&1)<<n,
		p.Black | uint64(piece>>3&1)<<n,
	}
}

// Without returns the pieces except those on a set of squares.
func (p Pieces) Without(set uint64) Pieces {
	return Pieces{p.Low &^ set, p.Mid &^ set, p.High &^ set, p.Black &^ set}
}

// Moved returns the pieces after the one on from has moved to another square and captured
// the piece there, if any.
func (p Pieces) Moved(from, to game.Square) Pieces {
	from, to = from&63, to&63
	keep := ^(uint64(1)<<from | 1<<to)
	return Pieces{
		p.Low&keep | p.Low>>from&1<<to,
		p.Mid&keep | p.Mid>>from&1<<to,
		p.High&keep | p.High>>from&1<<to,
		p.Black&keep | p.Black>>from&1<<to,
	}
}
