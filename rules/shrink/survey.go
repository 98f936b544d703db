package shrink

import (
	mathbits "math/bits"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// survey is what Eval finds out about a position on its way: who attacks what.
// Attacks may reach beyond a small board.
type survey struct {
	board    uint64
	files    uint8
	lift     uint // squares that the rows that a small board lacks would have
	occ      uint64
	own      [2]uint64
	pawns    [2]uint64
	officers [2]uint64 // men other than pawns and king
	king     [2]uint
	ring     [2]uint64    // the squares around the king and those before them
	by       [2][8]uint64 // what a side attacks with a game.PieceType
	all      [2]uint64    // what it attacks
	twice    [2]uint64    // what it attacks at least twice
	reach    [2]uint64    // what its pawns may ever attack
	passed   [2]uint64
	aimed    [2]int // what a side aims at the enemy king
}

// sum counts everything that the two games share, for White.
func (v *survey) sum(t *table, m *bitboard.Pieces) taper {
	sum := v.pawnsOf(t, game.White) - v.pawnsOf(t, game.Black)
	sum += v.piecesOf(t, m, game.White) - v.piecesOf(t, m, game.Black)
	sum += v.kingOf(t, game.White) - v.kingOf(t, game.Black)
	sum += v.threatsBy(t, m, game.White) - v.threatsBy(t, m, game.Black)
	sum += v.passedOf(t, game.White) - v.passedOf(t, game.Black)
	if v.officers[0]|v.pawns[0] == 0 || v.officers[1]|v.pawns[1] == 0 {
		sum += v.mop(t)
	}
	return sum
}

// blend returns the evaluation for the side to move, given White's for the two
// ends of the game and how much is left of the middle game.
func blend(middle, end, phase int, turn game.Color, t *table) game.Score {
	if turn == game.Black {
		middle, end = -middle, -end
	}
	first, second := t.tempo.both()
	return clamp(((middle+first)*phase + (end+second)*(fullPhase-phase)) / fullPhase)
}

// begin finds what does not depend on other men.
func (v *survey) begin(s *state) {
	m := &s.Pieces
	v.board, v.files, v.lift = s.board(), s.files, 8*(8-uint(s.ranks))
	v.occ = m.Occupied()
	v.own[game.White] = v.occ &^ m.Black
	v.own[game.Black] = m.Black
	for color := range game.Color(2) {
		own := v.own[color]
		k := lowest(m.Kings()&own) & 63
		pawns := m.Pawns() & own
		v.king[color], v.pawns[color], v.officers[color] = k, pawns, own&^(m.Pawns()|m.Kings())
		around := kingAttacks[k]
		v.ring[color] = (around | nextRow(around, color) | bit(k)) & v.board
		ahead := forward[color]
		left, right := turned(pawns&^fileA, ahead-1), turned(pawns&^fileH, ahead+1)
		guarded := left | right
		v.by[color][game.Pawn], v.by[color][game.King] = guarded, around
		v.all[color] = guarded | around
		v.twice[color] = left&right | guarded&around
	}
}

// How much each attack on the squares around a king aims at it, by game.PieceType.
var aims = [8]int{game.Queen: 4, game.Rook: 3, game.Bishop: 2, game.Knight: 3}

// piecesOf counts the side's men other than king and pawns, and notes what they
// attack.
func (v *survey) piecesOf(t *table, m *bitboard.Pieces, color game.Color) taper {
	color &= 1
	own, flip, down := v.own[color], uint(color)*56, v.lift*uint(color)
	pawns, enemyPawns := v.pawns[color], v.pawns[color^1]
	area := v.board &^ (pawns | bit(v.king[color]) | v.by[color^1][game.Pawn])
	square := &t.square[v.files&15]
	ring := v.ring[color^1]
	last := uint64(rank1) << (56 - v.lift) // the enemy king's row, and the one before it
	if color == game.Black {
		last = rank1
	}
	var seventh uint64
	if bit(v.king[color^1])&last != 0 {
		seventh = turned(last, -forward[color])
	}
	all, twice := v.all[color], v.twice[color]
	aimed := 0
	var sum taper

	var attacked uint64
	for b := m.Knights() & own; b != 0; b &= b - 1 {
		sq := lowest(b) & 63
		a := knightAttacks[sq]
		sum += square[game.Knight][(sq^flip-down)&63] + t.knight[count(a&area)&15]
		twice |= all & a
		all |= a
		attacked |= a
		if a &= ring; a != 0 {
			aimed += aims[game.Knight] + count(a)
		}
	}
	v.by[color][game.Knight] = attacked

	attacked = 0
	bishops := m.Bishops() & own
	through := v.occ &^ (m.Queens() & own)
	for b := bishops; b != 0; b &= b - 1 {
		sq := lowest(b) & 63
		a := bishopAttacks(sq, through)
		sum += square[game.Bishop][(sq^flip-down)&63] + t.bishop[count(a&area)&15]
		sum += t.bishopPawns.times(count(pawns & colored(sq)))
		twice |= all & a
		all |= a
		attacked |= a
		if a &= ring; a != 0 {
			aimed += aims[game.Bishop] + count(a)
		}
	}
	if bishops&(bishops-1) != 0 {
		sum += t.bishopPair
	}
	v.by[color][game.Bishop] = attacked

	attacked = 0
	through &^= m.Rooks() & own
	for b := m.Rooks() & own; b != 0; b &= b - 1 {
		sq := lowest(b) & 63
		a := rookAttacks(sq, through)
		sum += square[game.Rook][(sq^flip-down)&63] + t.rook[count(a&area)&15]
		if file := fileOf(sq); file&pawns == 0 {
			if file&enemyPawns == 0 {
				sum += t.openFile
			} else {
				sum += t.halfOpenFile
			}
		}
		if bit(sq)&seventh != 0 {
			sum += t.seventh
		}
		twice |= all & a
		all |= a
		attacked |= a
		if a &= ring; a != 0 {
			aimed += aims[game.Rook] + count(a)
		}
	}
	v.by[color][game.Rook] = attacked

	attacked = 0
	for b := m.Queens() & own; b != 0; b &= b - 1 {
		sq := lowest(b) & 63
		a := bishopAttacks(sq, v.occ) | rookAttacks(sq, v.occ)
		sum += square[game.Queen][(sq^flip-down)&63] + t.queen[count(a&area)&31]
		twice |= all & a
		all |= a
		attacked |= a
		if a &= ring; a != 0 {
			aimed += aims[game.Queen] + count(a)
		}
	}
	v.by[color][game.Queen] = attacked

	minors := (m.Knights() | bishops) & own
	if posts := minors & (outpostRows[color] >> down) & v.by[color][game.Pawn] &^ v.reach[color^1]; posts != 0 {
		sum += t.outpostKnight.times(count(posts & m.Knights()))
		sum += t.outpostBishop.times(count(posts & bishops))
	}
	sum += t.sheltered.times(count(nextRow(minors, color) & m.Pawns()))

	v.all[color], v.twice[color], v.aimed[color] = all, twice, aimed
	return sum
}

// nextRow returns the squares before a set, seen from a side.
func nextRow(b uint64, color game.Color) uint64 {
	if color == game.Black {
		return b >> 8
	}
	return b << 8
}

// outpostRows are rows 3 to 5 from the side's own.
var outpostRows = [2]uint64{game.White: 0xffffff << 24, game.Black: 0xffffff << 16}

// colored returns the squares of a square's colour.
func colored(sq uint) uint64 {
	const dark = 0xaa55aa55aa55aa55
	return dark ^ -uint64((sq^sq>>3)&1)
}

// fromHome returns a set of squares as the side sees it if its first row is
// row 0.
func (v *survey) fromHome(b uint64, color game.Color) uint64 {
	if color == game.Black {
		return mathbits.ReverseBytes64(b) >> (v.lift & 63)
	}
	return b
}

// toGoal returns a set of squares as the side sees it if its last row is row 7.
func (v *survey) toGoal(b uint64, color game.Color) uint64 {
	if color == game.Black {
		return mathbits.ReverseBytes64(b)
	}
	return b << (v.lift & 63)
}

// fromGoal is the reverse of toGoal.
func (v *survey) fromGoal(b uint64, color game.Color) uint64 {
	if color == game.Black {
		return mathbits.ReverseBytes64(b)
	}
	return b >> (v.lift & 63)
}

// distance is the number of king's steps between two squares.
func distance(a, b uint) int {
	return max(abs(int(a&7)-int(b&7)), abs(int(a>>3)-int(b>>3)))
}

func abs(n int) int { return max(n, -n) }
