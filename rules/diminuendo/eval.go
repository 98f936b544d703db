package diminuendo

import (
	mathbits "math/bits"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// Eval implements game.Position: material by what men are and what they come back
// as, where they stand and what they see, pawns on their way, attacks around the
// kings, and what the next capture would do: see threats.
func (p *Position) Eval() game.Score {
	s, w, r := p.top(), p.worth, &p.rules
	var color [2]sight
	occupied := s.Occupied()
	for who := range color {
		color[who].look(s, r, game.Color(who), occupied)
	}
	us, them := &color[s.turn&1], &color[s.turn.Other()&1]
	placed := us.survey(s, w, them, occupied) - them.survey(s, w, us, occupied)
	score := w.material(s, us.pieces) - w.material(s, them.pieces)
	score += w.attacker[min(us.hitters, 7)] - w.attacker[min(them.hitters, 7)]
	checks := s.dropChecks(r, occupied)
	score += us.threats(s, w, them, checks, 0) - them.threats(s, w, us, checks, 1)
	score += placed.taper(mathbits.OnesCount64(occupied)) + w.tempo
	return min(max(score, -maxEval), maxEval)
}

// maxEval keeps evaluations of boards full of queens clear of mates.
const maxEval = game.MateBound - 1000

// sight is what the evaluation gathers about one side.
type sight struct {
	who      game.Color
	pieces   uint64
	pawns    uint64 // those that can go on
	pawnSees uint64 // what they attack
	sees     uint64 // what any man attacks
	ring     uint64 // the cells beside its kings
	hitters  int    // men that attack cells beside enemy kings
}

func count(set uint64) game.Score { return game.Score(mathbits.OnesCount64(set)) }

func tally(set uint64) pair { return pair(mathbits.OnesCount64(set)) }

// look gathers what does not depend on the other side.
func (d *sight) look(s *state, r *rules, who game.Color, occupied uint64) {
	d.who = who
	d.pieces = occupied & s.ByColor(who)
	d.pawns = d.pieces & s.Pawns() &^ lastCells[who&1]
	d.pawnSees = pawnAttacks(d.pawns, who)
	for kings := d.pieces & s.Kings(); kings != 0; {
		d.ring |= from[bitboard.Pop(&kings)&63].king[r.queenish&1]
	}
	d.sees = d.pawnSees | d.ring
}

// pawnAttacks returns the cells that pawns of a side attack.
func pawnAttacks(pawns uint64, who game.Color) uint64 {
	right, left := sideways(pawns, who)
	set := right | left
	return (set | set>>1&z) & board // the upper half of z is the next bit
}

// material is what men are worth.
func (w *worth) material(s *state, pieces uint64) game.Score {
	return w.value[game.King]*count(pieces&s.Kings()) + w.value[game.Queen]*count(pieces&s.Queens()) +
		w.value[game.Rook]*count(pieces&s.Rooks()) + w.value[game.Bishop]*count(pieces&s.Bishops()) +
		w.value[game.Knight]*count(pieces&s.Knights()) + w.value[game.Pawn]*count(pieces&s.Pawns())
}

// survey scores where the men of a side stand and what they see, and gathers
// what they attack.
func (d *sight) survey(s *state, w *worth, enemy *sight, occupied uint64) (sum pair) {
	open, ring := ^(d.pieces | enemy.pawnSees), enemy.ring
	for set := d.pieces & s.Queens(); set != 0; {
		sq := bitboard.Pop(&set) & 63
		sum += w.centre[game.Queen] * pair(near[sq])
		sum += d.regard(w, game.Queen, rookAttacks(sq, occupied)|bishopAttacks(sq, occupied), open, ring)
	}
	for set := d.pieces & s.Rooks(); set != 0; {
		sq := bitboard.Pop(&set) & 63
		sum += w.centre[game.Rook] * pair(near[sq])
		sum += d.regard(w, game.Rook, rookAttacks(sq, occupied), open, ring)
	}
	for set := d.pieces & s.Bishops(); set != 0; {
		sq := bitboard.Pop(&set) & 63
		sum += w.centre[game.Bishop] * pair(near[sq])
		sum += d.regard(w, game.Bishop, bishopAttacks(sq, occupied), open, ring)
	}
	for set := d.pieces & s.Knights(); set != 0; {
		sq := bitboard.Pop(&set) & 63
		sum += w.centre[game.Knight] * pair(near[sq])
		sum += d.regard(w, game.Knight, from[sq].knight, open, ring)
	}
	for set := d.pieces & s.Kings(); set != 0; {
		sum += w.centre[game.King] * pair(near[bitboard.Pop(&set)&63])
	}
	sum += w.ring[game.Pawn] * tally(d.pawnSees&ring)
	return sum + d.march(w, enemy)
}

// regard scores what a man sees.
func (d *sight) regard(w *worth, p game.PieceType, seen, open, ring uint64) pair {
	d.sees |= seen
	sum := w.mobility[p&7] * tally(seen&open)
	if hit := seen & ring; hit != 0 {
		d.hitters++
		sum += w.ring[p&7] * tally(hit)
	}
	return sum
}

// march scores pawns by how far they have to go, and whether they can be stopped.
func (d *sight) march(w *worth, enemy *sight) (sum pair) {
	for set := d.pawns; set != 0; {
		sq := bitboard.Pop(&set) & 63
		way := &ways[d.who&1][sq]
		sum += w.pawn[way.steps&7] + w.centre[game.Pawn]*pair(near[sq])
		if way.stoppers&enemy.pawns == 0 {
			sum += w.passed[way.steps&7]
		}
	}
	return sum
}
