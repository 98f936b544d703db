package shrink

import (
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
	own, flip, down := a.own[color], uint(color)*56, a.lift*uint(color)
	pawns, enemyPawns := a.pawns[color], a.pawns[color^1]
	area := a.board &^ (pawns | bit(a.king[color]) | a.by[color^1][game.Pawn])
	square := &t.square[a.files&15]
	ring := a.ring[color^1]
	last := uint64(rank1) << (56 - a.lift) // the enemy king's rank, and the one before it
	if color == game.Black {
		last = rank1
	}
	var seventh uint64
	if bit(a.king[color^1])&last != 0 {
		seventh = shifted(last, -shrink.Forward(color))
	}
	all, twice := a.all[color], a.twice[color]
	aimed := 0
	var sum tapered

	var attacked uint64
	for b := m.Knights() & own; b != 0; b &= b - 1 {
		sq := lowest(b) & 63
		reach := shrink.KnightAttacks(sq)
		sum += square[game.Knight][(sq^flip-down)&63] + t.knight[count(reach&area)&15]
		twice |= all & reach
		all |= reach
		attacked |= reach
		if reach &= ring; reach != 0 {
			aimed += aims[game.Knight] + count(reach)
		}
	}
	a.by[color][game.Knight] = attacked

	attacked = 0
	bishops := m.Bishops() & own
	through := a.occ &^ (m.Queens() & own)
	for b := bishops; b != 0; b &= b - 1 {
		sq := lowest(b) & 63
		reach := shrink.BishopAttacks(sq, through)
		sum += square[game.Bishop][(sq^flip-down)&63] + t.bishop[count(reach&area)&15]
		sum += t.bishopPawns * tapered(count(pawns&sameColor(sq)))
		twice |= all & reach
		all |= reach
		attacked |= reach
		if reach &= ring; reach != 0 {
			aimed += aims[game.Bishop] + count(reach)
		}
	}
	if bishops&(bishops-1) != 0 {
		sum += t.bishopPair
	}
	a.by[color][game.Bishop] = attacked

	attacked = 0
	through &^= m.Rooks() & own
	for b := m.Rooks() & own; b != 0; b &= b - 1 {
		sq := lowest(b) & 63
		reach := shrink.RookAttacks(sq, through)
		sum += square[game.Rook][(sq^flip-down)&63] + t.rook[count(reach&area)&15]
		if file := shrink.FileSquares(sq); file&pawns == 0 {
			if file&enemyPawns == 0 {
				sum += t.openFile
			} else {
				sum += t.halfOpenFile
			}
		}
		if bit(sq)&seventh != 0 {
			sum += t.rookOnSeventh
		}
		twice |= all & reach
		all |= reach
		attacked |= reach
		if reach &= ring; reach != 0 {
			aimed += aims[game.Rook] + count(reach)
		}
	}
	a.by[color][game.Rook] = attacked

	attacked = 0
	for b := m.Queens() & own; b != 0; b &= b - 1 {
		sq := lowest(b) & 63
		reach := shrink.BishopAttacks(sq, a.occ) | shrink.RookAttacks(sq, a.occ)
		sum += square[game.Queen][(sq^flip-down)&63] + t.queen[count(reach&area)&31]
		twice |= all & reach
		all |= reach
		attacked |= reach
		if reach &= ring; reach != 0 {
			aimed += aims[game.Queen] + count(reach)
		}
	}
	a.by[color][game.Queen] = attacked

	minors := (m.Knights() | bishops) & own
	if posts := minors & (outpostRanks[color] >> down) & a.by[color][game.Pawn] &^ a.pawnReach[color^1]; posts != 0 {
		sum += t.outpostKnight * tapered(count(posts&m.Knights()))
		sum += t.outpostBishop * tapered(count(posts&bishops))
	}
	sum += t.minorBehindPawn * tapered(count(nextRank(minors, color)&m.Pawns()))

	a.all[color], a.twice[color], a.aimed[color] = all, twice, aimed
	return sum
}
