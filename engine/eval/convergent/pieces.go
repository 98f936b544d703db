package convergent

import (
	mathbits "math/bits"

	"github.com/wane-chess/wane/engine/eval/weights"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/rules/convergent"
)

func count(set uint64) int { return mathbits.OnesCount64(set) }

// atLeast1 returns 1 if the set is not empty, else 0.
func atLeast1(set uint64) int { return int((set | -set) >> 63) }

// pawns begins a side: its pawns and what they attack.
func (e *Evaluator) pawns(s *convergent.State, a *side, who game.Color, own, occupied uint64) {
	a.own, a.king = own, mathbits.TrailingZeros64(own&s.Kings())&63
	pawns := own & s.Pawns()
	// Before a pawn on an enemy royal square there is nothing.
	ahead := forward(pawns, who)
	a.pawns = (ahead<<1 | ahead>>1) & convergent.Squares
	a.attacks = a.pawns
	a.score += e.terms.pushes * weights.Tapered(count(ahead&convergent.Squares&^occupied)+count(a.pawns&^own))
	squares := &e.terms.square[game.Pawn.Of(who)&15]
	for set := pawns; set != 0; {
		a.score += squares[bitboard.Pop(&set)&63]
	}
	propped, abreast := &e.terms.propped[who&1], &e.terms.abreast[who&1]
	for set := pawns & a.pawns; set != 0; {
		a.score += propped[bitboard.Pop(&set)>>3&7]
	}
	for set := pawns & (pawns << 1); set != 0; {
		a.score += abreast[bitboard.Pop(&set)>>3&7]
	}
}

// forward moves a set one row on. Beyond the last row there is nothing.
func forward(set uint64, who game.Color) uint64 {
	if who == game.White {
		return set << 8
	}
	return set >> 8
}

// sights are the squares from where pieces of each type would see a royal
// square at one end.
type sights [8]uint64

// fill finds the sights of the royal squares of that color.
func (v *sights) fill(who game.Color, occupied uint64) {
	d := 3 + 56*int(who&1)
	one, other := convergent.AttacksFrom(d), convergent.AttacksFrom(d+1)
	v[game.Queen] = one.Queen | other.Queen
	v[game.Knight] = one.Knight | other.Knight
	v[game.Rook] = convergent.RookAttacks(d, occupied) | convergent.RookAttacks(d+1, occupied)
	v[game.Bishop] = convergent.BishopAttacks(d, occupied) | convergent.BishopAttacks(d+1, occupied)
}

// outlook is what a side's pieces are measured by.
type outlook struct {
	usable uint64  // squares that it does not hold and enemy pawns do not attack
	ring   uint64  // squares at the enemy king
	enter  *sights // of the enemy's royal squares
	guard  *sights // of its own
}

// pieces adds the pieces of a side that are not pawns.
func (e *Evaluator) pieces(s *convergent.State, a *side, who game.Color, o *outlook, occupied uint64) {
	for set := a.own & s.Queens(); set != 0; {
		sq := bitboard.Pop(&set) & 63
		e.piece(a, game.Queen, who, sq, convergent.AttacksFrom(sq).Queen, o)
	}
	for set := a.own & s.Rooks(); set != 0; {
		sq := bitboard.Pop(&set) & 63
		e.piece(a, game.Rook, who, sq, convergent.RookAttacks(sq, occupied), o)
	}
	bishops := a.own & s.Bishops()
	if bishops&(bishops-1) != 0 {
		a.score += e.terms.pair
	}
	for set := bishops; set != 0; {
		sq := bitboard.Pop(&set) & 63
		e.piece(a, game.Bishop, who, sq, convergent.BishopAttacks(sq, occupied), o)
	}
	for set := a.own & s.Knights(); set != 0; {
		sq := bitboard.Pop(&set) & 63
		e.piece(a, game.Knight, who, sq, convergent.AttacksFrom(sq).Knight, o)
	}
	king := a.king
	a.score += e.terms.square[game.King.Of(who)&15][king]
	a.attacks |= convergent.AttacksFrom(king).King
	atRing := a.pawns & o.ring
	a.ringPieces += atLeast1(atRing)
	a.score += e.terms.ring[game.Pawn] * weights.Tapered(count(atRing))
	a.score += e.terms.ringPieces[min(a.ringPieces, len(e.terms.ringPieces)-1)]
}

// piece adds a piece that attacks certain squares.
func (e *Evaluator) piece(a *side, kind game.PieceType, who game.Color, sq int, seen uint64, o *outlook) {
	t := &e.terms
	usable := seen & o.usable
	atRing := seen & o.ring
	a.by[kind&7] |= seen
	a.attacks |= seen
	a.ringPieces += atLeast1(atRing)
	a.score += t.square[kind.Of(who)&15][sq&63] + t.mobility[kind&7][min(count(usable), 16)] +
		t.backed[kind&7]*weights.Tapered(a.pawns>>(sq&63)&1) +
		t.ring[kind&7]*weights.Tapered(count(atRing)) +
		t.near[kind&7][min(count(usable&o.enter[kind&7]), 3)] +
		t.aid[kind&7][min(count(usable&o.guard[kind&7]), 3)]
}
