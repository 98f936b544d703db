package diminuendo

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// AttacksFrom returns what each type of piece attacks from a square. The square
// counts modulo 64.
func AttacksFrom(sq game.Square) *Attacks { return &attacksFrom[sq&63] }

// LastSquares returns the squares where pawns of a color promote (R5).
func LastSquares(color game.Color) uint64 { return lastSquares[color&1] }

// KnightAttacks returns the squares that a knight attacks.
func KnightAttacks(sq game.Square) uint64 { return attacksFrom[sq&63].Knight }

// PawnAttacks returns the squares that a pawn of a color attacks.
func PawnAttacks(color game.Color, sq game.Square) uint64 { return attacksFrom[sq&63].Pawn[color&1] }

// PawnsAttacks returns the squares that a set of pawns of a color attacks. No pawn may
// stand on the last square of its file.
func PawnsAttacks(color game.Color, pawns uint64) uint64 {
	right, left := sideways(color, pawns)
	set := right | left
	return (set | set>>1&Z) & Squares // the upper half of z is the next bit
}

// sideways returns the squares that pawns of a color reach by a step sideways-forward
// to the right and to the left; for z, either half. How far apart the numbers of two
// such squares are depends on the file.
func sideways(color game.Color, pawns uint64) (right, left uint64) {
	if color == game.White {
		right = pawns&(fileA|fileF)<<6 | pawns&(fileB|fileE)<<7 | pawns&(fileC|fileD)<<8 | pawns&Z<<9
		left = pawns&(fileB|fileG)>>5 | pawns&(fileC|fileF)>>6 | pawns&(fileD|fileE)>>7 | pawns&Z>>6
		return right, left
	}
	right = pawns&(fileA|fileF)<<5 | pawns&(fileB|fileE)<<6 | pawns&(fileC|fileD)<<7 | pawns&Z<<8
	left = pawns&(fileB|fileG)>>6 | pawns&(fileC|fileF)>>7 | pawns&(fileD|fileE)>>8 | pawns&Z>>7
	return right, left
}

// pieceAttacks returns the squares that a piece other than a pawn attacks.
func pieceAttacks(r *rules, pt game.PieceType, sq game.Square, occupied uint64) uint64 {
	switch pt {
	case game.King:
		return attacksFrom[sq&63].King[r.queenish&1]
	case game.Queen:
		return RookAttacks(sq, occupied) | BishopAttacks(sq, occupied)
	case game.Rook:
		return RookAttacks(sq, occupied)
	case game.Bishop:
		return BishopAttacks(sq, occupied)
	case game.Knight:
		return attacksFrom[sq&63].Knight
	}
	return 0
}

// Attackers implements game.Position.
func (p *Position) Attackers(sq game.Square, by game.Color) []game.Square {
	if sq >= NumSquares || Squares>>sq&1 == 0 {
		return nil
	}
	return bitboard.Squares(p.State().attackers(&p.rules, sq, by))
}

// Checkers implements game.Position. They may attack several kings.
func (p *Position) Checkers() []game.Square {
	s := p.State()
	var found uint64
	for kings := s.Kings() & s.Of(s.Turn); kings != 0; {
		found |= s.attackers(&p.rules, bitboard.Pop(&kings), s.Turn.Other())
	}
	return bitboard.Squares(found)
}

// attackers returns the pieces of a color that attack a square of the board.
func (s *State) attackers(r *rules, sq game.Square, by game.Color) (found uint64) {
	for pieces := s.Of(by); pieces != 0; pieces &= pieces - 1 {
		if one := pieces & -pieces; s.attacked(r, sq, by.Other(), s.Occupied(), one) {
			found |= one
		}
	}
	return found
}
