// Package puzzles is the server's side of puzzles: it gives them out, decides about attempts,
// and rates players and puzzles against each other.
//
// Most puzzles are part of the program (a Library). People compose more, which the server proves
// before it publishes them. A player, a guest or an account, has a rating in each variant, and
// each puzzle has one of its own: both follow Glicko-2 (package rating). The first attempt of a
// player at a puzzle counts, once: the database decides that in the transaction that changes both
// ratings, on any number of nodes. Later attempts change nothing.
//
// Solutions are part of the program, so nothing proves that a player found one alone. But an attempt
// counts only at a puzzle that the server gave to the player, and a run of many puzzles (streak, storm)
// is one of puzzles that the server gave, by its clock.
//
// Players vote on puzzles and report those that are wrong. A puzzle with many reports rests until
// an operator has it proved again.
package puzzles

import (
	"time"

	"github.com/wane-chess/wane/internal/live/rating"
	"github.com/wane-chess/wane/puzzle"
)

// Limits.
const (
	// MaxAttempts is how many attempts a request may bring: those made without a network come later.
	MaxAttempts = 50
	// MaxAge is how old an attempt may be; an older one counts as if it were that old.
	MaxAge = 30 * 24 * time.Hour
	// MaxTook is the longest time of an attempt; a longer one is cut.
	MaxTook = time.Hour
	// RestAfter is how many open reports of accounts make a puzzle rest.
	RestAfter = 3
	// MaxOpen is how many open reports a player may have.
	MaxOpen = 10
	// MaxText is the length of a report's text and of a composer's note, in characters.
	MaxText = 300
	// MaxPerDay is how many puzzles an account may publish in a day, and MaxComposed in all.
	MaxPerDay   = 20
	MaxComposed = 500
)

// Deviation is that of a puzzle which nobody has tried.
const Deviation = 150

// State says whether a puzzle is given out.
type State string

// The states.
const (
	Active  State = ""
	Resting State = "resting" // players report that it is wrong: it waits for an operator
	Removed State = "removed" // an operator has found that it is wrong
)

// Standing is a player's rating in a variant.
type Standing struct {
	Player, Variant string
	rating.Rating
	Tried, Solved int       // attempts that counted, and how many of them were right
	At            time.Time // of the last attempt that counted; zero: none has
}

// NewStanding returns the standing of a player without attempts.
func NewStanding(player, variant string) Standing {
	return Standing{Player: player, Variant: variant, Rating: rating.Start}
}

// Now returns the rating at a time: the deviation has grown since the last attempt.
func (s Standing) Now(at time.Time) rating.Rating {
	if s.At.IsZero() {
		return s.Rating
	}
	return s.After(rating.Periods(at.Sub(s.At)))
}

// Record is what players have made of a puzzle.
type Record struct {
	Puzzle, Variant string
	rating.Rating
	Tried, Solved int // players, by their first attempts
	State         State
}

// NewRecord returns the record of a puzzle that nobody has tried.
func NewRecord(p *puzzle.Puzzle) Record {
	return Record{Puzzle: p.ID, Variant: p.Variant, Rating: rating.Rating{
		Value: float64(p.Rating), Deviation: Deviation, Volatility: rating.Start.Volatility,
	}}
}

// Attempt is the first attempt of a player at a puzzle.
type Attempt struct {
	Seq             int64  // its number; later ones have higher numbers
	ID              string // chosen by the client
	Player          string
	Puzzle, Variant string
	Moves           []string // of the solver, as UCI
	At              time.Time
	Took            time.Duration
	Right           bool // the moves are those of the solution, and were found without help
	Helped          bool // the player has seen a hint or the solution
	Counted         bool // the attempt has changed ratings
	// Before and After are the player's ratings, without volatility; they are equal if the attempt
	// did not count. So are the puzzle's values.
	Before, After             rating.Rating
	PuzzleBefore, PuzzleAfter float64
}

// Apply returns an attempt with what it does to ratings, and the standing of its player and the
// record of its puzzle after it. Counted of the attempt says whether it may count: it does if the
// puzzle is active. A puzzle keeps its rating while that of the player is provisional.
func Apply(a Attempt, s Standing, r Record) (Attempt, Standing, Record) {
	a.Counted = a.Counted && r.State == Active
	a.Before, a.PuzzleBefore = s.Now(a.At), r.Value
	score := 0.0
	r.Tried++
	if a.Right {
		score = 1
		r.Solved++
	}
	a.After = a.Before
	if a.Counted {
		periods := 0.0
		if !s.At.IsZero() {
			periods = rating.Periods(a.At.Sub(s.At))
		}
		s.Rating = s.Update([]rating.Result{{Opponent: r.Rating, Score: score}}, periods).Bounded()
		if !a.Before.Provisional() {
			r.Rating = r.Update([]rating.Result{{Opponent: a.Before, Score: 1 - score}}, 0).Bounded()
		}
		s.Tried++
		if a.Right {
			s.Solved++
		}
		if a.At.After(s.At) {
			s.At = a.At
		}
		a.After = s.Rating
	}
	a.PuzzleAfter = r.Value
	a.Before.Volatility, a.After.Volatility = 0, 0
	return a, s, r
}
