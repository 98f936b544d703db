package shrink

import "github.com/wane-chess/wane/game"

// readPassed reads the en passant square and refuses it unless a double step
// can have led over it. A square on which nothing can be taken is dropped.
func (r *reader) readPassed() error {
	f := r.fields.EnPassant
	if f.Text == "-" {
		return nil
	}
	s := &r.state
	if len(f.Text) != 2 || f.Text[0] < 'a' || f.Text[0] >= 'a'+s.files || f.Text[1] < '1' || f.Text[1] >= '1'+s.ranks {
		return f.Errorf(0, "- or the name of a square of the board", "unknown square %.24q", f.Text)
	}
	passed := uint(f.Text[0]-'a') + 8*uint(f.Text[1]-'1')
	if want := s.wantForPassed(passed); want != "" {
		return f.Errorf(0, want, "no pawn can just have passed over %s", f.Text)
	}
	s.passed = uint8(passed)
	if s.capturers() == 0 {
		s.passed = noSquare
	}
	return nil
}

// wantForPassed returns what the position would need for a pawn of the side not
// to move to have just passed over the square, or "" if it has it. The step was
// made on eight rows; on seven, the row where it began has vanished (R4, R5).
func (s *state) wantForPassed(passed uint) string {
	if s.ranks < 7 {
		return "-, as double steps need eight rows"
	}
	mover := s.turn.Other()
	kept := s.ranks == 8 // the row where the step began
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
	case s.Man(game.Square(stood)) != game.Pawn.Of(mover):
		return "a " + game.Pawn.Of(mover).String() + " on " + squareName(stood)
	case s.Man(game.Square(passed)) != game.NoMan:
		return "no man on " + squareName(passed)
	case kept && s.Man(game.Square(from)) != game.NoMan:
		return "no man on " + squareName(from) + ", where the pawn came from"
	}
	return ""
}
