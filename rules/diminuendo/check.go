package diminuendo

import (
	mathbits "math/bits"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/internal/message"
)

// SetupOptions implements game.SetupParser: only pieces can be set.
func (Game) SetupOptions(*game.Setup) game.SetupOptions { return game.SetupOptions{} }

// Faults implements game.SetupParser.
func (g Game) Faults(d *game.Setup) []game.Fault {
	c := checker{Setup: d, state: stateOf(d), rules: g.rules(), single: g.ranking[0] == game.King}
	c.checkPawns()
	c.checkKings()
	c.checkOther()
	return c.faults
}

// checker collects the faults of a setup.
type checker struct {
	*game.Setup
	state  State
	rules  rules
	single bool // K leads the ranking, so no color can have two kings
	faults []game.Fault
}

func (c *checker) add(f game.Fault) { c.faults = append(c.faults, f) }

// checkPawns checks that no pawn is on the last square of its file (R5).
func (c *checker) checkPawns() {
	for i := range c.Board.Squares {
		sq := game.Square(c.Board.Squares[i].ID)
		if pt := c.Pieces[sq]; pt.Type() == game.Pawn && lastSquares[pt.Color()]>>sq&1 != 0 {
			c.add(c.MisplacedPawn(sq, "pawns promote on the last square of their file"))
		}
	}
}

// checkKings checks the number of kings and their squares. If the ranking begins with
// K, no piece becomes a king. Otherwise any number is possible, and the side to move
// may have lost its last (R7).
func (c *checker) checkKings() {
	const why = "no piece becomes a king in this ranking"
	for _, color := range []game.Color{game.White, game.Black} {
		king := game.King.Of(color)
		set := c.state.Kings() & c.state.Of(color)
		switch {
		case set == 0 && c.single:
			c.add(c.NoKing(color, "one"))
		case set == 0 && color != c.state.Turn:
			c.add(c.NoKing(color, message.Sprintf("at least one with %v to move", c.state.Turn)))
		case set&(set-1) != 0 && c.single:
			c.add(c.TooManyKings(second(set), "one, since "+why))
		case set&z != 0 && c.single:
			c.add(game.Fault{
				Err:     c.SquareErrorf(double, "another square, since "+why, "a %v on z", king),
				Hint:    message.Sprintf("%v’s king cannot be on z: %s.", color, why),
				Squares: []game.Square{double},
			})
		}
	}
}

// second returns the second square of a set.
func second(set uint64) game.Square { return game.Square(mathbits.TrailingZeros64(set & (set - 1))) }

// checkOther checks that the side to move attacks no king, except from z, since that
// may be a drop check (R4).
func (c *checker) checkOther() {
	s := &c.state
	other := s.Turn.Other()
	for kings := s.Kings() & s.Of(other); kings != 0; {
		king := bitboard.Pop(&kings)
		by := bitboard.Squares(s.attackers(&c.rules, king, s.Turn) &^ z)
		if by == nil {
			continue
		}
		c.add(c.OppositeCheck(game.Square(king), by, "a king that is not attacked, except from z by a drop check"))
	}
}
