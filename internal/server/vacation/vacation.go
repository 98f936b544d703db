// Package vacation lets players with an account take days off from games by correspondence: the
// player's clocks stand still meanwhile.
//
// A vacation is a row of the database, one for each account, whose changes are numbered. What a
// clock shows follows from the events of its game alone (livegame.Vacation), so the service writes
// an event into each game of the player: when the vacation begins or ends early, and into games
// that begin during it. The number keeps a late event from undoing a later one. A row stays
// pending until all games have their event, so a vacation is complete whatever dies.
package vacation

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
)

// PerYear is how many days of vacation an account has in a calendar year, in UTC. A vacation counts
// for the year in which it begins.
const PerYear = 30

const day = 24 * time.Hour

// Errors of the service.
var (
	// ErrConflict: the vacation has changed since it was read.
	ErrConflict = errors.New("the vacation has changed")
	// ErrAway: the account is on vacation.
	ErrAway = errors.New("you are on vacation already")
	// ErrDays: the number of days is out of range.
	ErrDays = errors.New("the number of days is out of range")
)

// Vacation is the last vacation of an account.
type Vacation struct {
	Account     string
	Number      int // counts the beginnings and ends, from 1; 0: there was none
	From, Until time.Time
	// Used is how many days of the year of From are used up, these included.
	Used int
	// Pending says that games may lack the event of this change.
	Pending bool
}

// Away reports whether the account is on vacation.
func (v Vacation) Away(now time.Time) bool { return now.Before(v.Until) }

// Left returns how many days the account has left in the year of a time.
func (v Vacation) Left(now time.Time) int {
	if v.Number == 0 || v.From.UTC().Year() < now.UTC().Year() {
		return PerYear
	}
	return max(0, PerYear-v.Used)
}

// begin returns the vacation of some days that begins now.
func (v Vacation) begin(days int, now time.Time) (Vacation, error) {
	left := v.Left(now)
	switch {
	case v.Away(now):
		return v, ErrAway
	case days < 1 || days > left:
		return v, fmt.Errorf("%w: expected 1 to %d", ErrDays, left)
	}
	now = now.Truncate(time.Millisecond).UTC()
	return Vacation{
		Account: v.Account, Number: v.Number + 1, From: now, Until: now.Add(time.Duration(days) * day),
		Used: PerYear - left + days, Pending: true,
	}, nil
}

// end returns the vacation that ends now. Days that have begun count.
func (v Vacation) end(now time.Time) Vacation {
	now = now.Truncate(time.Millisecond).UTC()
	unused := int(v.Until.Sub(now) / day)
	v.Number, v.Until, v.Used, v.Pending = v.Number+1, now, v.Used-unused, true
	return v
}

// Games is what the service needs of the game manager.
type Games interface {
	Do(ctx context.Context, id livegame.ID, c livegame.Command, lag time.Duration) (livegame.Event, error)
	List(ctx context.Context, q livegame.Query) ([]livegame.Summary, error)
	Now() time.Time
}
