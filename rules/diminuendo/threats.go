package diminuendo

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// threats scores what the next captures of a side would do: whom they hit, less
// the own man on z whom they would push off; the enemy man there whom any of them
// would push off, or who is attacked himself; and who would drop with check on
// the side's own king. Turn is 0 for the side to move, else 1.
func (d *sight) threats(s *state, w *worth, enemy *sight, checks dropChecks, turn int) (score game.Score) {
	prey := enemy.pieces & d.sees &^ s.Kings()
	if prey == 0 {
		return 0
	}
	cost := game.Score(0)
	if onZ := w.value[s.PieceType(double)&7]; d.pieces&z != 0 {
		cost = onZ
	} else if enemy.pieces&z != 0 {
		if prey&^z != 0 {
			score += onZ * w.push[turn&1]
		}
		if prey&^enemy.sees&z != 0 {
			score += onZ * w.hangsOnZ[turn&1]
		}
		prey &^= z
	}
	for set := prey &^ enemy.sees; set != 0; {
		p := s.PieceType(game.Square(bitboard.Pop(&set))) & 7
		score += max(w.loss[p]-cost, 0) * w.loose[turn&1]
	}
	for set := prey & d.pawnSees & enemy.sees &^ s.Pawns(); set != 0; {
		p := s.PieceType(game.Square(bitboard.Pop(&set))) & 7
		score += max(w.loss[p]-cost, 0) * w.pawnThreat[turn&1]
	}
	score /= 256
	if types := checks[d.who&1]; types != 0 {
		for set := prey; set != 0; {
			if types>>(s.PieceType(game.Square(bitboard.Pop(&set)))&7)&1 != 0 {
				score += w.dropCheck[turn&1]
			}
		}
	}
	return score
}

// dropChecks holds, for each side, a bit for each type of enemy man that would
// drop with check on a king of that side, if captured elsewhere than on z (R4).
type dropChecks [2]uint8

// dropChecks works them out.
func (s *state) dropChecks(r *rules, occupied uint64) (c dropChecks) {
	k, kings := &from[double], s.Kings()
	if (k.king[1]|k.knight|k.rook|k.bishop)&kings == 0 {
		return c // a pawn's attacks are among a king's
	}
	var hits [8]uint64
	hits[game.King] = k.king[r.queenish&1] & kings
	hits[game.Rook] = rookAttacks(double, occupied) & kings
	hits[game.Bishop] = bishopAttacks(double, occupied) & kings
	hits[game.Queen] = hits[game.Rook] | hits[game.Bishop]
	hits[game.Knight] = k.knight & kings
	for p := game.King; p <= game.Pawn; p++ {
		next := r.next[p] & 7
		for who := range c {
			hit := hits[next]
			if next == game.Pawn {
				hit = k.pawn[who^1] & kings
			}
			if hit&s.ByColor(game.Color(who)) != 0 {
				c[who] |= 1 << p
			}
		}
	}
	return c
}
