package shrink

import (
	"fmt"
	"strings"

	"github.com/wane-chess/wane/game"
)

// enPassant rejects the en passant square unless a double step can have led over
// it. A square on which nothing can be captured is dropped.
func (c *checker) enPassant() {
	f, s := c.EnPassant, &c.State
	if f.Text == "-" {
		return
	}
	passed := game.Square(c.Board.SquareByName(f.Text).ID)
	if want := s.wantForEnPassant(uint(passed)); want != "" {
		hint := fmt.Sprintf("En passant on %s needs %s.", f.Text, want)
		if why, none := strings.CutPrefix(want, "-, "); none {
			hint = fmt.Sprintf("En passant is impossible here, %s.", why)
		}
		c.add(game.Fault{
			Err:  f.Errorf(0, want, "no pawn can just have passed over %s", f.Text),
			Hint: hint, Cells: []game.Square{passed},
		})
		return
	}
	s.enPassant = uint8(passed)
	if s.enPassantCapturers() == 0 {
		s.enPassant = noSquare
	}
}

// wantForEnPassant returns what the position would need for a pawn of the side not
// to move to have just passed over the square, or "" if it has it. The step was
// made on eight ranks; on seven, the rank where it began has vanished (R4, R5).
func (s *State) wantForEnPassant(passed uint) string {
	if s.ranks < 7 {
		return "-, as double steps need eight rows"
	}
	mover := s.turn.Other()
	kept := s.ranks == 8 // the rank where the step began
	row := uint(5)
	if mover == game.White {
		row = uint(s.ranks) - 6
	}
	if passed>>3 != row {
		return "a square on row " + string(rune('1'+row))
	}
	ahead := forward[mover]
	stood, from := uint(int(passed)+ahead), uint(int(passed)-ahead)
	switch {
	case s.Piece(game.Square(stood)) != game.Pawn.Of(mover):
		return "a " + game.Pawn.Of(mover).String() + " on " + squareName(stood)
	case s.Piece(game.Square(passed)) != game.NoPiece:
		return "no man on " + squareName(passed)
	case kept && s.Piece(game.Square(from)) != game.NoPiece:
		return "no man on " + squareName(from) + ", where the pawn came from"
	}
	return ""
}
