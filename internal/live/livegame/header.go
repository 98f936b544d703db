package livegame

import (
	"time"

	"github.com/wane-chess/wane/game"
)

// ID names a game: twelve letters and digits, which nobody can guess. It stands
// in the game's link.
type ID string

// Player is who sits on a seat: a person, an engine, or nobody yet.
type Player struct {
	Guest string `json:"guest,omitempty"` // identity of a person; never shown to others
	Name  string `json:"name,omitempty"`  // for people, as it was when the seat was taken
	Level int    `json:"level,omitempty"` // of an engine, 1 to 8; 0 for a person
}

// Empty tells whether nobody sits there.
func (p Player) Empty() bool { return p.Guest == "" && p.Level == 0 }

// Engine tells whether an engine sits there.
func (p Player) Engine() bool { return p.Level > 0 }

// Header is what was agreed before a game began. Seats that were taken later
// stand in events.
type Header struct {
	ID          ID
	Variant     string // as rules.ByName knows it
	FEN         string // where the game begins; empty: the variant's start
	TimeControl TimeControl
	Casual      bool      // moves may be taken back
	Public      bool      // offered in the lobby while a seat is empty, and shown among the live games
	Seats       [2]Player // by game.Color, as at creation
	Creator     string    // identity of the guest that made the game
	RematchOf   ID        // the game of which this is the rematch, or ""
	Created     time.Time
}

// TimeControl is the time that players have: none, a clock, or days for each move.
// At most one of the two kinds is set; the zero value is no limit at all.
type TimeControl struct {
	Base      time.Duration // what each side begins with; if 0, one Increment
	Increment time.Duration // what each move adds
	PerMove   time.Duration // correspondence: time for each move, in whole days
}

// RealTime tells whether there is a clock for the whole game.
func (c TimeControl) RealTime() bool { return c.Base > 0 || c.Increment > 0 }

// Correspondence tells whether there is a time for each move.
func (c TimeControl) Correspondence() bool { return c.PerMove > 0 }

// ClaimAfter is how long an opponent must be away before the game can be claimed;
// 0 if that cannot be, because nobody needs to stay.
func (c TimeControl) ClaimAfter() time.Duration {
	switch {
	case c.Correspondence():
		return 0
	case c.RealTime():
		return ClaimAfter
	}
	return ClaimAfterUntimed
}

// offerTime is how long such a game stays offered to anyone.
func (c TimeControl) offerTime() time.Duration {
	if c.Correspondence() {
		return CorrespondenceOfferTime
	}
	return OfferTime
}

// ColorSet says which sides someone plays: none, one or both.
type ColorSet [2]bool

// Has tells whether the side is among them.
func (s ColorSet) Has(color game.Color) bool { return s[color] }

// None tells whether no side is.
func (s ColorSet) None() bool { return !s[0] && !s[1] }
