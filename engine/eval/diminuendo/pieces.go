package diminuendo

import (
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval/weights"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/rules/diminuendo"
)

// material is what pieces are worth.
func (t *terms) material(s *diminuendo.State, pieces uint64) engine.Score {
	kings := count(pieces & s.Kings())
	return t.kings[min(kings, 7)] + t.value[game.King]*kings + t.value[game.Queen]*count(pieces&s.Queens()) +
		t.value[game.Rook]*count(pieces&s.Rooks()) + t.value[game.Bishop]*count(pieces&s.Bishops()) +
		t.value[game.Knight]*count(pieces&s.Knights()) + t.value[game.Pawn]*count(pieces&s.Pawns())
}

// placement scores where the pieces of a side stand and what they see, and gathers
// what they attack.
func (a *side) placement(s *diminuendo.State, t *terms, enemy *side, occupied uint64) (sum weights.Tapered) {
	open, ring := ^(a.pieces | enemy.pawnAttacks), enemy.ring
	for set := a.pieces & s.Queens(); set != 0; {
		sq := bitboard.Pop(&set) & 63
		sum += t.center[game.Queen] * weights.Tapered(near[sq])
		attacks := diminuendo.RookAttacks(sq, occupied) | diminuendo.BishopAttacks(sq, occupied)
		sum += a.activity(t, game.Queen, attacks, open, ring)
	}
	for set := a.pieces & s.Rooks(); set != 0; {
		sq := bitboard.Pop(&set) & 63
		sum += t.center[game.Rook] * weights.Tapered(near[sq])
		sum += a.activity(t, game.Rook, diminuendo.RookAttacks(sq, occupied), open, ring)
	}
	for set := a.pieces & s.Bishops(); set != 0; {
		sq := bitboard.Pop(&set) & 63
		sum += t.center[game.Bishop] * weights.Tapered(near[sq])
		sum += a.activity(t, game.Bishop, diminuendo.BishopAttacks(sq, occupied), open, ring)
	}
	for set := a.pieces & s.Knights(); set != 0; {
		sq := bitboard.Pop(&set) & 63
		sum += t.center[game.Knight] * weights.Tapered(near[sq])
		sum += a.activity(t, game.Knight, diminuendo.KnightAttacks(sq), open, ring)
	}
	for set := a.pieces & s.Kings(); set != 0; {
		sum += t.center[game.King] * weights.Tapered(near[bitboard.Pop(&set)&63])
	}
	sum += t.kingRing[game.Pawn] * weights.Tally(a.pawnAttacks&ring)
	return sum + a.advance(t, enemy)
}

// activity scores what a piece attacks.
func (a *side) activity(t *terms, pt game.PieceType, attacked, open, ring uint64) weights.Tapered {
	a.attacks |= attacked
	sum := t.mobility[pt&7] * weights.Tally(attacked&open)
	if hit := attacked & ring; hit != 0 {
		a.kingAttackers++
		sum += t.kingRing[pt&7] * weights.Tally(hit)
	}
	return sum
}
