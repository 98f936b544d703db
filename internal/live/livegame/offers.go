package livegame

import (
	"time"

	"github.com/wane-chess/wane/game"
)

// moved tells the offers that a side has moved: what the other side had offered is
// declined by that, and the mover may offer again.
func (o *offers) moved(color game.Color) {
	o.open[color.Other()] = false
	o.barred[color] = false
}

// decline answers the other side's offer with no.
func (o *offers) decline(color game.Color) {
	o.open[color.Other()] = false
	o.barred[color.Other()] = true
}

// mayOffer refuses a second offer, or one that was declined just now.
func (o *offers) mayOffer(color game.Color, what string) error {
	switch {
	case o.open[color]:
		return refuse(NotAllowed, "You have %s already; wait for the answer.", what)
	case o.barred[color]:
		return refuse(NotAllowed, "Your opponent has just declined that. Make a move before you ask again.")
	}
	return nil
}

// mayDraw refuses all that has to do with draws where there can be none.
func (s *State) mayDraw() error {
	switch {
	case s.engine():
		return refuse(NotAllowed, "The engine does not take draws. Play on, or resign.")
	case len(s.moves) < freePlies:
		return refuse(NotAllowed, "A draw can be agreed on after both sides have moved. Until then you can abort the game.")
	}
	return nil
}

// mayOfferDraw refuses a side to offer a draw.
func (s *State) mayOfferDraw(color game.Color) error {
	if err := s.mayDraw(); err != nil {
		return err
	}
	return s.draw.mayOffer(color, "offered a draw")
}

func (s *State) doOfferDraw(_ Command, _ Moment, color game.Color) (Event, error) {
	if s.draw.open[color.Other()] || s.alone() {
		return s.agree(color)
	}
	return Event{Kind: DrawOffer, Color: color}, s.mayOfferDraw(color)
}

func (s *State) doAcceptDraw(_ Command, _ Moment, color game.Color) (Event, error) {
	if err := s.mayDraw(); err != nil {
		return Event{}, err
	}
	return s.agree(color)
}

// agree ends the game as drawn if it may.
func (s *State) agree(color game.Color) (Event, error) {
	return Event{Kind: End, Color: color, Result: game.Draw, Reason: game.Agreement}, s.mayAgree(color)
}

func (s *State) mayAgree(color game.Color) error {
	if err := s.mayDraw(); err != nil {
		return err
	}
	if !s.draw.open[color.Other()] && !s.alone() {
		return refuse(NotAllowed, "No draw is offered to you now.")
	}
	return nil
}

func (s *State) doDeclineDraw(_ Command, _ Moment, color game.Color) (Event, error) {
	return Event{Kind: DrawDecline, Color: color}, s.mayDeclineDraw(color)
}

func (s *State) mayDeclineDraw(color game.Color) error {
	if !s.draw.open[color.Other()] {
		return refuse(NotAllowed, "No draw is offered to you now.")
	}
	return nil
}

// back is how many plies a side takes back to be before its own last move; who
// plays both sides takes back one at a time.
func (s *State) back(color game.Color) int {
	if s.alone() || color != s.pos.Turn() {
		return 1
	}
	return 2
}

// mayTakeBack refuses a side to take back, or ask for it, at all.
func (s *State) mayTakeBack(color game.Color) error {
	switch {
	case !s.header.Casual:
		return refuse(NotAllowed, "Moves cannot be taken back in this game. That is possible in casual games.")
	case s.back(color) > len(s.moves):
		return refuse(NotAllowed, "You have not made a move yet.")
	}
	return nil
}

func (s *State) mayAskBack(color game.Color) error {
	if err := s.mayTakeBack(color); err != nil {
		return err
	}
	return s.takeback.mayOffer(color, "asked to take back a move")
}

// unseen tells whether moves were taken back that the sender of a command thought
// were still there.
func (s *State) unseen(c Command) bool { return c.Seen > 0 && c.Seen < s.rewound }

func (s *State) doOfferTakeback(c Command, m Moment, color game.Color) (Event, error) {
	switch {
	case s.unseen(c):
		return Event{}, refuse(Stale, "Moves have been taken back already.")
	case s.alone() || s.engine():
		if err := s.mayTakeBack(color); err != nil {
			return Event{}, err
		}
		return s.rewind(color, m.Now), nil
	case s.takeback.open[color.Other()]:
		return s.rewind(color.Other(), m.Now), nil
	}
	return Event{Kind: TakebackOffer, Color: color, Plies: s.back(color)}, s.mayAskBack(color)
}

func (s *State) doAcceptTakeback(_ Command, m Moment, color game.Color) (Event, error) {
	if err := s.mayAnswerBack(color); err != nil {
		return Event{}, err
	}
	return s.rewind(color.Other(), m.Now), nil
}

func (s *State) doDeclineTakeback(_ Command, _ Moment, color game.Color) (Event, error) {
	return Event{Kind: TakebackDecline, Color: color}, s.mayAnswerBack(color)
}

func (s *State) mayAnswerBack(color game.Color) error {
	if !s.takeback.open[color.Other()] {
		return refuse(NotAllowed, "Nobody asks to take back a move now.")
	}
	return nil
}

// rewind takes back what the side has asked for. A flag that has fallen while a
// move was perhaps underway ends the game instead.
func (s *State) rewind(color game.Color, now time.Time) Event {
	if s.timed() && s.left(s.pos.Turn(), now) <= 0 {
		return s.fallen()
	}
	plies := s.back(color)
	return Event{Kind: Takeback, Color: color, Plies: plies, Clocks: s.clocksBack(plies, now)}
}

// clocksBack is what both sides have after plies are taken back: what they have
// now or had then, whichever is less, so that nobody gains time.
func (s *State) clocksBack(plies int, now time.Time) (clocks [2]time.Duration) {
	if n := len(s.clocks); n > 0 {
		for color := range clocks {
			clocks[color] = min(s.clocks[n-1-plies][color], max(0, s.left(game.Color(color), now)))
		}
	}
	return clocks
}
