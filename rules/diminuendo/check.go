package diminuendo

import (
	"fmt"
	mathbits "math/bits"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
)

// SetupOptions implements game.SetupParser: there is nothing to set but men.
func (Game) SetupOptions(*game.Setup) game.SetupOptions { return game.SetupOptions{} }

// Faults implements game.SetupParser.
func (g Game) Faults(d *game.Setup) []game.Fault {
	c := checker{Setup: d, state: stateOf(d), rules: g.rules(), single: g.ranking[0] == game.King}
	c.pawns()
	c.kings()
	c.notAttacked()
	return c.faults
}

// checker finds what keeps a draft from being a position.
type checker struct {
	*game.Setup
	state  State
	rules  rules
	single bool // K leads the ranking, so that no side can have two kings
	faults []game.Fault
}

func (c *checker) add(f game.Fault) { c.faults = append(c.faults, f) }

// pawns checks that none stands on the last cell of its file (R5).
func (c *checker) pawns() {
	for i := range c.Board.Cells {
		sq := game.Square(c.Board.Cells[i].ID)
		pt := c.Pieces[sq]
		if pt.Type() != game.Pawn || lastCells[pt.Color()]>>sq&1 == 0 {
			continue
		}
		const why = "pawns promote on the last cell of their file"
		c.add(game.Fault{
			Err:   c.SquareErrorf(sq, "no pawn there, since "+why, "a %v on %s", pt, name(sq)),
			Hint:  fmt.Sprintf("%v’s pawn on %s cannot be there: %s.", pt.Color(), name(sq), why),
			Cells: []game.Square{sq},
		})
	}
}

// kings checks how many kings each side has, and where. When the ranking begins
// with K, no man ever becomes one. Otherwise there may be any number, and the
// side to move may have lost its last (R7).
func (c *checker) kings() {
	const why = "no man becomes a king in this ranking"
	for _, who := range []game.Color{game.White, game.Black} {
		king := game.King.Of(who)
		set := c.state.Kings() & c.state.Of(who)
		switch {
		case set == 0 && c.single:
			c.add(c.NoKing(who, "one"))
		case set == 0 && who != c.state.Turn:
			c.add(c.NoKing(who, fmt.Sprintf("one at least, with %v to move", c.state.Turn)))
		case set&(set-1) != 0 && c.single:
			c.add(c.TooManyKings(second(set), "one, since "+why))
		case set&z != 0 && c.single:
			c.add(game.Fault{
				Err:   c.SquareErrorf(double, "another cell, since "+why, "a %v on z", king),
				Hint:  fmt.Sprintf("%v’s king cannot stand on z: %s.", who, why),
				Cells: []game.Square{double},
			})
		}
	}
}

// second returns the second cell of a set.
func second(set uint64) game.Square { return game.Square(mathbits.TrailingZeros64(set & (set - 1))) }

// notAttacked checks that the side to move attacks no king, but for a drop
// check: from z it may (R4).
func (c *checker) notAttacked() {
	s := &c.state
	other := s.Turn.Other()
	for kings := s.Kings() & s.Of(other); kings != 0; {
		king := bitboard.Pop(&kings)
		by := bitboard.Squares(s.attackers(&c.rules, king, s.Turn) &^ z)
		if by == nil {
			continue
		}
		c.add(c.OppositeCheck(game.Square(king), by, c.SquareErrorf(game.Square(king), "a king that no man attacks, unless a man on z by a drop check",
			"%v has left its king on %s attacked, with %v to move", other, shape.Name(king), s.Turn)))
	}
}
