package shrink

import (
	"github.com/wane-chess/wane/engine/eval/weights"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/rules/shrink"
)

// outpostRanks are ranks 3 to 5 from the side's own.
var outpostRanks = [2]uint64{game.White: 0xffffff << 24, game.Black: 0xffffff << 16}

// How much each attack on the squares around a king aims at it, by game.PieceType.
var aims = [8]int{game.Queen: 4, game.Rook: 3, game.Bishop: 2, game.Knight: 3}

// pieces evaluates the side's pieces other than king and pawns, and notes what they
// attack.
func (a *attacks) pieces(t *terms, m *bitboard.Pieces, color game.Color) tapered {
	color &= 1
	own, flip, down := a.own[color], game.Square(color)*56, a.lift*game.Square(color)
	pawns, enemyPawns := a.pawns[color], a.pawns[color^1]
	area := a.board &^ (pawns | bitboard.Bit(a.king[color]) | a.by[color^1][game.Pawn])
	square := &t.square[a.files&15]
	ring := a.ring[color^1]
	last := uint64(rank1) << (56 - a.lift) // the enemy king's rank, and the one before it
	if color == game.Black {
		last = rank1
	}
	var seventh uint64
	if bitboard.Bit(a.king[color^1])&last != 0 {
		seventh = shifted(last, -shrink.Forward(color))
	}
	all, twice := a.all[color], a.twice[color]
	aimed := 0
	var sum tapered

	var attacked uint64
	for b := m.Knights() & own; b != 0; b &= b - 1 {
		sq := bitboard.Lowest(b) & 63
		reach := shrink.KnightAttacks(sq)
		sum += square[game.Knight][(sq^flip-down)&63] + t.knight[bitboard.Count(reach&area)&15]
		twice |= all & reach
		all |= reach
		attacked |= reach
		if reach &= ring; reach != 0 {
			aimed += aims[game.Knight] + bitboard.Count(reach)
		}
	}
	a.by[color][game.Knight] = attacked

	attacked = 0
	bishops := m.Bishops() & own
	through := a.occupied &^ (m.Queens() & own)
	for b := bishops; b != 0; b &= b - 1 {
		sq := bitboard.Lowest(b) & 63
		reach := shrink.BishopAttacks(sq, through)
		sum += square[game.Bishop][(sq^flip-down)&63] + t.bishop[bitboard.Count(reach&area)&15]
		sum += t.bishopPawns * weights.Tally(pawns&sameColor(sq))
		twice |= all & reach
		all |= reach
		attacked |= reach
		if reach &= ring; reach != 0 {
			aimed += aims[game.Bishop] + bitboard.Count(reach)
		}
	}
	if bishops&(bishops-1) != 0 {
		sum += t.bishopPair
	}
	a.by[color][game.Bishop] = attacked

	attacked = 0
	through &^= m.Rooks() & own
	for b := m.Rooks() & own; b != 0; b &= b - 1 {
		sq := bitboard.Lowest(b) & 63
		reach := shrink.RookAttacks(sq, through)
		sum += square[game.Rook][(sq^flip-down)&63] + t.rook[bitboard.Count(reach&area)&15]
		if file := shrink.FileSquares(sq); file&pawns == 0 {
			if file&enemyPawns == 0 {
				sum += t.openFile
			} else {
				sum += t.halfOpenFile
			}
		}
		if bitboard.Bit(sq)&seventh != 0 {
			sum += t.rookOnSeventh
		}
		twice |= all & reach
		all |= reach
		attacked |= reach
		if reach &= ring; reach != 0 {
			aimed += aims[game.Rook] + bitboard.Count(reach)
		}
	}
	a.by[color][game.Rook] = attacked

	attacked = 0
	for b := m.Queens() & own; b != 0; b &= b - 1 {
		sq := bitboard.Lowest(b) & 63
		reach := shrink.BishopAttacks(sq, a.occupied) | shrink.RookAttacks(sq, a.occupied)
		sum += square[game.Queen][(sq^flip-down)&63] + t.queen[bitboard.Count(reach&area)&31]
		twice |= all & reach
		all |= reach
		attacked |= reach
		if reach &= ring; reach != 0 {
			aimed += aims[game.Queen] + bitboard.Count(reach)
		}
	}
	a.by[color][game.Queen] = attacked

	minors := (m.Knights() | bishops) & own
	if posts := minors & (outpostRanks[color] >> down) & a.by[color][game.Pawn] &^ a.pawnReach[color^1]; posts != 0 {
		sum += t.outpostKnight * weights.Tally(posts&m.Knights())
		sum += t.outpostBishop * weights.Tally(posts&bishops)
	}
	sum += t.minorBehindPawn * weights.Tally(nextRank(minors, color)&m.Pawns())

	a.all[color], a.twice[color], a.aimed[color] = all, twice, aimed
	return sum
}
