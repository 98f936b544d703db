package shrink

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bits"
)

// threatsBy counts what the side attacks of the enemy's men.
func (v *survey) threatsBy(t *table, m *bits.Men, side game.Side) taper {
	side &= 1
	them := side ^ 1
	by, enemy := &v.by[side], v.own[them]
	strong := v.by[them][game.Pawn] | v.twice[them]&^v.twice[side]
	weak := enemy & v.all[side] &^ strong
	officers := v.officers[them]
	var sum taper

	for b := (weak | officers) & (by[game.Knight] | by[game.Bishop]) &^ m.Kings(); b != 0; b &= b - 1 {
		sum += t.minorThreat[m.Piece(game.Square(lowest(b)))&7]
	}
	for b := (weak | m.Queens()&enemy) & by[game.Rook] &^ m.Kings(); b != 0; b &= b - 1 {
		sum += t.rookThreat[m.Piece(game.Square(lowest(b)))&7]
	}
	if weak &^= m.Kings(); weak != 0 {
		if weak&by[game.King] != 0 {
			sum += t.kingThreat
		}
		sum += t.hanging.times(count(weak &^ v.all[them]))
	}

	safe := v.all[side] | ^v.all[them]
	pawns := v.pawns[side]
	if attacked := pawnCover(pawns&safe, side) & officers; attacked != 0 {
		for b := attacked; b != 0; b &= b - 1 {
			sum += t.pawnThreat[m.Piece(game.Square(lowest(b)))&7]
		}
	}
	steps := turned(pawns, forward[side]) &^ v.occ
	steps |= turned(steps&stepped[side][(8-v.lift>>3)&15], forward[side]) &^ v.occ
	steps &= safe &^ v.by[them][game.Pawn]
	sum += t.pushThreat.times(count(pawnCover(steps, side) & officers &^ by[game.Pawn]))
	return sum
}
