package notation

import (
	"fmt"

	"github.com/wane-chess/wane/game"
)

// match finds the one legal move that a claim describes. Everything that the
// claim states must hold, except for the marks of check and mate, the drop
// check and the dash: what is wrong about those is returned as notes.
func (ms *Moves) match(c *claim) (game.Move, []string, error) {
	fail := func(choices []*route, format string, args ...any) (game.Move, []string, error) {
		return game.NoMove, nil, &MoveError{c.text, fmt.Sprintf(format, args...), ms.texts(choices, ms.SAN)}
	}
	if over := ms.over(); over != "" {
		return fail(nil, "%s", over)
	}
	var found []*route
	var problem string
	if c.castling != 0 {
		found = ms.where(func(r *route) bool { return ms.shape(r).castling == c.castling })
		if len(found) == 0 {
			return fail(ms.where(func(r *route) bool { return r.piece.Type() == game.King }),
				"%v cannot castle on that side now", ms.p.Turn())
		}
	} else if found, problem = ms.goers(c); problem != "" {
		return fail(found, "%s", problem)
	}
	for _, narrow := range []func(*claim, []*route) ([]*route, string){ms.byCapture, ms.byTaken, ms.byChange} {
		left, problem := narrow(c, found)
		if problem != "" {
			return fail(found, "%s", problem)
		}
		found = left
	}
	if len(found) > 1 {
		return fail(found, "%d moves fit this; say which", len(found))
	}
	m, problem := ms.promote(found[0], c.promotions, c.letters, func(s string) string { return s })
	if problem != "" {
		return fail(nil, "%s", problem)
	}
	return m, ms.untrue(c, found[0], m), nil
}

// goers returns the routes that go to the claim's destination, from its origin,
// with its piece. If there are none, it says why and returns what is possible.
func (ms *Moves) goers(c *claim) ([]*route, string) {
	to := ms.cell(c.to)
	switch {
	case to == nil:
		return nil, fmt.Sprintf("there is no square %s; %s", c.to, ms.extent())
	case ms.view.Vanished[to.ID]:
		return nil, "the square " + to.Name + " has vanished"
	}
	pt := c.pieceType
	if c.from.square != "" {
		if problem := ms.wrongOrigin(c); problem != "" {
			return ms.where(func(r *route) bool { return r.piece.Type() == pt }), problem
		}
	} else if pt == game.NoPieceType {
		pt = game.Pawn
	}
	found := ms.where(func(r *route) bool {
		return int(r.first.To()) == to.ID && (pt == game.NoPieceType || r.piece.Type() == pt) &&
			ms.within(r.first.From(), c.from)
	})
	switch {
	case len(found) > 0:
		return found, ""
	case c.from.square != "":
		problem, choices := ms.cannotGo(ms.cell(c.from.square).ID, to.ID)
		return choices, problem
	}
	return ms.nobody(c, pt, to.Name)
}

// wrongOrigin says what is wrong with the square that a piece comes from, or "".
func (ms *Moves) wrongOrigin(c *claim) string {
	from := ms.cell(c.from.square)
	if from == nil {
		return fmt.Sprintf("there is no square %s; %s", c.from.square, ms.extent())
	}
	pt, stated := ms.view.Pieces[from.ID], c.pieceType.Of(ms.p.Turn())
	problem := ms.cannotLeave(from.ID)
	switch {
	case problem == "" && (stated == game.NoPiece || pt == stated):
		return ""
	case problem == "":
		problem = fmt.Sprintf("the piece on %s is the %v", from.Name, pt)
	}
	if stated == game.NoPiece {
		return problem
	}
	if squares := ms.squaresOf(stated); squares != "" {
		return fmt.Sprintf("%s; the %v stands on %s", problem, stated, squares)
	}
	return fmt.Sprintf("%s; there is no %v on the board", problem, stated)
}

