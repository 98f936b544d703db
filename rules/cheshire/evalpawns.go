package cheshire

import "github.com/wane-chess/wane/game"

// advance weighs a side's pawns: how far they have come, and the steps and
// captures left to them. Whoever stands ahead of a pawn ends its way for good,
// since he takes the square with him; so hardly a pawn ever promotes, and whole
// ways to promotion are not looked for. What pawns have are spare moves, and the
// squares that they guard.
func (c *camp) advance(s *state, color game.Color, occ set, g *Game) {
	w := &weight
	pawns := c.own.and(s.pawns())
	free := set{full, full}.andNot(occ.or(s.gone))
	var first, second, third, double, movers set // where pawns get by so many steps
	if color == game.White {
		first = pawns.up().and(free)
		double = pawns.and(g.pawnRanks[color]).up().andNot(occ).up().and(free)
		second = first.up().and(free)
		third = second.up().and(free)
		movers = first.down().or(double.down().down())
	} else {
		first = pawns.down().and(free)
		double = pawns.and(g.pawnRanks[color&1]).down().andNot(occ).down().and(free)
		second = first.down().and(free)
		third = second.down().and(free)
		movers = first.up().or(double.up().up())
	}
	n := pawns.count()
	c.times(n, &w.Piece[game.Pawn])
	c.times(n-movers.count(), &w.Blocked)
	c.times(second.count(), &w.Onward[0])
	c.times(third.count(), &w.Onward[1])
	c.moves += first.or(double).count()
	c.times(pawns.and(c.pawns).count(), &w.Guarded)
	for stuck := pawns.andNot(movers); !stuck.empty(); {
		if !pawnTakes[color&1][stuck.pop()&127].meets(c.landing) {
			c.add(&w.Mute)
		}
	}
	for !pawns.empty() {
		left := int(pawns.pop() / width)
		if color == game.White {
			left = g.size - 1 - left
		}
		c.add(&w.Pawn[min(left, len(w.Pawn)-1)])
	}
}
