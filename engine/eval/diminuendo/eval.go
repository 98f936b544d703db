package diminuendo

import (
	mathbits "math/bits"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval/weights"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/rules/diminuendo"
)

// Eval implements engine.Board: material by what pieces are and what they come back
// as, where they stand and what they attack, pawns on their way, attacks around the
// kings, and what the next capture would do: see threats.
func (b *board) Eval() engine.Score {
	s, t := b.State(), b.t
	var color [2]side
	occupied := s.Occupied()
	for who := range color {
		color[who].fill(s, t, game.Color(who), occupied)
	}
	us, them := &color[s.Turn&1], &color[s.Turn.Other()&1]
	placed := us.placement(s, t, them, occupied) - them.placement(s, t, us, occupied)
	score := t.material(s, us.pieces) - t.material(s, them.pieces)
	score += t.attacker[min(us.ringAttackers, 7)] - t.attacker[min(them.ringAttackers, 7)]
	if z := s.Piece(diminuendo.ZSquare); z != game.NoPiece {
		if value := t.value[z.Type()&7]; z.Color() == s.Turn {
			score -= value * t.lackOnZ[0] / 256
		} else {
			score += value * t.lackOnZ[1] / 256
		}
	}
	checks := t.dropChecks(s, occupied)
	score += us.threats(s, t, them, checks, 0) - them.threats(s, t, us, checks, 1)
	score += placed.Mix(min(mathbits.OnesCount64(occupied), mostPieces), mostPieces) + t.tempo
	return min(max(score, -maxEval), maxEval)
}

// mostPieces is the number of pieces at the start: with as many a board is full.
const mostPieces = 30

// maxEval keeps evaluations of boards full of queens clear of mates.
const maxEval = engine.MateBound - 1000

// side is what the evaluation gathers about one side.
type side struct {
	color         game.Color
	pieces        uint64
	pawns         uint64 // those that can still move
	pawnAttacks   uint64 // what they attack
	attacks       uint64 // what any piece attacks
	ring          uint64 // the squares beside its kings
	ringAttackers int    // pieces that attack squares beside enemy kings
}

func count(set uint64) engine.Score { return engine.Score(mathbits.OnesCount64(set)) }

func tally(set uint64) weights.Tapered { return weights.Tapered(mathbits.OnesCount64(set)) }

// fill gathers what does not depend on the other side.
func (a *side) fill(s *diminuendo.State, t *terms, who game.Color, occupied uint64) {
	a.color = who
	a.pieces = occupied & s.ByColor(who)
	a.pawns = a.pieces & s.Pawns() &^ diminuendo.LastSquares(who)
	a.pawnAttacks = diminuendo.PawnAttacks(a.pawns, who)
	for kings := a.pieces & s.Kings(); kings != 0; {
		a.ring |= diminuendo.AttacksFrom(bitboard.Pop(&kings)).King[t.queenish&1]
	}
	a.attacks = a.pawnAttacks | a.ring
}

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
		sum += a.activity(t, game.Knight, diminuendo.AttacksFrom(sq).Knight, open, ring)
	}
	for set := a.pieces & s.Kings(); set != 0; {
		sum += t.center[game.King] * weights.Tapered(near[bitboard.Pop(&set)&63])
	}
	sum += t.ring[game.Pawn] * tally(a.pawnAttacks&ring)
	return sum + a.advance(t, enemy)
}

// activity scores what a piece attacks.
func (a *side) activity(t *terms, p game.PieceType, attacked, open, ring uint64) weights.Tapered {
	a.attacks |= attacked
	sum := t.mobility[p&7] * tally(attacked&open)
	if hit := attacked & ring; hit != 0 {
		a.ringAttackers++
		sum += t.ring[p&7] * tally(hit)
	}
	return sum
}

// advance scores pawns by how far they have to go, and whether they can be stopped.
func (a *side) advance(t *terms, enemy *side) (sum weights.Tapered) {
	for set := a.pawns; set != 0; {
		sq := bitboard.Pop(&set) & 63
		way := &ways[a.color&1][sq]
		sum += t.pawn[way.steps&7] + t.center[game.Pawn]*weights.Tapered(near[sq])
		if way.stoppers&enemy.pawns == 0 {
			sum += t.passed[way.steps&7]
		}
	}
	return sum
}