// no one says that no piece of a type can go to a square.
func (ms *Moves) nobody(c *claim, pt game.PieceType, to string) ([]*route, string) {
	stated := pt.Of(ms.p.Turn())
	squares := ms.squaresOf(stated)
	if squares == "" {
		return nil, fmt.Sprintf("there is no %v on the board", stated)
	}
	who := fmt.Sprintf("no %v", stated)
	if c.from != (place{}) {
		who += " of " + c.from.String()
	}
	problem := fmt.Sprintf("%s can go to %s", who, to)
	if ms.p.InCheck() {
		problem += fmt.Sprintf(" (%v is in check)", ms.p.Turn())
	}
	return ms.where(func(r *route) bool { return r.piece == stated }), problem
}

// byCapture keeps captures if the claim writes one. A pawn of which only the
// destination is written does not capture.
func (ms *Moves) byCapture(c *claim, found []*route) ([]*route, string) {
	takes := func(r *route) bool { return ms.shape(r).taken != game.NoPiece }
	quiet := func(r *route) bool { return !takes(r) }
	switch {
	case c.castling != 0:
		return found, ""
	case c.op == 'x':
		if left := only(found, takes); len(left) > 0 {
			return left, ""
		}
		return nil, "this takes nothing on " + c.to
	case c.op == '-':
		if left := only(found, quiet); len(left) > 0 {
			return left, ""
		}
	case c.from == (place{}) && found[0].piece.Type() == game.Pawn:
		left := only(found, quiet)
		if len(left) == 0 {
			return nil, "a pawn can go to " + c.to + " only by capturing, which is written with its file and x"
		}
		return left, ""
	}
	return found, ""
}

// byTaken keeps the routes that take the stated type of piece.
func (ms *Moves) byTaken(c *claim, found []*route) ([]*route, string) {
	if c.taken == game.NoPieceType {
		return found, ""
	}
	left := only(found, func(r *route) bool { return ms.shape(r).taken.Type() == c.taken })
	if len(left) == 0 {
		return nil, fmt.Sprintf("the piece taken on %s is a %v, not a %v", c.to, ms.shape(found[0]).taken.Type(), c.taken)
	}
	return left, ""
}

// byChange keeps the routes in which the mover and the captured piece become what
// the claim states.
func (ms *Moves) byChange(c *claim, found []*route) ([]*route, string) {
	if !c.becomes.said && !c.ends.said {
		return found, ""
	}
	left := only(found, func(r *route) bool {
		s := ms.shape(r)
		end := s.drops
		if s.becomes.said {
			end = s.becomes
		}
		leaves := c.ends.into == game.NoPieceType && !end.said && s.taken != game.NoPiece
		return (!c.becomes.said || s.becomes == c.becomes) && (!c.ends.said || end == c.ends || leaves)
	})
	if len(left) > 0 {
		return left, ""
	}
	s := ms.shape(found[0])
	switch {
	case s.becomes.said:
		return nil, "the piece that moves " + fate(s.becomes)
	case s.drops.said:
		return nil, "the captured piece " + fate(s.drops)
	}
	return nil, "no piece becomes another in this move"
}

func fate(c change) string {
	if c.into == game.NoPieceType {
		return "vanishes"
	}
	return "becomes a " + c.into.String()
}

// untrue lists what a claim states, without need, that is not so.
func (ms *Moves) untrue(c *claim, r *route, m game.Move) []string {
	var notes []string
	if c.mark != noMark {
		if is := ms.mark(m); is < c.mark { // mate is check too
			names := [...]string{"neither check nor mate", "check", "checkmate"}
			notes = append(notes, fmt.Sprintf("marked as %s, but it is %s", names[c.mark], names[is]))
		}
	}
	if c.dropCheck && !ms.shape(r).dropCheck {
		notes = append(notes, "marked as a drop check, but it is none")
	}
	if c.op == '-' && ms.shape(r).taken != game.NoPiece {
		notes = append(notes, "written with a dash, but it takes the "+ms.shape(r).taken.String())
	}
	return notes
}
