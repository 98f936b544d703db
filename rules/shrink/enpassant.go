package shrink

import (
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/rulekit"
	"github.com/wane-chess/wane/internal/bitboard"
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
	if want := s.wantForEnPassant(sq); want != "" {
		hint := message.Sprintf("En passant on %s needs %s.", f.Text, want)
		if why, none := strings.CutPrefix(want, "-, "); none {
			hint = message.Sprintf("En passant is impossible here, %s.", why)
		}
		c.add(rulekit.Fault{
			Err:  f.Errorf(0, want, "en passant on %s is impossible", f.Text),
			Hint: hint, Squares: []game.Square{sq},
		})
		return
	}
	s.EnPassant = sq
	if s.enPassantCapturers() == 0 {
		s.EnPassant = game.NoSquare
	}
}

// wantForEnPassant returns what the position lacks for the last move to have been a
// double step across the square, or "" if nothing. The step was made on eight ranks;
// on seven, the rank where it began has disappeared (R4, R5).
func (s *State) wantForEnPassant(sq game.Square) string {
	if s.ranks < 7 {
		return "-, since double steps need eight ranks"
	}
	mover := s.Turn.Other()
	kept := s.ranks == 8 // the rank where the step began
	rank := game.Square(5)
	if mover == game.White {
		rank = game.Square(s.ranks) - 6
	}
	if sq>>3 != rank {
		return "a square on rank " + string(rune('1'+rank))
	}
	ahead := forward[mover]
	to, from := game.Square(int(sq)+ahead), game.Square(int(sq)-ahead)
	switch {
	case s.Piece(to) != game.Pawn.Of(mover):
		return "a " + game.Pawn.Of(mover).String() + " on " + bitboard.SquareName(to)
	case s.Piece(sq) != game.NoPiece:
		return "no piece on " + bitboard.SquareName(sq)
	case kept && s.Piece(from) != game.NoPiece:
		return "no piece on " + bitboard.SquareName(from) + ", where the pawn came from"
	}
	return ""
}

// enPassantMove returns the en passant capture by the first pawn of a set.
func enPassantMove(pawns uint64, to game.Square) game.Move {
	return game.NewMove(bitboard.Lowest(pawns), to)
}
