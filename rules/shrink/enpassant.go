package shrink

import (
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
)

// checkEnPassant adds a fault for an en passant square that no double step can have
// crossed. A square where nothing can be captured is dropped.
func (c *checker) checkEnPassant() {
	f, s := c.EnPassant, &c.State
	if f.Text == "-" {
		return
	}
	sq := game.Square(c.Board.SquareByName(f.Text).ID)
	if want := s.wantForEnPassant(uint(sq)); want != "" {
		hint := message.Sprintf("En passant on %s needs %s.", f.Text, want)
		if why, none := strings.CutPrefix(want, "-, "); none {
			hint = message.Sprintf("En passant is impossible here, %s.", why)
		}
		c.add(game.Fault{
			Err:  f.Errorf(0, want, "en passant on %s is impossible", f.Text),
			Hint: hint, Squares: []game.Square{sq},
		})
		return
	}
	s.enPassant = uint8(sq)
	if s.enPassantCapturers() == 0 {
		s.enPassant = noSquare
	}
}

// wantForEnPassant returns what the position lacks for the last move to have been a
// double step across the square, or "" if nothing. The step was made on eight ranks;
// on seven, the rank where it began has disappeared (R4, R5).
func (s *State) wantForEnPassant(sq uint) string {
	if s.ranks < 7 {
		return "-, since double steps need eight ranks"
	}
	mover := s.turn.Other()
	kept := s.ranks == 8 // the rank where the step began
	rank := uint(5)
	if mover == game.White {
		rank = uint(s.ranks) - 6
	}
	if sq>>3 != rank {
		return "a square on rank " + string(rune('1'+rank))
	}
	ahead := forward[mover]
	to, from := uint(int(sq)+ahead), uint(int(sq)-ahead)
	switch {
	case s.Piece(game.Square(to)) != game.Pawn.Of(mover):
		return "a " + game.Pawn.Of(mover).String() + " on " + squareName(to)
	case s.Piece(game.Square(sq)) != game.NoPiece:
		return "no piece on " + squareName(sq)
	case kept && s.Piece(game.Square(from)) != game.NoPiece:
		return "no piece on " + squareName(from) + ", where the pawn came from"
	}
	return ""
}
