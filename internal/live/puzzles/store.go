package puzzles

import (
	"context"
	"errors"
	"time"

	"github.com/wane-chess/wane/internal/live/admin"
)

// Errors of the store and of the service.
var (
	// ErrNotFound: there is no such puzzle.
	ErrNotFound = errors.New("there is no such puzzle")
	// ErrNoRun: there is no such run, or it was forgotten.
	ErrNoRun = errors.New("there is no such run")
	// ErrNone: no puzzle has what the player wishes.
	ErrNone = errors.New("there is no puzzle like that yet")
	// ErrOpen: the player has an open report about the puzzle already.
	ErrOpen = errors.New("there is an open report already")
	// ErrMany: the player has too many open reports, or has published too many puzzles.
	ErrMany = errors.New("there are too many")
	// ErrUnavailable: this server proves no puzzles.
	ErrUnavailable = errors.New("this server proves no puzzles")
)

// DuplicateError says that there is a puzzle with a position already.
type DuplicateError struct{ ID string }

// Error implements error.
func (e *DuplicateError) Error() string { return "puzzle " + e.ID + " has the same position" }

// UnsoundError says why a position is no puzzle.
type UnsoundError struct {
	// Line are the moves to where the flaw is, and Moves those that make it, such as two that
	// both mate; as UCI.
	Line, Moves []string
	Text        string // such as "e2e4 and d2d4 both mate in 2"
}

// Error implements error.
func (e *UnsoundError) Error() string { return e.Text }

// Try is an attempt to be settled, with the record of its puzzle for the case that nobody has
// tried it. Counted of the attempt says whether it may count.
type Try struct {
	Attempt
	Fresh Record
}

// Tried is a puzzle that a player has tried.
type Tried struct {
	Puzzle string
	Last   time.Time // when the player tried it last
}

// Store is the database of what players do with puzzles. It is safe for concurrent use.
type Store interface {
	// SettleAttempts settles the attempts of a player in one transaction, in their order, and
	// returns the first attempt at each of the puzzles. One that is stored already only gets a
	// later Last; any other is stored with what Apply makes of it, beside the player's standing
	// and the puzzle's record.
	SettleAttempts(ctx context.Context, player string, list []Try) ([]Attempt, error)
	// PuzzleStanding returns a player's standing in a variant, NewStanding if there is none.
	PuzzleStanding(ctx context.Context, player, variant string) (Standing, error)
	// TriedPuzzles returns what a player has tried in a variant, the longest ago first.
	TriedPuzzles(ctx context.Context, player, variant string) ([]Tried, error)
	// Attempts returns the attempts of a player in a variant, or with "" in all, before a number, or
	// with 0 the last ones; the latest first.
	Attempts(ctx context.Context, player, variant string, before int64, limit int) ([]Attempt, error)
	// AttemptAt returns the attempt of a player at a puzzle, or ErrNotFound.
	AttemptAt(ctx context.Context, player, puzzle string) (Attempt, error)
	// PuzzleRecords returns the records of the puzzles of a variant that have one.
	PuzzleRecords(ctx context.Context, variant string) ([]Record, error)
	// PuzzleRecord returns the record of a puzzle, or ErrNotFound.
	PuzzleRecord(ctx context.Context, id string) (Record, error)

	// PutOpenRun stores a run in progress, in place of the player's one of the kind.
	PutOpenRun(ctx context.Context, c OpenRun) error
	// OpenRun returns a run of a player, or ErrNoRun.
	OpenRun(ctx context.Context, player, id string) (OpenRun, error)
	// ChangeOpenRun changes a run of a player in one transaction, or returns ErrNoRun. Two at once take turns. Once the
	// run has ended with a score, the transaction also stores it in place of the player's bests of the day, the week and
	// ever that are worse or of an earlier day or week. The function may be called again.
	ChangeOpenRun(ctx context.Context, player, id string, change func(*OpenRun) error) (OpenRun, error)
	// ForgetOpenRuns deletes those that were begun before a time.
	ForgetOpenRuns(ctx context.Context, before time.Time) error
	// BestRuns returns the bests of a player, by span; old ones of a day or a week are missing.
	BestRuns(ctx context.Context, player string, q RunQuery, now time.Time) (map[Span]Run, error)
	// LeadingRuns returns the bests of accounts that are not closed, the best first.
	LeadingRuns(ctx context.Context, q RunQuery, span Span, now time.Time, limit int) ([]Run, error)

	// PutVote stores what a player thinks of a puzzle: 1, -1 or 0, which deletes the vote.
	PutVote(ctx context.Context, player, puzzle string, vote int, at time.Time) error
	// Votes counts the votes for and against a puzzle, and returns that of a player.
	Votes(ctx context.Context, puzzle, player string) (up, down, own int, err error)

	// AddPuzzleReport stores a report. It returns ErrOpen or ErrMany. With RestAfter open reports of
	// accounts an active puzzle begins to rest; fresh is its record if it has none.
	AddPuzzleReport(ctx context.Context, r Report, fresh Record) error
	// PuzzleCases returns the puzzles that rest, those that rest longest first, then those with open reports.
	PuzzleCases(ctx context.Context, limit int) ([]Case, error)
	// PuzzleReports returns the reports on a puzzle, the latest first.
	PuzzleReports(ctx context.Context, id string, limit int) ([]Report, error)
	// DecidePuzzle sets the state of a puzzle, closes its open reports and notes that in the log.
	DecidePuzzle(ctx context.Context, fresh Record, state State, at time.Time, e admin.Entry) error

	// AddComposed publishes a puzzle. It returns *DuplicateError, or ErrMany if its author has
	// published MaxPerDay since a time, or MaxComposed in all.
	AddComposed(ctx context.Context, c Composed, since time.Time) error
	// ComposedPuzzle returns a puzzle by its ID, or ErrNotFound.
	ComposedPuzzle(ctx context.Context, id string) (Composed, error)
	// ComposedAt returns the ID of the puzzle with a position, as PositionOf returns it; "" if there is none.
	ComposedAt(ctx context.Context, variant, position string) (string, error)
	// ComposedBy returns the puzzles of an author before a time, the latest first; with the zero time the last ones.
	ComposedBy(ctx context.Context, author string, before time.Time, limit int) ([]Composed, error)
	// DeleteComposed withdraws a puzzle of an author, or returns ErrNotFound. It closes the reports on
	// the puzzle; if that rests, it becomes Removed.
	DeleteComposed(ctx context.Context, id, author string, at time.Time) error

	// ForgetPuzzlers deletes what guests have done who tried no puzzle since a time.
	ForgetPuzzlers(ctx context.Context, before time.Time) error
	// ForgetPuzzleReports deletes reports that were decided before a time.
	ForgetPuzzleReports(ctx context.Context, before time.Time) error
}
