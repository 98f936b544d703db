package shrink

import "github.com/wane-chess/wane/game"

// readPassed reads the en passant square and refuses it unless the last move
// can have been a double step over it. A square on which nothing can be taken
// is dropped.
func (r *reader) readPassed(d details) error {
	f := r.fields.EnPassant
	if f.Text == "-" {
		return nil
	}
	s := &r.state
	if len(f.Text) != 2 || f.Text[0] < 'a' || f.Text[0] >= 'a'+s.files || f.Text[1] < '1' || f.Text[1] >= '1'+s.ranks {
		return f.Errorf(0, "- or the name of a square of the board", "unknown square %q", clip(f.Text))
	}
	passed := uint(f.Text[0]-'a') + 8*uint(f.Text[1]-'1')
	mover := s.turn.Other()
	before, want := s.beforeDoubleStep(passed, mover, d.shrinks)
	if want != "" {
		return f.Errorf(0, want, "no pawn can just have passed over %s", f.Text)
	}
	if before.checkers(s.turn) != 0 {
		return f.Errorf(0, "a check that the pawn's double step can have given", "the king was in check before a pawn passed over %s", f.Text)
	}
	s.passed = uint8(passed)
	if s.capturers() == 0 {
		s.passed = noSquare
	}
	return nil
}

// beforeDoubleStep returns the men before a double step over the square, or
// what the position would need for one. The step was made on eight rows; if the
// pawn was alone on its row, that row has vanished since (R4, R5).
func (s *state) beforeDoubleStep(passed uint, mover game.Side, shrinks bool) (before men, want string) {
	rows := [2][2]uint{game.White: {1, 2}, game.Black: {5, 5}}
	var row uint
	switch s.ranks {
	case 7, 8:
		row = rows[mover][s.ranks-7]
	default:
		return men{}, "-, as double steps need eight rows"
	}
	if passed>>3 != row {
		return men{}, "a square on row " + string(rune('1'+row))
	}
	ahead := forward[mover]
	stood := uint(int(passed) + ahead)
	if s.man(stood) != game.Pawn.Of(mover) {
		return men{}, "a " + game.Pawn.Of(mover).String() + " on " + squareName(stood)
	}
	before = s.men
	first := uint(1)
	if mover == game.Black {
		first = 6
	}
	from := first*8 + passed&7
	if s.ranks == 7 {
		before = before.opened(rankCut(first))
		stood = uint(int(from) + 2*ahead)
	} else if shrinks && rankOf(from)&s.occupied() == 0 {
		return men{}, "a man on row " + string(rune('1'+first)) + ", which would have vanished otherwise"
	}
	if occ := before.occupied(); occ&(bit(from)|bit(uint(int(from)+ahead))) != 0 {
		return men{}, "no man on " + squareName(passed) + " nor on the square before"
	}
	return before.slide(stood, from), ""
}

// clip keeps texts that are quoted in errors short.
func clip(s string) string {
	const most = 24
	if len(s) > most {
		return s[:most] + "…"
	}
	return s
}
