package shrink

import (
	mathbits "math/bits"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// Squares are numbered rank·8 + file whatever the size of the board, so a
// collapse towards a1 moves whole ranges of bits and the tables of the full
// board serve every smaller one: beyond the edge nothing is ever occupied.
const (
	noSquare = 64
	fileA    = 0x0101010101010101
	fileH    = fileA << 7
	rank1    = 0xff
)

func bit(sq uint) uint64 { return 1 << (sq & 63) }

func lowest(b uint64) uint { return uint(mathbits.TrailingZeros64(b)) }

func count(b uint64) int { return mathbits.OnesCount64(b) }

// turned shifts a set forward by a signed number of squares. Sets are masked so
// that nothing wraps around.
func turned(b uint64, by int) uint64 { return mathbits.RotateLeft64(b, by) }

func rankOf(sq uint) uint64 { return rank1 << (sq & 56) }

func fileOf(sq uint) uint64 { return fileA << (sq & 7) }

// attackers returns those of the men in the set them, all of the other side,
// that attack a square of side us.
func attackers(m bitboard.Pieces, sq uint, us game.Color, them uint64) uint64 {
	occ := m.Occupied()
	a := pawnAttacks[us&1][sq&63] & m.Pawns()
	a |= knightAttacks[sq&63] & m.Knights()
	a |= kingAttacks[sq&63] & m.Kings()
	a |= bishopAttacks(sq, occ) & m.Diagonal()
	a |= rookAttacks(sq, occ) & m.Straight()
	return a & them
}

// checkers returns the men that attack the king of side us.
func checkers(m bitboard.Pieces, us game.Color) uint64 {
	own := m.Of(us)
	return attackers(m, lowest(m.Kings()&own), us, m.Occupied()&^own)
}
