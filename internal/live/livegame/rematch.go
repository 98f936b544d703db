package livegame

import (
	"crypto/sha256"
	"time"

	"github.com/wane-chess/wane/game"
)

// RematchHeader returns the header of the game that follows this one as its
// rematch: the same with colours swapped. Its ID depends only on that of this
// game, so it is the same on every node; Created is left to whoever creates it.
// That has to be done before the event Rematch is kept.
func (s *State) RematchHeader() Header {
	h := s.header
	h.ID, h.Former = rematchID(s.header.ID), s.header.ID
	h.Seats = [2]Player{s.seats[1], s.seats[0]}
	h.Created = time.Time{}
	return h
}

// rematchID makes the ID of a rematch.
func rematchID(id ID) ID {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	sum := sha256.Sum256([]byte("the rematch of " + id))
	next := make([]byte, 12)
	for i := range next {
		// A remainder of 16 bits is as good as even.
		next[i] = letters[(int(sum[2*i])<<8|int(sum[2*i+1]))%len(letters)]
	}
	return ID(next)
}

func (s *State) doRematch(color game.Color) (Event, error) {
	if s.again.open[color.Other()] || s.alone() || s.engine() {
		return Event{Kind: Rematch, Color: color, Next: rematchID(s.header.ID)}, s.mayRematch(color)
	}
	return Event{Kind: RematchOffer, Color: color}, s.mayAskAgain(color)
}

func (s *State) doDeclineRematch(color game.Color) (Event, error) {
	return Event{Kind: RematchDecline, Color: color}, s.mayDeclineRematch(color)
}

// mayTalk refuses everything about rematches where there can be none.
func (s *State) mayTalk() error {
	switch {
	case !s.ended:
		return refuse(NotAllowed, "The game is still going on.")
	case !s.begun:
		return refuse(NotAllowed, "Nobody has joined this game, so there is nobody to play it again with.")
	case s.next != "":
		return refuse(NotAllowed, "The rematch has begun already.")
	}
	return nil
}

func (s *State) mayRematch(color game.Color) error {
	if err := s.mayTalk(); err != nil {
		return err
	}
	if !s.again.open[color.Other()] && !s.alone() && !s.engine() {
		return refuse(NotAllowed, "No rematch is offered.")
	}
	return nil
}

func (s *State) mayAskAgain(color game.Color) error {
	if err := s.mayTalk(); err != nil {
		return err
	}
	switch {
	case s.again.open[color]:
		return refuse(NotAllowed, "You have offered a rematch already; wait for the answer.")
	case s.again.barred[color]:
		return refuse(NotAllowed, "Your opponent does not want a rematch.")
	}
	return nil
}

func (s *State) mayDeclineRematch(color game.Color) error {
	if err := s.mayTalk(); err != nil {
		return err
	}
	if !s.again.open[color.Other()] {
		return refuse(NotAllowed, "No rematch is offered to you.")
	}
	return nil
}
