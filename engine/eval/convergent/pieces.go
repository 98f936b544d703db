package convergent

import (
	"github.com/wane-chess/wane/engine/eval/weights"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/rules/convergent"
)

// atLeast1 returns 1 if the set is not empty, else 0.
func atLeast1(set uint64) int { return int((set | -set) >> 63) }

// sights are the squares from where pieces of each type would see a royal
// square at one end.
type sights [8]uint64

// fill finds the sights of the royal squares of that color.
func (v *sights) fill(color game.Color, occupied uint64) {
	d := 3 + 56*game.Square(color&1)
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
func (e *Evaluator) pieces(s *convergent.State, a *side, color game.Color, o *outlook, occupied uint64) {
	for set := a.own & s.Queens(); set != 0; {
		sq := bitboard.Pop(&set) & 63
		e.piece(a, game.Queen, color, sq, convergent.QueenAttacks(sq), o)
	}
	for set := a.own & s.Rooks(); set != 0; {
		sq := bitboard.Pop(&set) & 63
		e.piece(a, game.Rook, color, sq, convergent.RookAttacks(sq, occupied), o)
	}
	bishops := a.own & s.Bishops()
	if bishops&(bishops-1) != 0 {
		a.score += e.terms.bishopPair
	}
	for set := bishops; set != 0; {
		sq := bitboard.Pop(&set) & 63
		e.piece(a, game.Bishop, color, sq, convergent.BishopAttacks(sq, occupied), o)
	}
	for set := a.own & s.Knights(); set != 0; {
		sq := bitboard.Pop(&set) & 63
		e.piece(a, game.Knight, color, sq, convergent.KnightAttacks(sq), o)
	}
	king := a.king
	a.score += e.terms.square[game.King.Of(color)&15][king]
	a.attacks |= convergent.KingAttacks(king)
	atRing := a.pawns & o.ring
	a.kingAttackers += atLeast1(atRing)
	a.score += e.terms.kingRing[game.Pawn] * weights.Tally(atRing)
	a.score += e.terms.kingAttackers[min(a.kingAttackers, len(e.terms.kingAttackers)-1)]
}

// piece adds a piece that attacks certain squares.
func (e *Evaluator) piece(a *side, pt game.PieceType, color game.Color, sq game.Square, seen uint64, o *outlook) {
	t := &e.terms
	usable := seen & o.usable
	atRing := seen & o.ring
	a.by[pt&7] |= seen
	a.attacks |= seen
	a.kingAttackers += atLeast1(atRing)
	a.score += t.square[pt.Of(color)&15][sq&63] + t.mobility[pt&7][min(bitboard.Count(usable), 16)] +
		t.pieceSupported[pt&7]*weights.Tapered(a.pawns>>(sq&63)&1) +
		t.kingRing[pt&7]*weights.Tally(atRing) +
		t.near[pt&7][min(bitboard.Count(usable&o.enter[pt&7]), 3)] +
		t.aid[pt&7][min(bitboard.Count(usable&o.guard[pt&7]), 3)]
}
