package shrink

import (
	"math/bits"

	"github.com/wane-chess/wane/game"
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

// men is the board as four planes of bits: three that spell the code of the man
// on each square, and one for Black's men. A position fits in few words, so
// that copying and collapsing it is cheap. It is small enough for the compiler
// to keep it in registers; its methods return changed copies.
type men struct{ p0, p1, p2, black uint64 }

// The codes, chosen so that sets of sliders fall out of the planes.
const (
	noMan  = 0b000
	rook   = 0b001
	bishop = 0b010
	queen  = 0b011
	pawn   = 0b100
	knight = 0b101
	king   = 0b110
)

// pieceOf and codeOf translate between codes and the contract's pieces.
var (
	pieceOf = [8]game.Piece{rook: game.Rook, bishop: game.Bishop, queen: game.Queen,
		pawn: game.Pawn, knight: game.Knight, king: game.King}
	codeOf = [8]uint8{game.Rook: rook, game.Bishop: bishop, game.Queen: queen,
		game.Pawn: pawn, game.Knight: knight, game.King: king}
)

func bit(sq uint) uint64 { return 1 << (sq & 63) }

func lowest(b uint64) uint { return uint(bits.TrailingZeros64(b)) }

func count(b uint64) int { return bits.OnesCount64(b) }

// turned shifts a set forward by a signed number of squares. Sets are masked so
// that nothing wraps around.
func turned(b uint64, by int) uint64 { return bits.RotateLeft64(b, by) }

func rankOf(sq uint) uint64 { return rank1 << (sq & 56) }

func fileOf(sq uint) uint64 { return fileA << (sq & 7) }

func (m men) occupied() uint64 { return m.p0 | m.p1 | m.p2 }

// of returns the men of a side.
func (m men) of(side game.Side) uint64 {
	return (m.black ^ (uint64(side) - 1)) & m.occupied()
}

func (m men) kings() uint64     { return m.p1 & m.p2 }
func (m men) pawns() uint64     { return m.p2 &^ (m.p0 | m.p1) }
func (m men) knights() uint64   { return m.p2 & m.p0 }
func (m men) diagonal() uint64  { return m.p1 &^ m.p2 } // bishops and queens
func (m men) straight() uint64  { return m.p0 &^ m.p2 } // rooks and queens
func (m men) rooks() uint64     { return m.p0 &^ (m.p1 | m.p2) }
func (m men) bishops() uint64   { return m.p1 &^ (m.p0 | m.p2) }
func (m men) queens() uint64    { return m.p0 & m.p1 }
func (m men) code(sq uint) uint { return uint(m.p0>>sq&1 | m.p1>>sq&1<<1 | m.p2>>sq&1<<2) }

// man returns what stands on a square.
func (m men) man(sq uint) game.Man {
	return pieceOf[m.code(sq&63)].Of(game.Side(m.black >> (sq & 63) & 1))
}

// lift takes the men off a set of squares.
func (m men) lift(set uint64) men {
	return men{m.p0 &^ set, m.p1 &^ set, m.p2 &^ set, m.black &^ set}
}

// put places a man on an empty square.
func (m men) put(sq, code uint, side game.Side) men {
	c := uint64(code)
	return men{m.p0 | c&1<<sq, m.p1 | c>>1&1<<sq, m.p2 | c>>2&1<<sq, m.black | uint64(side)<<sq}
}

// slide moves a man to a square, and takes what stands there.
func (m men) slide(from, to uint) men {
	from, to = from&63, to&63
	keep := ^(uint64(1)<<from | 1<<to)
	return men{
		m.p0&keep | m.p0>>from&1<<to,
		m.p1&keep | m.p1>>from&1<<to,
		m.p2&keep | m.p2>>from&1<<to,
		m.black&keep | m.black>>from&1<<to,
	}
}

// attackers returns those of the men in the set them, all of the other side,
// that attack a square of side us.
func (m men) attackers(sq uint, us game.Side, them uint64) uint64 {
	occ := m.occupied()
	a := pawnAttacks[us&1][sq&63] & m.pawns()
	a |= knightAttacks[sq&63] & m.knights()
	a |= kingAttacks[sq&63] & m.kings()
	a |= bishopAttacks(sq, occ) & m.diagonal()
	a |= rookAttacks(sq, occ) & m.straight()
	return a & them
}

// checkers returns the men that attack the king of side us.
func (m men) checkers(us game.Side) uint64 {
	own := m.of(us)
	return m.attackers(lowest(m.kings()&own), us, m.occupied()&^own)
}
