package livegame

import (
	"fmt"
	"slices"
	"time"

	"github.com/wane-chess/wane/game"
)

// Apply takes in the next event. It is an error, and nothing changes, if the event
// does not fit: another number is next, it is earlier than the last, its command
// has led to another, the move is illegal, the clocks gain … A store that gives
// such events is corrupt.
func (s *State) Apply(e Event) error {
	e.At = e.At.Round(0).UTC() // Round drops the monotonic time
	if err := s.accept(e); err != nil {
		return fmt.Errorf("game %s: event %d (%s) does not fit: %w", s.header.ID, e.Seq, e.Kind, err)
	}
	s.events = append(s.events, e)
	s.last = e.At
	if e.Command != "" {
		s.commands[e.Command] = len(s.events) - 1
	}
	switch e.Kind { // what needs the time of the event
	case Join:
		s.begin()
	case Move, Takeback:
		s.turnAt, s.fen = e.At, ""
	}
	if e.Ends() {
		s.ended, s.endAt, s.outcome = true, e.At, game.Outcome{Result: e.Result, Reason: e.Reason}
		s.draw, s.takeback = offers{}, offers{}
	}
	return nil
}

// accept checks an event and makes the changes that belong to its kind; if it
// returns an error, none is made.
func (s *State) accept(e Event) error {
	_, done := s.commands[e.Command]
	switch {
	case e.Seq != len(s.events)+1:
		return fmt.Errorf("number %d comes next", len(s.events)+1)
	case e.Color > game.Black:
		return fmt.Errorf("there is no side %d", e.Color)
	case e.At.Before(s.last):
		return fmt.Errorf("it is earlier than the one before")
	case !e.At.Equal(whole(e.At)):
		return fmt.Errorf("its time has parts of a millisecond")
	case done:
		return fmt.Errorf("command %s has led to an earlier event", quote(e.Command))
	case e.Ends() != (e.Kind == End) && e.Kind != Move:
		return fmt.Errorf("only a move or an end has a reason")
	}
	if err := s.inTime(e.Kind); err != nil {
		return err
	}
	switch e.Kind {
	case Join:
		if err := s.mayJoin(e.Color, e.Player); err != nil {
			return err
		}
		s.seats[e.Color] = e.Player
	case Move:
		return s.acceptMove(e)
	case DrawOffer:
		return s.offer(&s.draw, e.Color, s.mayOfferDraw)
	case DrawDecline:
		return s.decline(&s.draw, e.Color, s.mayDeclineDraw)
	case TakebackOffer:
		if e.Plies != s.back(e.Color) {
			return fmt.Errorf("%d plies would go back, not %d", s.back(e.Color), e.Plies)
		}
		return s.offer(&s.takeback, e.Color, s.mayAskBack)
	case TakebackDecline:
		return s.decline(&s.takeback, e.Color, s.mayAnswerBack)
	case Takeback:
		return s.acceptTakeback(e)
	case End:
		return s.fits(e)
	case RematchOffer:
		return s.offer(&s.again, e.Color, s.mayAskAgain)
	case RematchDecline:
		return s.decline(&s.again, e.Color, s.mayDeclineRematch)
	case Rematch:
		if err := s.mayRematch(e.Color); err != nil {
			return err
		}
		if e.Next == "" {
			return fmt.Errorf("it does not name the next game")
		}
		s.next, s.again = e.Next, offers{}
	}
	return nil
}

// inTime tells whether events of that kind can come now.
func (s *State) inTime(k Kind) error {
	switch k {
	case Join, RematchOffer, RematchDecline, Rematch: // these are checked in their own places
		return nil
	case Move, DrawOffer, DrawDecline, TakebackOffer, TakebackDecline, Takeback:
		return s.live()
	case End:
		if s.ended {
			return s.live()
		}
		return nil
	}
	return fmt.Errorf("there is no such kind")
}

func (s *State) offer(o *offers, color game.Color, may func(game.Color) error) error {
	if err := may(color); err != nil {
		return err
	}
	o.open[color] = true
	return nil
}

func (s *State) decline(o *offers, color game.Color, may func(game.Color) error) error {
	if err := may(color); err != nil {
		return err
	}
	o.decline(color)
	return nil
}

// acceptMove plays a move.
func (s *State) acceptMove(e Event) error {
	if e.Color != s.pos.Turn() {
		return fmt.Errorf("it is %v's turn", s.pos.Turn())
	}
	if err := s.fairClocks(e); err != nil {
		return err
	}
	m, known := s.decided.move, s.decided.seq == e.Seq && s.decided.text == e.Move
	if !known {
		m = s.find(e.Move)
	}
	if m == game.NoMove {
		return fmt.Errorf("%s is no legal move", quote(e.Move))
	}
	s.pos.Make(m)
	o := s.decided.outcome
	if !known {
		o = s.pos.Outcome()
	}
	if (o != game.Outcome{Result: e.Result, Reason: e.Reason}) {
		s.pos.Unmake()
		return fmt.Errorf("it says %d, %q, but by the rules it is %v, %q", e.Result, e.Reason, o.Result, o.Reason)
	}
	s.moves = append(s.moves, e.Move)
	if len(s.clocks) > 0 {
		s.clocks = append(s.clocks, e.Clocks)
	}
	s.draw.moved(e.Color)
	s.takeback.open = [2]bool{}
	s.takeback.moved(e.Color)
	return nil
}

// fairClocks checks the clocks after a move. The mover pays for the time that has
// passed, less some lag at most, and gains the increment.
func (s *State) fairClocks(e Event) error {
	var want [2]time.Duration
	if n := len(s.clocks); n > 0 {
		want = s.clocks[n-1]
	}
	if s.timed() {
		elapsed := s.elapsed(e.At)
		least := thought(elapsed, MaxLag)
		if least >= s.had(e.Color) {
			return fmt.Errorf("the flag had fallen")
		}
		if len(s.clocks) > 0 {
			spent := want[e.Color] + s.header.Control.Increment - e.Clocks[e.Color]
			if spent < least || spent > elapsed {
				return fmt.Errorf("%v of %v were charged", spent, elapsed)
			}
			want[e.Color] = e.Clocks[e.Color]
		}
	}
	if e.Clocks != want {
		return fmt.Errorf("the clocks are %v, not %v", e.Clocks, want)
	}
	return nil
}

// acceptTakeback takes plies back.
func (s *State) acceptTakeback(e Event) error {
	if err := s.mayTakeBack(e.Color); err != nil {
		return err
	}
	asked := s.alone() || s.engine()
	switch {
	case e.Plies != s.back(e.Color):
		return fmt.Errorf("%d plies would go back, not %d", s.back(e.Color), e.Plies)
	case !asked && !s.takeback.open[e.Color], s.seats[e.Color].Engine():
		return fmt.Errorf("nobody has asked for it")
	case s.timed() && s.left(s.pos.Turn(), e.At) <= 0:
		return fmt.Errorf("the flag had fallen")
	}
	if clocks := s.clocksBack(e.Plies, e.At); e.Clocks != clocks {
		return fmt.Errorf("the clocks would be %v, not %v", clocks, e.Clocks)
	}
	for range e.Plies {
		s.pos.Unmake()
	}
	// Others may still hold the moves: what comes next must not be written over
	// those that go.
	s.moves = slices.Clone(s.moves[:len(s.moves)-e.Plies])
	if n := len(s.clocks); n > 0 {
		s.clocks = s.clocks[:n-e.Plies]
		s.clocks[len(s.clocks)-1] = e.Clocks
	}
	s.draw, s.takeback = offers{}, offers{}
	s.rewound = e.Seq
	return nil
}
