package convergent

import (
	"github.com/wane-chess/wane/engine/eval/weights"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/rules/convergent"
)

// kingDanger scores what a side does to the enemy king: the squares that it
// leaves it and the checks that it could give on unguarded squares.
func (e *Evaluator) kingDanger(a, enemy *side, occupied uint64) weights.Tapered {
	t := &e.terms
	king := enemy.king & 63
	r := convergent.AttacksFrom(king)
	sum := -t.kingRoom[bitboard.Count(r.King&^(enemy.own|a.attacks))]
	free := ^(enemy.attacks | a.own)
	sum += t.safeCheck[game.Queen]*weights.Tapered(atLeast1(r.Queen&a.by[game.Queen]&free)) +
		t.safeCheck[game.Knight]*weights.Tapered(atLeast1(r.Knight&a.by[game.Knight]&free))
	if rook := a.by[game.Rook] & free; rook&r.Rook != 0 {
		sum += t.safeCheck[game.Rook] * weights.Tapered(atLeast1(rook&convergent.RookAttacks(king, occupied)))
	}
	if bishop := a.by[game.Bishop] & free; bishop&r.Bishop != 0 {
		sum += t.safeCheck[game.Bishop] * weights.Tapered(atLeast1(bishop&convergent.BishopAttacks(king, occupied)))
	}
	return sum
}

// pin finds the pieces of a side that are pinned, and scores them.
func (e *Evaluator) pin(s *convergent.State, a *side, occupied uint64) {
	r := convergent.AttacksFrom(a.king)
	for set := (r.Rook&s.Rooks() | r.Bishop&s.Bishops()) &^ a.own; set != 0; {
		lane := convergent.Between(a.king&63, bitboard.Pop(&set)) & occupied
		if lane&(lane-1) == 0 && lane&a.own != 0 {
			a.pinned |= lane
			a.score += e.terms.pinned[s.PieceType(bitboard.Lowest(lane))&7]
		}
	}
}
