package livegame

import (
	"time"

	"github.com/wane-chess/wane/game"
)

// doWithdraw ends a game that nobody has joined yet.
func (s *State) doWithdraw(c Command) (Event, error) {
	if c.Guest == "" || c.Guest != s.header.Creator {
		return Event{}, refuse(NotYours, "Only who made the game can withdraw it.")
	}
	color := game.White
	if s.ColorsOf(c.Guest).Has(game.Black) {
		color = game.Black
	}
	return Event{Kind: End, Color: color, Reason: Aborted}, nil
}

func (s *State) doAbort(_ Command, _ Moment, color game.Color) (Event, error) {
	return Event{Kind: End, Color: color, Reason: Aborted}, s.mayAbort()
}

// mayAbort refuses to abort a game that both sides have moved in.
func (s *State) mayAbort() error {
	if len(s.moves) >= freePlies {
		return refuse(NotAllowed, "A game can be aborted only before both sides have moved. You can resign.")
	}
	return nil
}

func (s *State) doResign(_ Command, _ Moment, color game.Color) (Event, error) {
	return Event{Kind: End, Color: color, Result: game.WinFor(color.Other()), Reason: game.Resignation}, nil
}

func (s *State) doClaim(c Command, m Moment, color game.Color) (Event, error) {
	if err := s.mayClaim(color); err != nil {
		return Event{}, err
	}
	if m.Gone.IsZero() {
		return Event{}, refuse(NotAllowed, "Your opponent is here.")
	}
	if wait := s.header.Control.ClaimAfter() - m.Now.Sub(m.Gone); wait > 0 {
		return Event{}, refuse(NotAllowed, "Your opponent has left, but may come back. You can claim the game in %d s.", (wait+time.Second-1)/time.Second)
	}
	e := Event{Kind: End, Color: color, Result: game.Draw, Reason: LeftDraw}
	if o := s.pos.TimeoutOutcome(color.Other()); c.Order == DoClaimWin && o.Result != game.Draw {
		e.Result, e.Reason = o.Result, Left
	}
	return e, nil
}

// mayClaim refuses claims in games where nobody can leave, and of whoever keeps
// the other waiting himself.
func (s *State) mayClaim(color game.Color) error {
	switch {
	case s.engine() || s.alone():
		return refuse(NotAllowed, "There is no opponent who could have left.")
	case s.header.Control.Correspondence():
		return refuse(NotAllowed, "In correspondence the opponent need not stay. If he does not move in time, he loses.")
	case len(s.moves) < freePlies:
		return refuse(NotAllowed, "A game can be claimed after both sides have moved. Until then you can abort it.")
	case color == s.pos.Turn():
		return refuse(NotAllowed, "It is your move. You can claim the game while you wait for your opponent's.")
	}
	return nil
}

// fits tells what is wrong with an End that is to be applied, as far as the game
// itself can know: nothing, or why it cannot have happened.
func (s *State) fits(e Event) error {
	var o game.Outcome
	var err error
	switch e.Reason {
	case Aborted:
		err = s.mayAbort()
	case Unanswered:
		if due, ok := s.due(); s.Status() != Waiting || !ok || e.At.Before(due) {
			err = refuse(NotAllowed, "Somebody may still come.")
		}
	case NoFirstMove:
		if !s.hurried() || s.Status() != Live || e.Color != s.pos.Turn() || e.At.Sub(s.turnAt) < FirstMove {
			err = refuse(NotAllowed, "There is still time for the first move.")
		}
	case game.Resignation:
		o.Result, err = game.WinFor(e.Color.Other()), s.live()
	case game.Agreement:
		o.Result, err = game.Draw, s.mayAgree(e.Color)
	case game.TimeOut, game.TimeOutDraw:
		if o = s.pos.TimeoutOutcome(e.Color); !s.timed() || e.Color != s.pos.Turn() || s.left(e.Color, e.At) > 0 || o.Reason != e.Reason {
			err = refuse(NotAllowed, "The flag has not fallen, or not so.")
		}
	case Left:
		o.Result, err = s.pos.TimeoutOutcome(e.Color.Other()).Result, s.mayClaim(e.Color)
	case LeftDraw:
		o.Result, err = game.Draw, s.mayClaim(e.Color)
	default:
		err = refuse(NotAllowed, "No game ends by %s.", quote(string(e.Reason)))
	}
	if err == nil && o.Result != e.Result {
		err = refuse(NotAllowed, "The result would be %v, not %d.", o.Result, e.Result)
	}
	return err
}
