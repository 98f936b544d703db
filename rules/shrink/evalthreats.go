package shrink

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// threatsBy counts what the side attacks of the enemy's men.
func (v *survey) threatsBy(t *table, m *bitboard.Pieces, color game.Color) taper {
	color &= 1
	them := color ^ 1
	by, enemy := &v.by[color], v.own[them]
	strong := v.by[them][game.Pawn] | v.twice[them]&^v.twice[color]
	weak := enemy & v.all[color] &^ strong
	officers := v.officers[them]
	var sum taper

	for b := (weak | officers) & (by[game.Knight] | by[game.Bishop]) &^ m.Kings(); b != 0; b &= b - 1 {
		sum += t.minorThreat[m.PieceType(game.Square(lowest(b)))&7]
	}
	for b := (weak | m.Queens()&enemy) & by[game.Rook] &^ m.Kings(); b != 0; b &= b - 1 {
		sum += t.rookThreat[m.PieceType(game.Square(lowest(b)))&7]
	}
	if weak &^= m.Kings(); weak != 0 {
		if weak&by[game.King] != 0 {
			sum += t.kingThreat
		}
		sum += t.hanging.times(count(weak &^ v.all[them]))
	}

	safe := v.all[color] | ^v.all[them]
	pawns := v.pawns[color]
	if attacked := pawnCover(pawns&safe, color) & officers; attacked != 0 {
		for b := attacked; b != 0; b &= b - 1 {
			sum += t.pawnThreat[m.PieceType(game.Square(lowest(b)))&7]
		}
	}
	steps := turned(pawns, forward[color]) &^ v.occ
	steps |= turned(steps&stepped[color][(8-v.lift>>3)&15], forward[color]) &^ v.occ
	steps &= safe &^ v.by[them][game.Pawn]
	sum += t.pushThreat.times(count(pawnCover(steps, color) & officers &^ by[game.Pawn]))
	return sum
}
