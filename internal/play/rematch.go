package play

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

func (s *State) doRematch(side game.Side) (Event, error) {
	if s.again.open[side.Other()] || s.alone() || s.engine() {
		return Event{Kind: Rematch, Side: side, Next: rematchID(s.header.ID)}, s.mayRematch(side)
	}
	return Event{Kind: RematchOffer, Side: side}, s.mayAskAgain(side)
}

func (s *State) doDeclineRematch(side game.Side) (Event, error) {
	return Event{Kind: RematchDecline, Side: side}, s.mayDeclineRematch(side)
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

func (s *State) mayRematch(side game.Side) error {
	if err := s.mayTalk(); err != nil {
		return err
	}
	if !s.again.open[side.Other()] && !s.alone() && !s.engine() {
		return refuse(NotAllowed, "No rematch is offered.")
	}
	return nil
}

func (s *State) mayAskAgain(side game.Side) error {
	if err := s.mayTalk(); err != nil {
		return err
	}
	switch {
	case s.again.open[side]:
		return refuse(NotAllowed, "You have offered a rematch already; wait for the answer.")
	case s.again.barred[side]:
		return refuse(NotAllowed, "Your opponent does not want a rematch.")
	}
	return nil
}

func (s *State) mayDeclineRematch(side game.Side) error {
	if err := s.mayTalk(); err != nil {
		return err
	}
	if !s.again.open[side.Other()] {
		return refuse(NotAllowed, "No rematch is offered to you.")
	}
	return nil
}
