package livegame

import (
	"crypto/sha256"
	"time"

	"github.com/wane-chess/wane/game"
)

// RematchHeader returns the header of the rematch that a Rematch event begins: the same with
// colors swapped, and with the places from which the players offered and accepted it. Its
// ID depends only on this game's, so it is the same on every node. The caller sets
// Created, and creates the game before it stores the event.
func (g *Game) RematchHeader(e Event) Header {
	h := g.header
	h.ID, h.RematchOf = RematchIDOf(g.header.ID), g.header.ID
	h.Seats = [2]Player{g.seats[1], g.seats[0]}
	h.Seats[e.Color.Other()].Place, h.Seats[e.Color].Place = e.Player.Place, g.rematchPlaces[e.Color.Other()]
	h.Created = time.Time{}
	h.RatingMin, h.RatingMax, h.Pairing = 0, 0, false
	return h
}

// RematchIDOf returns the ID of a game's rematch.
func RematchIDOf(id ID) ID {
	sum := sha256.Sum256([]byte("the rematch of " + id))
	return DeriveID([24]byte(sum[:]))
}

func (g *Game) doRematch(c Command, color game.Color) (Event, error) {
	from := Player{Place: c.As.Place}
	if g.rematch.open[color.Other()] || g.solo() || g.HasEngine() {
		return Event{Kind: Rematch, Color: color, Player: from, Next: RematchIDOf(g.header.ID)}, g.mayRematch(color)
	}
	return Event{Kind: RematchOffer, Color: color, Player: from}, g.mayOfferRematch(color)
}

func (g *Game) doDeclineRematch(_ Command, color game.Color) (Event, error) {
	return Event{Kind: RematchDecline, Color: color}, g.mayDeclineRematch(color)
}

// mayDiscussRematch returns an error if there can be no rematch.
func (g *Game) mayDiscussRematch() error {
	switch {
	case g.header.Tournament != "":
		return errorf(NotAllowed, "The tournament pairs the players: there is no rematch.")
	case g.header.Rules.Has(NoRematch):
		return errorf(NotAllowed, "By its rules this game has no rematch.")
	case !g.over:
		return errorf(NotAllowed, "The game is still in progress.")
	case !g.started:
		return errorf(NotAllowed, "This game had no opponent to play again.")
	case g.nextGame != "":
		return errorf(NotAllowed, "The rematch has already started.")
	}
	return nil
}

func (g *Game) mayRematch(color game.Color) error {
	if err := g.mayDiscussRematch(); err != nil {
		return err
	}
	if !g.rematch.open[color.Other()] && !g.solo() && !g.HasEngine() {
		return errorf(NotAllowed, "No rematch is offered.")
	}
	return nil
}

func (g *Game) mayOfferRematch(color game.Color) error {
	if err := g.mayDiscussRematch(); err != nil {
		return err
	}
	switch {
	case g.rematch.open[color]:
		return errorf(NotAllowed, "You have already offered a rematch; wait for the answer.")
	case g.rematch.declined[color]:
		return errorf(NotAllowed, "Your opponent has declined a rematch.")
	}
	return nil
}

func (g *Game) mayDeclineRematch(color game.Color) error {
	if err := g.mayDiscussRematch(); err != nil {
		return err
	}
	if !g.rematch.open[color.Other()] {
		return errorf(NotAllowed, "No rematch is offered to you.")
	}
	return nil
}
