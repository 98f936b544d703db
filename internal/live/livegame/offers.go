package livegame

import (
	"time"

	"github.com/wane-chess/wane/game"
)

// moved tells the offers that a side has moved: what the other side had offered is
// declined by that, and the mover may offer again.
func (o *offers) moved(color game.Color) {
	o.open[color.Other()] = false
	o.declined[color] = false
}

// decline answers the other side's offer with no.
func (o *offers) decline(color game.Color) {
	o.open[color.Other()] = false
	o.declined[color.Other()] = true
}

// mayOffer refuses a second offer, or one that was declined just now.
func (o *offers) mayOffer(color game.Color, what string) error {
	switch {
	case o.open[color]:
		return errorf(NotAllowed, "You have %s already; wait for the answer.", what)
	case o.declined[color]:
		return errorf(NotAllowed, "Your opponent has just declined that. Make a move before you ask again.")
	}
	return nil
}

// mayDraw refuses all that has to do with draws where there can be none.
func (g *Game) mayDraw() error {
	switch {
	case g.hasEngine():
		return errorf(NotAllowed, "The engine does not take draws. Play on, or resign.")
	case len(g.moves) < freePlies:
		return errorf(NotAllowed, "A draw can be agreed on after both sides have moved. Until then you can abort the game.")
	}
	return nil
}

// mayOfferDraw refuses a side to offer a draw.
func (g *Game) mayOfferDraw(color game.Color) error {
	if err := g.mayDraw(); err != nil {
		return err
	}
	return g.draw.mayOffer(color, "offered a draw")
}

func (g *Game) doOfferDraw(_ Command, _ Arrival, color game.Color) (Event, error) {
	if g.draw.open[color.Other()] || g.solo() {
		return g.agree(color)
	}
	return Event{Kind: DrawOffer, Color: color}, g.mayOfferDraw(color)
}

func (g *Game) doAcceptDraw(_ Command, _ Arrival, color game.Color) (Event, error) {
	if err := g.mayDraw(); err != nil {
		return Event{}, err
	}
	return g.agree(color)
}

// agree ends the game as drawn if it may.
func (g *Game) agree(color game.Color) (Event, error) {
	return Event{Kind: End, Color: color, Result: game.Draw, Reason: game.Agreement}, g.mayAgree(color)
}

func (g *Game) mayAgree(color game.Color) error {
	if err := g.mayDraw(); err != nil {
		return err
	}
	if !g.draw.open[color.Other()] && !g.solo() {
		return errorf(NotAllowed, "No draw is offered to you now.")
	}
	return nil
}

func (g *Game) doDeclineDraw(_ Command, _ Arrival, color game.Color) (Event, error) {
	return Event{Kind: DrawDecline, Color: color}, g.mayDeclineDraw(color)
}

func (g *Game) mayDeclineDraw(color game.Color) error {
	if !g.draw.open[color.Other()] {
		return errorf(NotAllowed, "No draw is offered to you now.")
	}
	return nil
}

// takebackPlies is how many plies a side takes back to be before its own last move; who
// plays both sides takes back one at a time.
func (g *Game) takebackPlies(color game.Color) int {
	if g.solo() || color != g.pos.Turn() {
		return 1
	}
	return 2
}

// mayTakeBack refuses a side to take back, or ask for it, at all.
func (g *Game) mayTakeBack(color game.Color) error {
	switch {
	case !g.header.Casual:
		return errorf(NotAllowed, "Moves cannot be taken back in this game. That is possible in casual games.")
	case g.takebackPlies(color) > len(g.moves):
		return errorf(NotAllowed, "You have not made a move yet.")
	}
	return nil
}

func (g *Game) mayOfferTakeback(color game.Color) error {
	if err := g.mayTakeBack(color); err != nil {
		return err
	}
	return g.takeback.mayOffer(color, "asked to take back a move")
}

// beforeTakeback tells whether moves were taken back that the sender of a command thought
// were still there.
func (g *Game) beforeTakeback(c Command) bool { return c.Seen > 0 && c.Seen < g.lastTakeback }

func (g *Game) doOfferTakeback(c Command, m Arrival, color game.Color) (Event, error) {
	switch {
	case g.beforeTakeback(c):
		return Event{}, errorf(Stale, "Moves have been taken back already.")
	case g.solo() || g.hasEngine():
		if err := g.mayTakeBack(color); err != nil {
			return Event{}, err
		}
		return g.takeBack(color, m.At), nil
	case g.takeback.open[color.Other()]:
		return g.takeBack(color.Other(), m.At), nil
	}
	return Event{Kind: TakebackOffer, Color: color, Plies: g.takebackPlies(color)}, g.mayOfferTakeback(color)
}

func (g *Game) doAcceptTakeback(_ Command, m Arrival, color game.Color) (Event, error) {
	if err := g.mayAnswerTakeback(color); err != nil {
		return Event{}, err
	}
	return g.takeBack(color.Other(), m.At), nil
}

func (g *Game) doDeclineTakeback(_ Command, _ Arrival, color game.Color) (Event, error) {
	return Event{Kind: TakebackDecline, Color: color}, g.mayAnswerTakeback(color)
}

func (g *Game) mayAnswerTakeback(color game.Color) error {
	if !g.takeback.open[color.Other()] {
		return errorf(NotAllowed, "Nobody asks to take back a move now.")
	}
	return nil
}

// takeBack takes back what the side has asked for. A flag that has fallen while a
// move was perhaps underway ends the game instead.
func (g *Game) takeBack(color game.Color, now time.Time) Event {
	if g.clockRuns() && g.remaining(g.pos.Turn(), now) <= 0 {
		return g.timeout()
	}
	plies := g.takebackPlies(color)
	return Event{Kind: Takeback, Color: color, Plies: plies, Clocks: g.takebackClocks(plies, now)}
}

// takebackClocks is what both sides have after plies are taken back: what they have
// now or had then, whichever is less, so that nobody gains time.
func (g *Game) takebackClocks(plies int, now time.Time) (clocks [2]time.Duration) {
	if n := len(g.clocks); n > 0 {
		for color := range clocks {
			clocks[color] = min(g.clocks[n-1-plies][color], max(0, g.remaining(game.Color(color), now)))
		}
	}
	return clocks
}
