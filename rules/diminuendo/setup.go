package diminuendo

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/rulekit"
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/internal/message"
)

// SetupOptions implements rulekit.SetupParser: only pieces can be set.
func (Game) SetupOptions(*rulekit.Setup) rulekit.SetupOptions { return rulekit.SetupOptions{} }

// Faults implements rulekit.SetupParser.
func (g Game) Faults(d *rulekit.Setup) []rulekit.Fault {
	c := checker{Setup: d, state: stateOf(d), rules: g.rules(), single: g.ranking[0] == game.King}
	c.checkPawns()
	c.checkKings()
	c.checkOther()
	return c.faults
}

// checker collects the faults of a setup.
type checker struct {
	*rulekit.Setup
	state  State
	rules  rules
	single bool // K leads the ranking, so no color can have two kings
	faults []rulekit.Fault
}

func (c *checker) add(f rulekit.Fault) { c.faults = append(c.faults, f) }

// checkPawns checks that no pawn is on the last square of its file (R5).
func (c *checker) checkPawns() {
	for i := range c.Board.Squares {
		sq := game.Square(c.Board.Squares[i].ID)
		if pc := c.Pieces[sq]; pc.Type() == game.Pawn && lastSquares[pc.Color()]>>sq&1 != 0 {
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
			c.add(c.TooManyKings(color, "one, since "+why))
		case set&Z != 0 && c.single:
			c.add(rulekit.Fault{
				Err:     c.SquareErrorf(ZSquare, "another square, since "+why, "a %v on z", king),
				Hint:    message.Sprintf("%v’s king cannot be on z: %s.", color, why),
				Squares: []game.Square{ZSquare},
			})
		}
	}
}

// checkOther checks that the side to move attacks no king, except from z, since that
// may be a drop check (R4).
func (c *checker) checkOther() {
	s := &c.state
	other := s.Turn.Other()
	for kings := s.Kings() & s.Of(other); kings != 0; {
		king := bitboard.Pop(&kings)
		by := bitboard.Squares(s.attackers(&c.rules, king, s.Turn) &^ Z)
		if by == nil {
			continue
		}
		c.add(c.OppositeCheck(king, by, "a king that is not attacked, except from z by a drop check"))
	}
}
