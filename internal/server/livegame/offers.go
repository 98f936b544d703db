package livegame

import (
	"time"

	"github.com/wane-chess/wane/game"
)

// moved notes a move: it declines the opponent's offer, and the player may offer
// again.
func (o *offers) moved(color game.Color) {
	o.open[color.Other()] = false
	o.declined[color] = false
}

// decline declines the opponent's offer.
func (o *offers) decline(color game.Color) {
	o.open[color.Other()] = false
	o.declined[color.Other()] = true
}

// mayOffer returns an error if an offer is open or was just declined.
func (o *offers) mayOffer(color game.Color, what string) error {
	switch {
	case o.open[color]:
		return errorf(NotAllowed, "You have already %s; wait for the answer.", what)
	case o.declined[color]:
		return errorf(NotAllowed, "Your opponent has just declined. Make a move before you ask again.")
	}
	return nil
}

// mayDraw returns an error if no draw can be agreed on.
func (g *Game) mayDraw() error {
	switch {
	case g.HasEngine():
		return errorf(NotAllowed, "The engine does not accept draws. Play on or resign.")
	case g.header.Rules.Has(NoEarlyDraw) && len(g.moves) < earlyPlies:
		return errorf(NotAllowed, "By its rules this game can be drawn by agreement only after 30 moves of each player.")
	case len(g.moves) < freePlies && g.mayAbort() != nil:
		return errorf(NotAllowed, "A draw can be agreed on after both players have moved.")
	case len(g.moves) < freePlies:
		return errorf(NotAllowed, "A draw can be agreed on after both players have moved. Until then you can abort the game.")
	}
	return nil
}

// mayOfferDraw returns an error if a player cannot offer a draw.
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

// agree ends the game as drawn.
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

// takebackPlies returns how many plies lead back to before the player's last move. A
// guest who plays both colors takes back one at a time.
func (g *Game) takebackPlies(color game.Color) int {
	if g.solo() || color != g.pos.Turn() {
		return 1
	}
	return 2
}

// mayTakeBack returns an error if a player cannot take back a move, even with consent.
func (g *Game) mayTakeBack(color game.Color) error {
	switch {
	case !g.header.Casual:
		return errorf(NotAllowed, "Takebacks are possible only in games that allow them.")
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

// beforeTakeback reports whether a takeback came after what the sender had seen.
func (g *Game) beforeTakeback(c Command) bool { return c.Seen > 0 && c.Seen < g.lastTakeback }

func (g *Game) doOfferTakeback(c Command, m Arrival, color game.Color) (Event, error) {
	switch {
	case g.beforeTakeback(c):
		return Event{}, errorf(Stale, "The move has been taken back already.")
	case g.solo() || g.HasEngine():
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
		return errorf(NotAllowed, "No takeback is offered to you now.")
	}
	return nil
}

// takeBack takes back the player's last move. If the time has run out, the game ends
// instead.
func (g *Game) takeBack(color game.Color, now time.Time) Event {
	if g.overTime(now) && !g.solo() {
		return g.timeout()
	}
	plies := g.takebackPlies(color)
	return Event{Kind: Takeback, Color: color, Plies: plies, Clocks: g.takebackClocks(plies, now)}
}

// takebackClocks returns the clocks after a takeback: the lesser of the times now and
// then, so that no player gains time.
func (g *Game) takebackClocks(plies int, now time.Time) (clocks [2]time.Duration) {
	if n := len(g.clocks); n > 0 {
		for color := range clocks {
			clocks[color] = min(g.clocks[n-1-plies][color], max(0, g.remaining(game.Color(color), now)))
		}
	}
	return clocks
}
