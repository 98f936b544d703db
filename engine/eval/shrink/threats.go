package shrink

import (
	"github.com/wane-chess/wane/engine/eval/weights"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/rules/shrink"
)

// threats evaluates what the side attacks of the enemy's pieces.
func (a *attacks) threats(t *terms, m *bitboard.Pieces, color game.Color) tapered {
	color &= 1
	them := color ^ 1
	by, enemy := &a.by[color], a.own[them]
	strong := a.by[them][game.Pawn] | a.twice[them]&^a.twice[color]
	weak := enemy & a.all[color] &^ strong
	pieces := a.nonPawns[them]
	var sum tapered

	for b := (weak | pieces) & (by[game.Knight] | by[game.Bishop]) &^ m.Kings(); b != 0; b &= b - 1 {
		sum += t.minorThreat[m.PieceType(bitboard.Lowest(b))&7]
	}
	for b := (weak | m.Queens()&enemy) & by[game.Rook] &^ m.Kings(); b != 0; b &= b - 1 {
		sum += t.rookThreat[m.PieceType(bitboard.Lowest(b))&7]
	}
	if weak &^= m.Kings(); weak != 0 {
		if weak&by[game.King] != 0 {
			sum += t.kingThreat
		}
		sum += t.hanging * weights.Tally(weak&^a.all[them])
	}

	safe := a.all[color] | ^a.all[them]
	pawns := a.pawns[color]
	if attacked := shrink.PawnsAttacks(color, pawns&safe) & pieces; attacked != 0 {
		for b := attacked; b != 0; b &= b - 1 {
			sum += t.pawnThreat[m.PieceType(bitboard.Lowest(b))&7]
		}
	}
	steps := shifted(pawns, shrink.Forward(color)) &^ a.occupied
	steps |= shifted(steps&shrink.DoubleStepRank(color, 8-int(a.lift>>3)), shrink.Forward(color)) &^ a.occupied
	steps &= safe &^ a.by[them][game.Pawn]
	sum += t.pushThreat * weights.Tally(shrink.PawnsAttacks(color, steps)&pieces&^by[game.Pawn])
	return sum
}
