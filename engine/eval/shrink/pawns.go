package shrink

import (
	"github.com/wane-chess/wane/engine/eval/weights"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// pawnStructure evaluates the side's pawns by themselves, passed ones as far as only
// pawns matter, and notes what pawns can ever attack. It looks at the board with
// the side's last rank as rank 7.
func (a *attacks) pawnStructure(t *terms, color game.Color) tapered {
	color &= 1
	own, enemy := a.toGoal(a.pawns[color], color), a.toGoal(a.pawns[color^1], color)
	square := &t.square[a.files&15][game.Pawn]
	guards := own<<7&^fileH | own<<9&^fileA
	danger := enemy>>7&^fileA | enemy>>9&^fileH
	reach := ahead(guards)
	passed := own &^ (behind(enemy>>8|danger) | behind(own>>8))
	files := ahead(own) | behind(own)
	isolated := own &^ beside(files)
	backward := own &^ isolated & (danger &^ reach >> 8)
	doubled := own & ahead(own<<8)
	a.pawnReach[color], a.passed[color] = a.fromGoal(reach, color), passed

	sum := t.isolated*weights.Tally(isolated) + t.doubled*weights.Tally(doubled) + t.backward*weights.Tally(backward)
	for b := own; b != 0; b &= b - 1 {
		sum += square[bitboard.Lowest(b)&63]
	}
	for b := own & guards; b != 0; b &= b - 1 {
		sum += t.supported[bitboard.Lowest(b)>>3&7]
	}
	for b := own & beside(own); b != 0; b &= b - 1 {
		sum += t.phalanx[bitboard.Lowest(b)>>3&7]
	}
	return sum
}

// passedPawns evaluates the side's passed pawns.
func (a *attacks) passedPawns(t *terms, color game.Color) tapered {
	color &= 1
	var sum tapered
	flip, up := game.Square(color)*56, a.lift*game.Square(color^1)
	ownKing, enemyKing := a.king[color]^flip+up, a.king[color^1]^flip+up
	for b := a.passed[color]; b != 0; b &= b - 1 {
		sq := bitboard.Lowest(b) & 63
		rank, next := sq>>3&7, (sq+8)&63
		sum += t.passed[rank]
		if rank < 3 {
			continue
		}
		sum += t.passedOwnKing[rank]*tapered(distance(ownKing, next)) +
			t.passedEnemyKing[rank]*tapered(distance(enemyKing, next))
		stop := bitboard.Bit((next - up) ^ flip)
		switch {
		case a.occupied&stop != 0:
			sum += t.passedBlocked[rank]
		case a.all[color^1]&stop == 0:
			sum += t.passedStep[rank]
			way := a.fromGoal(fileAhead(sq), color)
			if (a.occupied|a.all[color^1])&way == 0 {
				sum += t.passedFree[rank]
			}
		}
		if a.all[color]&stop != 0 {
			sum += t.passedGuarded[rank]
		}
	}
	return sum
}
