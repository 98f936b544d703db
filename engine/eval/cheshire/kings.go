package cheshire

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/cheshire"
)

// guard weighs a side's king: where it can go, now and next, and which checks
// the enemy could give it.
func (c *side) guard(s *cheshire.State, color game.Color, occ cheshire.Set, enemy *side) {
	w := c.w
	king := s.Kings[color&1] & 127
	steps := cheshire.KingAttacks(king)
	safe := c.landing.AndNot(enemy.sees)
	escapes := steps.And(safe)
	n := escapes.Count()
	c.moves += n
	c.add(&w.Escapes[n])
	room := escapes.Or(escapes.Up()).Or(escapes.Down())
	room = room.Or(room.West()).Or(room.East()).And(safe).AndNot(steps)
	c.add(&w.Room[min(room.Count(), len(w.Room)-1)])

	c.times(c.sees.And(safe).Count(), &w.Ground)
	c.times(c.sees.And(c.landing).And(enemy.sees).Count(), &w.Front)

	lines := c.kingStraight.Or(c.kingSlant)
	seen := lines.And(enemy.landing).Count()
	if s.KingUnmoved(color) {
		c.add(&w.Queenly)
		c.times(lines.And(safe).AndNot(steps).Count(), &w.FarReach)
		c.times(seen, &w.Exposed[1])
	} else {
		c.times(seen, &w.Exposed[0])
	}
	c.times(pinned(s, king, occ, c, enemy), &w.Pinned)

	quiet := enemy.landing.AndNot(c.sees) // where a check costs the checker nothing
	straight, slant := c.kingStraight.And(quiet), c.kingSlant.And(quiet)
	n = min(n, len(w.Checks[0])-1)
	enemy.times(cheshire.KnightAttacks(king).And(quiet).And(enemy.knights).Count(), &w.Checks[game.Knight][n])
	enemy.times(slant.And(enemy.bishops).Count(), &w.Checks[game.Bishop][n])
	enemy.times(straight.And(enemy.rooks).Count(), &w.Checks[game.Rook][n])
	enemy.times(slant.And(enemy.queenSlant).Or(straight.And(enemy.queenStraight)).Count(), &w.Checks[game.Queen][n])
}

// pinned counts the pieces of a side that stand alone between its king and an
// enemy slider.
func pinned(s *cheshire.State, king uint8, occ cheshire.Set, c, enemy *side) (n int) {
	snipers := cheshire.RookLines(king).And(s.Straight()).Or(cheshire.BishopLines(king).And(s.Diagonal())).And(enemy.own)
	for !snipers.Empty() {
		pieces := cheshire.Between(king, snipers.Pop()).And(occ)
		if pieces.Meets(c.own) && pieces.Count() == 1 {
			n++
		}
	}
	return n
}
