package notation

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
)

// match finds the one legal move that a claim describes. Everything that the claim
// states must hold, except the marks of check, mate and drop check, and the dash:
// wrong ones are returned as notes.
func (ms *Moves) match(c *claim) (game.Move, []string, error) {
	fail := func(choices []*route, format string, args ...any) (game.Move, []string, error) {
		return game.NoMove, nil, &MoveError{
			Text: c.text, Problem: message.Sprintf(format, args...), Choices: ms.texts(choices, ms.SAN),
		}
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
				"%v cannot castle on that side", ms.p.Turn())
		}
	} else if found, problem = ms.goers(c); problem != "" {
		return fail(found, "%s", problem)
	}
	for _, narrow := range []func(*claim, []*route) ([]*route, string){ms.byCapture, ms.byCaptured, ms.byChange} {
		left, problem := narrow(c, found)
		if problem != "" {
			return fail(found, "%s", problem)
		}
		found = left
	}
	if len(found) > 1 {
		return game.NoMove, nil, &MoveError{
			Text: c.text, Problem: message.Sprintf("ambiguous, %d moves fit", len(found)), Choices: ms.texts(found, ms.SAN),
			Ambiguous: true,
		}
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
	to := ms.square(c.to)
	switch {
	case to == nil:
		return nil, message.Sprintf("no square %s: %s", c.to, ms.extent())
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
		from := ms.square(c.from.square).ID
		if r := ms.castlingWith(from, to.ID); r != nil {
			return []*route{r}, ""
		}
		problem, choices := ms.cannotGo(from, to.ID)
		return choices, problem
	}
	return ms.noMover(c, pt, to.Name)
}

// wrongOrigin says what is wrong with the square that a piece comes from, or "".
func (ms *Moves) wrongOrigin(c *claim) string {
	from := ms.square(c.from.square)
	if from == nil {
		return message.Sprintf("no square %s: %s", c.from.square, ms.extent())
	}
	pc, stated := ms.view.Pieces[from.ID], c.pieceType.Of(ms.p.Turn())
	problem := ms.cannotLeave(from.ID)
	switch {
	case problem == "" && (stated == game.NoPiece || pc == stated):
		return ""
	case problem == "":
		problem = message.Sprintf("the piece on %s is a %v", from.Name, pc)
	}
	if stated == game.NoPiece {
		return problem
	}
	if squares := ms.squaresOf(stated); squares != "" {
		return message.Sprintf("%s; %v on %s", problem, stated, squares)
	}
	return message.Sprintf("%s; no %v on the board", problem, stated)
}

// noMover says that no piece of a type can go to a square, and returns the routes of
// that type.
func (ms *Moves) noMover(c *claim, pt game.PieceType, to string) ([]*route, string) {
	stated := pt.Of(ms.p.Turn())
	squares := ms.squaresOf(stated)
	if squares == "" {
		return nil, message.Sprintf("no %v on the board", stated)
	}
	mover := message.Sprintf("no %v", stated)
	if c.from != (place{}) {
		mover += " from " + c.from.String()
	}
	problem := message.Sprintf("%s can go to %s", mover, to)
	if ms.p.InCheck() {
		problem += message.Sprintf(" (%v is in check)", ms.p.Turn())
	}
	return ms.where(func(r *route) bool { return r.piece == stated }), problem
}

// byCapture keeps captures if the claim writes one. A pawn of which only the
// destination is written does not capture.
func (ms *Moves) byCapture(c *claim, found []*route) ([]*route, string) {
	captures := func(r *route) bool { return ms.shape(r).captured != game.NoPiece }
	quiet := func(r *route) bool { return !captures(r) }
	switch {
	case c.castling != 0:
		return found, ""
	case c.op == 'x':
		if left := only(found, captures); len(left) > 0 {
			return left, ""
		}
		return nil, "no capture on " + c.to
	case c.op == '-':
		if left := only(found, quiet); len(left) > 0 {
			return left, ""
		}
	case c.from == (place{}) && found[0].piece.Type() == game.Pawn:
		left := only(found, quiet)
		if len(left) == 0 {
			return nil, "a pawn reaches " + c.to + " only by capturing, expected its file and x"
		}
		return left, ""
	}
	return found, ""
}

// byCaptured keeps the routes that capture the stated piece type.
func (ms *Moves) byCaptured(c *claim, found []*route) ([]*route, string) {
	if c.captured == game.NoPieceType {
		return found, ""
	}
	left := only(found, func(r *route) bool { return ms.shape(r).captured.Type() == c.captured })
	if len(left) == 0 {
		taken := ms.shape(found[0]).captured.Type()
		return nil, message.Sprintf("the piece captured on %s is a %v, not a %v", c.to, taken, c.captured)
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
		leaves := c.ends.into == game.NoPieceType && !end.said && s.captured != game.NoPiece
		return (!c.becomes.said || s.becomes == c.becomes) && (!c.ends.said || end == c.ends || leaves)
	})
	if len(left) > 0 {
		return left, ""
	}
	s := ms.shape(found[0])
	switch {
	case s.becomes.said:
		return nil, "the moving piece " + fate(s.becomes)
	case s.drops.said:
		return nil, "the captured piece " + fate(s.drops)
	}
	return nil, "no piece changes in this move"
}

func fate(c change) string {
	if c.into == game.NoPieceType {
		return "vanishes"
	}
	return "becomes a " + c.into.String()
}

// untrue returns notes about marks of a claim that are wrong.
func (ms *Moves) untrue(c *claim, r *route, m game.Move) []string {
	var notes []string
	if c.mark != noMark {
		if is := ms.mark(m); is < c.mark { // mate is check too
			names := [...]string{"neither check nor mate", "check", "checkmate"}
			notes = append(notes, message.Sprintf("marked as %s, but it is %s", names[c.mark], names[is]))
		}
	}
	if c.dropCheck && !ms.shape(r).dropCheck {
		notes = append(notes, "marked as a drop check, but it is none")
	}
	if c.op == '-' && ms.shape(r).captured != game.NoPiece {
		notes = append(notes, "written with a dash, but it captures the "+ms.shape(r).captured.String())
	}
	return notes
}
