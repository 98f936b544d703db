package livegame

import (
	"crypto/sha256"
	"encoding/base64"
	"strings"
	"time"

	"github.com/wane-chess/wane/game"
)

// Person is a player as all others see one, wherever a name is shown: a guest, or an account. In the seat of a game the
// person is as when the seat was taken.
type Person struct {
	Name    string `json:"name" doc:"empty: there is no player, or the account was deleted"`
	Account bool   `json:"account,omitempty" doc:"the person has an account, whose page is /@/ and the name"`
	Bot     bool   `json:"bot,omitempty" doc:"a program plays for the account"`
	Title   string `json:"title,omitempty" doc:"such as GM; the operator of the server has given it to the account"`
	// Rating is rounded; 0: none. Provisional says that it is uncertain.
	Rating      int  `json:"rating,omitempty" doc:"in a game as when the seat was taken, in a tournament as when the player joined"`
	Provisional bool `json:"provisional,omitempty" doc:"the rating is uncertain"`
}

// Shown returns the name as sentences and pictures show it.
func (p Person) Shown() string {
	if p.Title == "" {
		return p.Name
	}
	return p.Title + " " + p.Name
}

// TitleTag returns the title as PGN and the API of Lichess have it: BOT for a program; "" for none.
func (p Person) TitleTag() string {
	if p.Bot {
		return "BOT"
	}
	return p.Title
}

// Player is who has a seat: a person, an engine, or no player yet.
type Player struct {
	Person
	Guest string `json:"guest,omitempty"` // ID of a person, or of the account; secret
	Level int    `json:"level,omitempty"` // of an engine, 1–8; 0: a person

	// Place is a hash of the address from which the seat was taken and of the game's ID. It
	// says whether both seats have one address, and nothing else. It is empty if that is unknown, or in a trusted network.
	Place string `json:"place,omitempty"`
	// Berserk says that the player has halved the own time; see the event Berserk.
	Berserk bool `json:"berserk,omitempty"`
}

// Empty reports whether the seat is empty.
func (p Player) Empty() bool { return p.Guest == "" && p.Level == 0 }

// The IDs that stand for guests whose data was deleted, by the color of the first of their seats. They are none of a
// cookie.
const (
	ForgottenWhite = "forgotten-white"
	ForgottenBlack = "forgotten-black"
)

var forgotten = [2]string{ForgottenWhite, ForgottenBlack}

// Forget returns the seats of a game without what is known of some guests: their IDs and
// names. A guest at both seats still has both.
func Forget(seats [2]Player, gone func(guest string) bool) [2]Player {
	out := seats
	for color, p := range seats {
		if p.Guest == "" || !gone(p.Guest) {
			continue
		}
		out[color] = Player{Guest: forgotten[color]}
		if color == 1 && seats[0].Guest == p.Guest {
			out[color] = out[0]
		}
	}
	return out
}

// Fold normalizes a name for comparison.
func Fold(name string) string { return strings.Join(strings.Fields(strings.ToLower(name)), " ") }

// PlaceOf returns the Place of a player in a game, given a hash of the player's address; "" if
// the address is unknown.
func PlaceOf(address string, id ID) string {
	if address == "" {
		return ""
	}
	sum := sha256.Sum256([]byte("a seat of the game " + string(id) + " taken from " + address))
	return base64.RawURLEncoding.EncodeToString(sum[:6])
}

// Forgotten reports whether the player is a person whose data was deleted.
func (p Player) Forgotten() bool { return p.Guest == forgotten[0] || p.Guest == forgotten[1] }

// Engine reports whether the player is an engine.
func (p Player) Engine() bool { return p.Level > 0 }

// Header is what the players agreed before the game. Events record the seats that
// players take later.
type Header struct {
	ID          ID
	Variant     string // as in rules.ByName
	FEN         string // of the first position; empty: the variant's start
	TimeControl TimeControl
	Casual      bool // takebacks are allowed
	Rated       bool // it changes the ratings of the players, if it counts
	Public      bool // listed in the lobby and among live games
	// RatingMin and RatingMax are between which ratings an opponent of a public game must be;
	// 0: no limit.
	RatingMin, RatingMax int
	// Pairing says that the creator waits for any opponent that fits, and has at most one such
	// game at a time; see package pairing.
	Pairing   bool
	Seats     [2]Player // at creation, by game.Color
	Creator   string    // ID of the guest who created the game
	RematchOf ID        // the previous game, or ""
	Created   time.Time
	// Tournament is the ID of the tournament that paired the players, or "". Such a game is not
	// aborted by a player and has no rematch.
	Tournament ID
	MayBerserk bool  // of a tournament: a player may halve the own time before the first move
	Rules      Rules // terms besides those of the variant
}

// Accepts returns an error if the rating of a player is not between RatingMin and RatingMax. A
// player without a rating is in no range.
func (h Header) Accepts(p Player) error {
	switch low, high := h.RatingMin, h.RatingMax; {
	case low == 0 && high == 0:
		return nil
	case p.Rating == 0:
		return errorf(NotAllowed, "This game is for players with a rating: sign in to play it.")
	case high == 0 && p.Rating < low:
		return errorf(NotAllowed, "This game is for players with a rating of %d or more.", low)
	case low == 0 && p.Rating > high:
		return errorf(NotAllowed, "This game is for players with a rating of %d or less.", high)
	case p.Rating < low || high > 0 && p.Rating > high:
		return errorf(NotAllowed, "This game is for players with a rating between %d and %d.", low, high)
	}
	return nil
}

// TimeControl is a clock, or days for each move, or unlimited time (the zero value).
// At most one of the two kinds is set.
type TimeControl struct {
	Base      time.Duration // initial time; if 0, one Increment
	Increment time.Duration // added by each move
	PerMove   time.Duration // correspondence: time for each move, in whole days
}

// RealTime reports whether there is a clock.
func (c TimeControl) RealTime() bool { return c.Base > 0 || c.Increment > 0 }

// Correspondence reports whether each move has a limit of days.
func (c TimeControl) Correspondence() bool { return c.PerMove > 0 }

// ClaimAfter returns how long an opponent must be away before the game can be
// claimed; 0: never, because players need not stay.
func (c TimeControl) ClaimAfter() time.Duration {
	switch {
	case c.Correspondence():
		return 0
	case c.RealTime():
		return ClaimAfter
	}
	return ClaimAfterUntimed
}

// offerTime returns how long a public game waits for an opponent.
func (c TimeControl) offerTime() time.Duration {
	if c.Correspondence() {
		return CorrespondenceOfferTime
	}
	return OfferTime
}

// ColorSet is a set of colors, by game.Color.
type ColorSet [2]bool

// Has reports whether the set has the color.
func (s ColorSet) Has(color game.Color) bool { return s[color] }

// None reports whether the set is empty.
func (s ColorSet) None() bool { return !s[0] && !s[1] }
