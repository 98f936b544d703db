// Package puzzle is the server's side of puzzles: it gives them out, decides about attempts, and rates players and
// puzzles against each other.
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
//
// Transactions that change ratings take turns on all nodes, so all ratings follow from the attempts in their order.
package puzzle

import (
	"net/http"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"github.com/wane-chess/wane/internal/glicko"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/rating"
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

// Errors of the service.
var (
	ErrNotFound = problem.Missing("There is no such puzzle.")
	// ErrNoRun: there is no such run, or it was forgotten.
	ErrNoRun = problem.Missing("There is no such run.")
	// ErrNone: no puzzle has what the player wishes.
	ErrNone = problem.Missing("There is no puzzle like that yet.")
	// ErrUnavailable: this server proves no puzzles.
	ErrUnavailable = problem.Missing("This server takes no puzzles.")
	// ErrMany: the account has published too many puzzles.
	ErrMany = problem.New(http.StatusConflict, problem.CodeTooMany,
		"You have published as many puzzles as you may, today or in all.")
	// ErrOpen: the player has an open report about the puzzle already.
	ErrOpen = problem.Conflict("Your report on this puzzle is there already.")
	// ErrReports: the player has too many open reports.
	ErrReports = problem.Conflict("Many of your reports on puzzles are open. Wait until some are read.")
)

func refuse(text string) error { return &livegame.Error{Code: livegame.NotAllowed, Message: text} }

// DuplicateError says that there is a puzzle with a position already.
type DuplicateError struct{ ID string }

// Error implements error.
func (e *DuplicateError) Error() string { return "puzzle " + e.ID + " has the same position" }

// Problem implements problem.Explained.
func (e *DuplicateError) Problem() *problem.Problem {
	p := problem.New(http.StatusConflict, problem.CodeDuplicate, "There is a puzzle with this position already.")
	p.Errors = append(p.Errors,
		&huma.ErrorDetail{Message: "the puzzle with this position", Location: "puzzle", Value: e.ID})
	return p
}

// UnsoundError says why a position is no puzzle.
type UnsoundError struct {
	// Line are the moves to where the flaw is, and Moves those that make it, such as two that
	// both mate; as UCI.
	Line, Moves []string
	Text        string // such as "e2e4 and d2d4 both mate in 2"
}

// Error implements error.
func (e *UnsoundError) Error() string { return e.Text }

// Problem implements problem.Explained.
func (e *UnsoundError) Problem() *problem.Problem {
	p := problem.New(http.StatusUnprocessableEntity, problem.CodeUnsound, problem.Sentence(e))
	if len(e.Line) > 0 {
		p.Errors = append(p.Errors,
			&huma.ErrorDetail{Message: "the moves to where the flaw is", Location: "line", Value: e.Line})
	}
	if len(e.Moves) > 0 {
		p.Errors = append(p.Errors,
			&huma.ErrorDetail{Message: "the moves that show the flaw", Location: "moves", Value: e.Moves})
	}
	return p
}

// State says whether a puzzle is given out.
type State string

// The states.
const (
	Active  State = ""
	Resting State = "resting" // players report that it is wrong: it waits for an operator
	Removed State = "removed" // an operator has found that it is wrong
)

// Puzzle is a puzzle with what players have made of it, as they see it.
type Puzzle struct {
	puzzle.Puzzle

	Tried  int   `json:"tried" bun:"-" doc:"players"`
	Solved int   `json:"solved" bun:"-" doc:"players, at their first attempts"`
	State  State `json:"state,omitempty" bun:"-" enum:"resting,removed" doc:"of a puzzle that is not given out: it waits for an operator, or was found wrong"`
	// Of a puzzle that was composed:
	Composed bool             `json:"composed,omitempty" bun:"-" doc:"a player has published it: attempts change no ratings"`
	Author   string           `json:"-"` // ID of the account; empty: it was deleted
	By       *livegame.Person `json:"author,omitempty" bun:"-" doc:"absent if the account was deleted"`
	Note     string           `json:"note,omitempty" doc:"of the author"`
	Created  int64            `json:"created,omitempty"`
	// Votes are in the answer to GET /api/puzzles/{id} only, and so is Mine, which the next puzzle has, too.
	Votes  *Votes    `json:"votes,omitempty" bun:"-"`
	Ticket string    `json:"ticket,omitempty" bun:"-" doc:"in the same answers: an attempt is rated only if it has this"`
	Mine   *MyPuzzle `json:"mine,omitempty" bun:"-" doc:"absent for tokens without the scope puzzle:read"`

	value float64 // Rating, exactly
}

// with returns a puzzle with its record.
func (p Puzzle) with(r Record) Puzzle {
	p.Rating, p.value, p.Tried, p.Solved, p.State = r.Rounded(), r.Value, r.Tried, r.Solved, r.State
	if p.State == Removed {
		p.Note = ""
	}
	if p.Themes == nil {
		p.Themes = []puzzle.Theme{}
	}
	return p
}

// Votes are the votes on a puzzle.
type Votes struct {
	Up   int `json:"up"`
	Down int `json:"down"`
	Own  int `json:"-"` // of who asks
}

// MyPuzzle is what the client has done with a puzzle.
type MyPuzzle struct {
	Vote    int      `json:"vote" enum:"-1,0,1"`
	Attempt *Attempt `json:"attempt,omitempty" doc:"the first one: any other changes nothing; absent: there is none"`
}

// Standing is a player's rating in a variant.
type Standing struct {
	Player, Variant string
	rating.Rating
	Tried, Solved int       // attempts that counted, and how many of them were right
	At            time.Time // of the last attempt that counted; zero: none has
}

// NewStanding returns the standing of a player without attempts.
func NewStanding(player, variant string) Standing {
	return Standing{Player: player, Variant: variant, Rating: glicko.Newcomer}
}

// Now returns the rating at a time: the deviation has grown since the last attempt.
func (s Standing) Now(at time.Time) rating.Rating {
	if s.At.IsZero() {
		return s.Rating
	}
	return s.After(glicko.Periods(at.Sub(s.At)))
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
	return Record{Puzzle: p.ID, Variant: p.Variant, Rating: glicko.Puzzle(p.Rating)}
}
