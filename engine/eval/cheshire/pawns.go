package cheshire

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/cheshire"
)

// advance weighs a side's pawns: how far they have come, and the steps and captures left
// to them. A piece ahead of a pawn blocks it for good, since its square vanishes when it
// leaves. So pawns rarely promote, and only their next steps count. Pawns have spare
// moves, and guard squares.
func (c *side) advance(s *cheshire.State, color game.Color, occupied cheshire.Set, g *cheshire.Game) {
	w := c.w
	pawns := c.own.And(s.Pawns())
	free := cheshire.AllSquares().AndNot(occupied.Or(s.Vanished))
	var first, second, third, double, movers cheshire.Set // where pawns get by so many steps
	if color == game.White {
		first = pawns.Up().And(free)
		double = pawns.And(g.PawnRank(color)).Up().AndNot(occupied).Up().And(free)
		second = first.Up().And(free)
		third = second.Up().And(free)
		movers = first.Down().Or(double.Down().Down())
	} else {
		first = pawns.Down().And(free)
		double = pawns.And(g.PawnRank(color)).Down().AndNot(occupied).Down().And(free)
		second = first.Down().And(free)
		third = second.Down().And(free)
		movers = first.Up().Or(double.Up().Up())
	}
	n := pawns.Count()
	c.times(n, &w.Piece[game.Pawn])
	c.times(n-movers.Count(), &w.Blocked)
	c.times(second.Count(), &w.Onward[0])
	c.times(third.Count(), &w.Onward[1])
	c.moves += first.Or(double).Count()
	c.times(pawns.And(c.pawns).Count(), &w.Supported)
	for stuck := pawns.AndNot(movers); !stuck.Empty(); {
		if !cheshire.PawnAttacks(color&1, stuck.Pop()&127).Meets(c.landing) {
			c.add(&w.Mute)
		}
	}
	for !pawns.Empty() {
		left := int(pawns.Pop() / 10)
		if color == game.White {
			left = g.Ranks() - 1 - left
		}
		c.add(&w.Pawn[min(left, len(w.Pawn)-1)])
	}
}
