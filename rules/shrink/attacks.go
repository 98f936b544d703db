package shrink

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// Attacks on the full board. On a smaller board they may include squares that it
// does not have. Square numbers count modulo 64.
var (
	knightAttacks [64]uint64
	kingAttacks   [64]uint64
	pawnAttacks   [2][64]uint64 // by the pawn's color
	rookRays      [64]uint64
	bishopRays    [64]uint64
	between       [64][64]uint64 // see Between
)

// KnightAttacks returns the squares that a knight attacks.
func KnightAttacks(sq game.Square) uint64 { return knightAttacks[sq&63] }

// KingAttacks returns the squares that a king attacks.
func KingAttacks(sq game.Square) uint64 { return kingAttacks[sq&63] }

// PawnAttacks returns the squares that a pawn of a color attacks.
func PawnAttacks(color game.Color, sq game.Square) uint64 { return pawnAttacks[color&1][sq&63] }

// PawnsAttacks returns the squares that a set of pawns of a color attacks.
func PawnsAttacks(color game.Color, pawns uint64) uint64 {
	ahead := forward[color&1]
	return shifted(pawns&^fileA, ahead-1) | shifted(pawns&^fileH, ahead+1)
}

// Between returns the squares strictly between two on one line, else none.
func Between(a, b game.Square) uint64 { return between[a&63][b&63] }

// RookRays returns the squares that a rook attacks on an empty board.
func RookRays(sq game.Square) uint64 { return rookRays[sq&63] }

// BishopRays returns the squares that a bishop attacks on an empty board.
func BishopRays(sq game.Square) uint64 { return bishopRays[sq&63] }

// RookAttacks returns the squares that a rook attacks: on each line up to and
// including the first occupied one.
func RookAttacks(sq game.Square, occupied uint64) uint64 {
	return slides[rookMagics[sq&63].Index(occupied)%slidesSize]
}

// BishopAttacks returns the squares that a bishop attacks, as RookAttacks does.
func BishopAttacks(sq game.Square, occupied uint64) uint64 {
	return slides[bishopMagics[sq&63].Index(occupied)%slidesSize]
}

// attackers returns the pieces in them, of the color other than us, that attack a
// square.
func attackers(m bitboard.Pieces, sq game.Square, us game.Color, them uint64) uint64 {
	occupied := m.Occupied()
	a := pawnAttacks[us&1][sq&63] & m.Pawns()
	a |= knightAttacks[sq&63] & m.Knights()
	a |= kingAttacks[sq&63] & m.Kings()
	a |= BishopAttacks(sq, occupied) & m.Diagonal()
	a |= RookAttacks(sq, occupied) & m.Straight()
	return a & them
}

// checkers returns the pieces that attack the king of a color.
func checkers(m bitboard.Pieces, us game.Color) uint64 {
	own := m.Of(us)
	return attackers(m, bitboard.Lowest(m.Kings()&own), us, m.Occupied()&^own)
}

func init() {
	for sq := range game.Square(64) {
		for _, d := range [][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}} {
			knightAttacks[sq] |= step(sq, d[0], d[1])
		}
		for df := -1; df <= 1; df++ {
			for dr := -1; dr <= 1; dr++ {
				if df != 0 || dr != 0 {
					kingAttacks[sq] |= step(sq, df, dr)
					fillBetween(sq, df, dr)
				}
			}
		}
		pawnAttacks[game.White][sq] = step(sq, -1, 1) | step(sq, 1, 1)
		pawnAttacks[game.Black][sq] = step(sq, -1, -1) | step(sq, 1, -1)
		rookRays[sq] = walk(sq, 0, rookSteps[:])
		bishopRays[sq] = walk(sq, 0, bishopSteps[:])
	}
	fillSlides()
}

// step returns the square that many files and ranks away, or none.
func step(sq game.Square, df, dr int) uint64 {
	f, r := int(sq&7)+df, int(sq>>3)+dr
	if f < 0 || f > 7 || r < 0 || r > 7 {
		return 0
	}
	return bitboard.Bit(game.Square(8*r + f))
}

func fillBetween(sq game.Square, df, dr int) {
	var line uint64
	for at := step(sq, df, dr); at != 0; at = step(bitboard.Lowest(at), df, dr) {
		between[sq][bitboard.Lowest(at)] = line
		line |= at
	}
}

var (
	rookSteps   = [4][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
	bishopSteps = [4][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
)

// walk returns a slider's attacks, line by line up to the first occupied square.
func walk(sq game.Square, occupied uint64, lines [][2]int) uint64 {
	var a uint64
	for _, d := range lines {
		f, r := int(sq&7)+d[0], int(sq>>3)+d[1]
		for ; uint(f|r) < 8; f, r = f+d[0], r+d[1] {
			at := uint64(1) << uint(8*r+f)
			a |= at
			if at&occupied != 0 {
				break
			}
		}
	}
	return a
}

// Attackers implements game.Position.
func (p *position) Attackers(sq game.Square, by game.Color) []game.Square {
	s := p.State()
	if sq >= 64 || bitboard.Bit(sq)&s.Squares() == 0 {
		return nil
	}
	return bitboard.Squares(attackers(s.Pieces, sq, by.Other(), s.Of(by)))
}

// Checkers implements game.Position.
func (p *position) Checkers() []game.Square {
	s := p.State()
	return bitboard.Squares(checkers(s.Pieces, s.Turn))
}
