package cheshire

import "github.com/wane-chess/wane/game"

// guard weighs a side's king: where it can go, now and next, and which checks
// the enemy could give it.
func (c *camp) guard(s *state, color game.Color, occ set, foe *camp) {
	w := &weight
	king := s.kings[color&1] & 127
	steps := kingSteps[king]
	safe := c.landing.andNot(foe.sees)
	escapes := steps.and(safe)
	n := escapes.count()
	c.moves += n
	c.add(&w.Escapes[n])
	room := escapes.or(escapes.up()).or(escapes.down())
	room = room.or(room.west()).or(room.east()).and(safe).andNot(steps)
	c.add(&w.Room[min(room.count(), len(w.Room)-1)])

	c.times(c.sees.and(safe).count(), &w.Ground)
	c.times(c.sees.and(c.landing).and(foe.sees).count(), &w.Front)

	lines := c.kingStraight.or(c.kingSlant)
	seen := lines.and(foe.landing).count()
	if s.queenly(color) {
		c.add(&w.Queenly)
		c.times(lines.and(safe).andNot(steps).count(), &w.FarReach)
		c.times(seen, &w.Exposed[1])
	} else {
		c.times(seen, &w.Exposed[0])
	}
	c.times(s.pinned(king, occ, c, foe), &w.Pinned)

	quiet := foe.landing.andNot(c.sees) // where a check costs the checker nothing
	straight, slant := c.kingStraight.and(quiet), c.kingSlant.and(quiet)
	n = min(n, len(w.Checks[0])-1)
	foe.times(knightSteps[king].and(quiet).and(foe.knights).count(), &w.Checks[game.Knight][n])
	foe.times(slant.and(foe.bishops).count(), &w.Checks[game.Bishop][n])
	foe.times(straight.and(foe.rooks).count(), &w.Checks[game.Rook][n])
	foe.times(slant.and(foe.queenSlant).or(straight.and(foe.queenStraight)).count(), &w.Checks[game.Queen][n])
}

// pinned counts the men of a camp that stand alone between its king and an
// enemy slider.
func (s *state) pinned(king uint8, occ set, c, foe *camp) (n int) {
	snipers := rookLines[king].and(s.straight()).or(bishopLines[king].and(s.slanting())).and(foe.own)
	lines := &between[king%cells]
	for !snipers.empty() {
		pieces := lines[snipers.pop()&127].and(occ)
		if pieces.meets(c.own) && pieces.count() == 1 {
			n++
		}
	}
	return n
}
