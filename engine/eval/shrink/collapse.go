package shrink

import (
	"github.com/wane-chess/wane/engine/eval/weights"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/rules/shrink"
)

// kingRoom evaluates the squares that the side's king can safely go to.
func (a *attacks) kingRoom(t *terms, color game.Color) tapered {
	color &= 1
	free := a.board &^ (a.own[color] | a.all[color^1])
	return t.kingRoom[bitboard.Count(shrink.KingAttacks(a.king[color])&free)&15]
}

// alone evaluates the pieces that stand alone on a rank or a file, for White.
func (a *attacks) alone(t *terms, s *shrink.State) tapered {
	var sum tapered
	for b := shrink.AloneOnRank(a.occupied); b != 0; b &= b - 1 {
		sum += signed(t.aloneOnRank[s.PieceType(bitboard.Lowest(b))&7], b&-b&s.Black)
	}
	for b := shrink.AloneOnFile(a.occupied); b != 0; b &= b - 1 {
		sum += signed(t.aloneOnFile[s.PieceType(bitboard.Lowest(b))&7], b&-b&s.Black)
	}
	return sum
}

func signed(t tapered, black uint64) tapered {
	if black != 0 {
		return -t
	}
	return t
}

// rankAhead evaluates what may shorten the way of the side's pawns.
func (a *attacks) rankAhead(t *terms, color game.Color) tapered {
	color &= 1
	lone := a.toGoal(shrink.AloneOnRank(a.occupied), color)
	own := lone & a.toGoal(a.own[color], color)
	enemy := lone &^ own
	pawns := a.toGoal(a.pawns[color], color)
	var sum tapered
	if lone != 0 {
		for b := pawns; b != 0; b &= b - 1 {
			rank := bitboard.Lowest(b) >> 3 & 7
			beyond := -(uint64(1) << (8*rank + 8))
			sum += t.rankAhead[0][rank]*weights.Tally(own&beyond) + t.rankAhead[1][rank]*weights.Tally(enemy&beyond)
		}
	}
	const near = 0xffff << 40
	if pawns&near != 0 {
		crowd := bitboard.Count(a.toGoal(a.occupied, color) >> 56)
		sum += t.lastRankCrowd[crowd&15] * weights.Tally(pawns&near)
	}
	return sum
}
