package account

import (
	"fmt"
	"math"
	"time"

	"github.com/wane-chess/wane/internal/server/problem"
)

// Attempts are the wrong attempts at something: how many are free before each waits twice as long
// as the one before.
type Attempts struct {
	Key  string
	Free int
}

// maxWait is the longest wait after a wrong attempt.
const maxWait = 15 * time.Minute

// Wait returns how long the next attempt has to wait after some wrong ones, the last of them at a
// time: it doubles, from a second to maxWait.
func (a Attempts) Wait(count int, last, now time.Time) time.Duration {
	over := count - a.Free
	if over < 0 {
		return 0
	}
	wait := time.Duration(math.Min(math.Exp2(float64(over)), maxWait.Seconds())) * time.Second
	return max(0, last.Add(wait).Sub(now))
}

// Memory is how long attempts are remembered after the last one.
const Memory = 24 * time.Hour

// attempts are what an attempt to sign in counts for: the address, a name at an address, and the name.
// The last does not count where the account has been used before: guesses from elsewhere, however many,
// do not make its owner wait there.
func attempts(name, address string, known bool) []Attempts {
	list := []Attempts{{"a " + address, 30}, {"p " + name + " " + address, 5}}
	if !known {
		list = append(list, Attempts{"n " + name, 50})
	}
	return list
}

// PlaceMemory is how long an account remembers an address from which it was used.
const PlaceMemory = 180 * 24 * time.Hour

// WaitError says that a client has to wait, after wrong guesses.
type WaitError struct{ For time.Duration }

// Error implements error.
func (e *WaitError) Error() string {
	return fmt.Sprintf("too many wrong attempts; wait %v", e.For.Round(time.Second))
}

// Problem implements problem.Explained.
func (e *WaitError) Problem() *problem.Problem { return problem.TooFast(e.For) }
