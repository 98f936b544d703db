// Package challenge is about invitations to a game: from an account to another, or to everyone
// with the link.
//
// A challenge is one row of the database, whose changes are numbered like those of a review: the
// node that stores a number first has made the change. So of two who accept an open challenge one
// gets the game, and a challenge is either accepted or canceled, whichever nodes they ask. The
// game has the ID of the challenge: whatever dies after an acceptance, it is created once.
package challenge

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/notify"
	"github.com/wane-chess/wane/internal/server/problem"
)

// Errors of the service, as clients see them.
var (
	// ErrNotFound: there is no such challenge for the player, or it was forgotten.
	ErrNotFound error = problem.Missing("There is no such challenge.")
	// ErrOften: the player was challenged too often in the last minute, see Often.
	ErrOften error = problem.New(http.StatusTooManyRequests, problem.CodeTooMany,
		"This player was challenged too often in the last minute: wait a little.")
)

// errConflict: the challenge has changed since it was read.
var errConflict = errors.New("the challenge has changed")

// Each challenge notifies a player, also one that is canceled at once. In Often, a player may be challenged MaxOften
// times by one account and MaxOftenAddress times from one address, whatever has become of those challenges; what was
// accepted was welcome and does not count. One more is rejected, as Lichess does: a challenge that its receiver does
// not hear of would leave its sender waiting. Bots get no notifications, and are challenged as often as their senders
// like.
const (
	Often           = time.Minute
	MaxOften        = 3
	MaxOftenAddress = 6
)

// Status is what has become of a challenge.
type Status string

// The statuses.
const (
	Created   Status = "created"   // waits for an answer
	Accepting Status = "accepting" // is accepted; its game may have to be created
	Accepted  Status = "accepted"  // its game exists
	Declined  Status = "declined"
	Canceled  Status = "canceled"
	Expired   Status = "expired" // had no answer in time
)

// Open reports whether a challenge can still be answered.
func (s Status) Open() bool { return s == Created }

// Reason says why a challenge was declined. The reasons have the names that Lichess gives them.
type Reason string

// The reasons.
const (
	Generic     Reason = "generic"
	Later       Reason = "later"
	TooFast     Reason = "tooFast"
	TooSlow     Reason = "tooSlow"
	TimeControl Reason = "timeControl"
	Rated       Reason = "rated"
	Casual      Reason = "casual"
	Standard    Reason = "standard"
	Variant     Reason = "variant"
	NoBot       Reason = "noBot"
	OnlyBot     Reason = "onlyBot"
)

// Failed is the reason of a challenge that was accepted and canceled because there cannot be such
// a game. No player gives it.
const Failed Reason = "failed"

// Reasons are all reasons, each with a sentence for people.
var Reasons = map[Reason]string{
	Generic:     "I'm not accepting challenges at the moment.",
	Later:       "This is not the right time for me, please ask again later.",
	TooFast:     "This time control is too fast for me, please challenge again with a slower game.",
	TooSlow:     "This time control is too slow for me, please challenge again with a faster game.",
	TimeControl: "I'm not accepting challenges with this time control.",
	Rated:       "Please send me a rated challenge instead.",
	Casual:      "Please send me a casual challenge instead.",
	Standard:    "I'm not accepting variant challenges right now.",
	Variant:     "I'm not willing to play this variant right now.",
	NoBot:       "I'm not accepting challenges from bots.",
	OnlyBot:     "I'm only accepting challenges from bots.",
}

// ParseReason returns a reason by its name; an unknown one is Generic.
func ParseReason(name string) Reason {
	if _, known := Reasons[Reason(name)]; known {
		return Reason(name)
	}
	return Generic
}

// Wish is the color that a challenger wants.
type Wish string

// The wishes.
const (
	White  Wish = "white"
	Black  Wish = "black"
	Random Wish = "random"
)

// Challenge is an invitation to a game.
type Challenge struct {
	ID     livegame.ID // also of the game
	Seq    int         // counts the changes, from 1
	Status Status

	Variant     string
	FEN         string // of the first position; empty: the variant's start
	TimeControl livegame.TimeControl
	Rated       bool
	Rules       livegame.Rules
	Wish        Wish
	Color       game.Color // the challenger's, also after a random wish

	From livegame.Player // who challenges
	// To is who is challenged. For an open challenge it is empty until it is accepted.
	To      livegame.Player
	Open    bool   // everyone with the link may accept
	Address string // hash of the challenger's address, or empty

	Reason                    Reason // of Declined; Failed of some that are Canceled
	Created, Updated, Expires time.Time
}

// Header returns the header of the game of an accepted challenge.
func (c Challenge) Header() livegame.Header {
	h := livegame.Header{
		ID: c.ID, Variant: c.Variant, FEN: c.FEN, TimeControl: c.TimeControl, Casual: !c.Rated, Rated: c.Rated, Public: true,
		Rules: c.Rules, Creator: c.From.Guest, Created: c.Updated,
	}
	h.Seats[c.Color], h.Seats[c.Color.Other()] = c.From, c.To
	return h
}

// Notifies reports whether the challenge, when it is created, notifies its receiver.
func (c Challenge) Notifies() bool { return !c.Open && !c.To.Bot }

// TooOften reports whether a new challenge is one too many after others to the same player.
func (c Challenge) TooOften(others []Challenge) bool {
	account, address := 0, 0
	for _, o := range others {
		if o.Open || o.Status == Accepting || o.Status == Accepted || c.Created.Sub(o.Created) >= Often {
			continue
		}
		if o.From.Guest == c.From.Guest {
			account++
		}
		if c.Address != "" && o.Address == c.Address {
			address++
		}
	}
	return account >= MaxOften || address >= MaxOftenAddress
}

// notification returns what a change of a challenge means to a player.
func (c Challenge) notification() (n notify.Notification, ok bool) {
	to, by, kind := c.From, c.To, notify.Kind("")
	switch c.Status {
	case Created:
		to, by, kind = c.To, c.From, notify.Challenged
	case Accepted:
		kind = notify.Accepted
	case Declined:
		kind = notify.Declined
	}
	return notify.Notification{
		Player: to.Guest, ID: fmt.Sprintf("%s/%s", kind, c.ID), Kind: kind, Game: c.ID, Variant: c.Variant,
		Name: by.Name, At: c.Updated,
	}, kind != "" && to.Guest != "" && !to.Bot
}
