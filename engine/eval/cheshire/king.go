package cheshire

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/cheshire"
)

// kingSafety weighs a side's king: where it can go, now and next, and which checks
// the enemy could give it.
func (c *side) kingSafety(s *cheshire.State, color game.Color, occupied cheshire.Set, enemy *side) {
	w := c.w
	king := s.Kings[color&1] & 127
	steps := cheshire.KingAttacks(king)
	safe := c.landing.AndNot(enemy.sees)
	escapes := steps.And(safe)
	n := escapes.Count()
	c.moves += n
	c.add(&w.KingRoom[n])
	room := escapes.Or(escapes.Up()).Or(escapes.Down())
	room = room.Or(room.West()).Or(room.East()).And(safe).AndNot(steps)
	c.add(&w.FarRoom[min(room.Count(), len(w.FarRoom)-1)])

	c.times(c.sees.And(safe).Count(), &w.Ground)
	c.times(c.sees.And(c.landing).And(enemy.sees).Count(), &w.Front)

	lines := c.kingStraight.Or(c.kingDiagonal)
	seen := lines.And(enemy.landing).Count()
	if s.KingUnmoved(color) {
		c.add(&w.Queenly)
		c.times(lines.And(safe).AndNot(steps).Count(), &w.FarReach)
		c.times(seen, &w.Exposed[1])
	} else {
		c.times(seen, &w.Exposed[0])
	}
	c.times(pinned(s, king, occupied, c, enemy), &w.Pinned)

	quiet := enemy.landing.AndNot(c.sees) // where a check costs the checker nothing
	straight, diagonal := c.kingStraight.And(quiet), c.kingDiagonal.And(quiet)
	n = min(n, len(w.SafeCheck[0])-1)
	enemy.times(cheshire.KnightAttacks(king).And(quiet).And(enemy.knights).Count(), &w.SafeCheck[game.Knight][n])
	enemy.times(diagonal.And(enemy.bishops).Count(), &w.SafeCheck[game.Bishop][n])
	enemy.times(straight.And(enemy.rooks).Count(), &w.SafeCheck[game.Rook][n])
	queen := diagonal.And(enemy.queenDiagonal).Or(straight.And(enemy.queenStraight))
	enemy.times(queen.Count(), &w.SafeCheck[game.Queen][n])
}

// pinned counts the pieces of a side that stand alone between its king and an
// enemy slider.
func pinned(s *cheshire.State, king game.Square, occupied cheshire.Set, c, enemy *side) (n int) {
	snipers := cheshire.RookRays(king).And(s.Straight()).Or(cheshire.BishopRays(king).And(s.Diagonal())).And(enemy.own)
	for !snipers.Empty() {
		pieces := cheshire.Between(king, snipers.Pop()).And(occupied)
		if pieces.Meets(c.own) && pieces.Count() == 1 {
			n++
		}
	}
	return n
}
