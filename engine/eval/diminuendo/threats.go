package diminuendo

import (
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/rules/diminuendo"
)

// threats scores what the next captures of a side would do: what they hit, less its
// own piece on z that they would push off; the enemy piece there that any of them
// would push off, or that is attacked; and what would drop with check on the side's
// own king. Turn is 0 for the side to move, else 1.
func (a *side) threats(s *diminuendo.State, t *terms, enemy *side, checks dropChecks, turn int) (score engine.Score) {
	prey := enemy.pieces & a.attacks &^ s.Kings()
	if prey == 0 {
		return 0
	}
	cost := engine.Score(0)
	if onZ := t.value[s.PieceType(diminuendo.ZSquare)&7]; a.pieces&diminuendo.Z != 0 {
		cost = onZ
	} else if enemy.pieces&diminuendo.Z != 0 {
		if prey&^diminuendo.Z != 0 {
			score += onZ * t.push[turn&1]
		}
		if prey&^enemy.attacks&diminuendo.Z != 0 {
			score += onZ * t.hangsOnZ[turn&1]
		}
		prey &^= diminuendo.Z
	}
	for set := prey &^ enemy.attacks; set != 0; {
		pt := s.PieceType(bitboard.Pop(&set)) & 7
		score += max(t.loss[pt]-cost, 0) * t.hanging[turn&1]
	}
	for set := prey & a.pawnAttacks & enemy.attacks &^ s.Pawns(); set != 0; {
		pt := s.PieceType(bitboard.Pop(&set)) & 7
		score += max(t.loss[pt]-cost, 0) * t.pawnThreat[turn&1]
	}
	score /= 256
	if types := checks[a.color&1]; types != 0 {
		for set := prey; set != 0; {
			if types>>(s.PieceType(bitboard.Pop(&set))&7)&1 != 0 {
				score += t.dropCheck[turn&1]
			}
		}
	}
	return score
}

// dropChecks holds, for each side, a bit for each type of enemy piece that would
// drop with check on a king of that side, if captured elsewhere than on z (R4).
type dropChecks [2]uint8

// dropChecks works them out.
func (t *terms) dropChecks(s *diminuendo.State, occupied uint64) (c dropChecks) {
	k, kings := diminuendo.AttacksFrom(diminuendo.ZSquare), s.Kings()
	if (k.King[1]|k.Knight|k.Rook|k.Bishop)&kings == 0 {
		return c // a pawn's attacks are among a king's
	}
	var hits [8]uint64
	hits[game.King] = k.King[t.queenish&1] & kings
	hits[game.Rook] = diminuendo.RookAttacks(diminuendo.ZSquare, occupied) & kings
	hits[game.Bishop] = diminuendo.BishopAttacks(diminuendo.ZSquare, occupied) & kings
	hits[game.Queen] = hits[game.Rook] | hits[game.Bishop]
	hits[game.Knight] = k.Knight & kings
	for pt := game.King; pt <= game.Pawn; pt++ {
		next := t.next[pt] & 7
		for who := range c {
			hit := hits[next]
			if next == game.Pawn {
				hit = k.Pawn[who^1] & kings
			}
			if hit&s.ByColor(game.Color(who)) != 0 {
				c[who] |= 1 << pt
			}
		}
	}
	return c
}
