package cheshire

import (
	"github.com/wane-chess/wane/engine/eval/weights"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/cheshire"
)

// pieces weighs the pieces other than king and pawns, and the squares left to them.
func (c *side) pieces(s *cheshire.State, color game.Color, occupied cheshire.Set) {
	w := c.w
	diagonal, straight := c.own.And(s.Diagonal()), c.own.And(s.Straight())
	for pieces := c.own.And(s.Knights()); !pieces.Empty(); {
		steps := cheshire.KnightAttacks(pieces.Pop())
		c.knights = c.knights.Or(steps)
		c.piece(w.KnightMobility[:], game.Knight, steps, steps)
	}
	bishops := diagonal.AndNot(straight)
	if bishops.Count() > 1 {
		c.add(&w.BishopPair)
	}
	for !bishops.Empty() {
		sq := bishops.Pop() & 127
		sees := cheshire.BishopAttacks(sq, occupied)
		c.bishops = c.bishops.Or(sees)
		c.piece(w.BishopMobility[:], game.Bishop, sees, cheshire.BishopRays(sq))
	}
	for pieces := straight.AndNot(diagonal); !pieces.Empty(); {
		sq := pieces.Pop() & 127
		sees := cheshire.RookAttacks(sq, occupied)
		c.rooks = c.rooks.Or(sees)
		c.piece(w.RookMobility[:], game.Rook, sees, cheshire.RookRays(sq))
	}
	for pieces := straight.And(diagonal); !pieces.Empty(); {
		sq := pieces.Pop() & 127
		diagonal, straight := cheshire.BishopAttacks(sq, occupied), cheshire.RookAttacks(sq, occupied)
		c.queenDiagonal, c.queenStraight = c.queenDiagonal.Or(diagonal), c.queenStraight.Or(straight)
		c.piece(w.QueenMobility[:], game.Queen, diagonal.Or(straight), cheshire.BishopRays(sq).Or(cheshire.RookRays(sq)))
	}
	king := s.Kings[color&1] & 127
	c.kingStraight, c.kingDiagonal = cheshire.RookAttacks(king, occupied), cheshire.BishopAttacks(king, occupied)
	c.sees = c.pawns.Or(c.knights).Or(c.bishops).Or(c.rooks).
		Or(c.queenStraight).Or(c.queenDiagonal).Or(cheshire.KingAttacks(king))
	if s.KingUnmoved(color) {
		c.sees = c.sees.Or(c.kingStraight).Or(c.kingDiagonal)
	}
	c.add(&w.KingAttackers[min(c.kingAttackers, len(w.KingAttackers)-1)])
}

// piece weighs one piece by the squares that it sees, and by those of its lines.
func (c *side) piece(table []weights.Pair, pt game.PieceType, sees, lines cheshire.Set) {
	w := c.w
	c.add(&w.Piece[pt])
	n := sees.And(c.area).Count()
	c.moves += n
	c.add(&table[min(n, len(table)-1)])
	if left := lines.And(c.landing); left.Empty() {
		c.add(&w.Stuck[pt])
	} else if pt != game.Knight {
		c.times(left.Count(), &w.Lines[pt])
	}
	if ring := sees.And(c.ring); !ring.Empty() {
		c.kingAttackers++
		c.times(ring.Count(), &w.KingRing[pt])
	}
}
