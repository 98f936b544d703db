package livegame

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/wane-chess/wane/game"
)

// Errors of a Store.
var (
	// ErrNotFound: the game does not exist.
	ErrNotFound = errors.New("there is no such game")
	// ErrConflict: the game already has an event with the same number or command.
	ErrConflict = errors.New("the game has moved on")
)

// Status says whether a game waits, is live or is finished.
type Status string

// The statuses.
const (
	Waiting  Status = "waiting" // a seat is empty
	Live     Status = "live"
	Finished Status = "finished" // or aborted
)

// Summary is a game without its moves, for lists and for finding work.
type Summary struct {
	Header
	Seats    [2]Player // as they are now
	Status   Status
	Seq      int // of the last event
	Ply      int // moves on the board
	Turn     game.Color
	Position string // FEN
	LastMove string // in UCI
	Result   game.Result
	Reason   game.Reason
	Updated  time.Time // time of the last event, or of the creation
	// Deadline is when the game ends by itself, by a timeout or an abort; zero: never.
	Deadline time.Time
	// EngineToMove says that an engine is to move.
	EngineToMove bool
}

// ActiveStep is to what the time of Active is rounded down.
const ActiveStep = 5 * time.Minute

// Active returns Updated; of a live game, rounded down to ActiveStep. It is what lists of games go by, so that not
// every move changes them.
func (s *Summary) Active() time.Time {
	if s.Status == Live {
		return s.Updated.Truncate(ActiveStep)
	}
	return s.Updated
}

// Place is a game's place in a list of games.
type Place struct {
	At time.Time // what the list goes by
	ID ID
}

// Place returns the game's place in a list that goes by Active.
func (s *Summary) Place() Place { return Place{s.Active(), s.ID} }

// Query selects games for Store.List. Zero fields do not restrict it.
type Query struct {
	Status        Status
	PublicOnly    bool
	Guest         string    // games that this guest plays or created
	DueBefore     time.Time // with a Deadline up to then
	EngineToMove  bool
	UpdatedSince  time.Time // Updated at or after
	UpdatedBefore time.Time
	Variant       string
	Pairing       bool  // Header.Pairing is set
	IDs           []ID  // at most MaxQueryIDs
	After         Place // the last game of the page before; zero: the page is the first
	Limit         int   // most games; 0: 50
}

// Place returns a game's place in the list of the query: those with the last Active come first, or, with DueBefore,
// those with the first Deadline.
func (q *Query) Place(s *Summary) Place {
	if !q.DueBefore.IsZero() {
		return Place{s.Deadline, s.ID}
	}
	return s.Place()
}

// Compare returns -1 if a game precedes another in the list of the query, and 1 if it follows it.
func (q *Query) Compare(a, b Place) int {
	if !q.DueBefore.IsZero() {
		return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.ID, b.ID))
	}
	return cmp.Or(b.At.Compare(a.At), cmp.Compare(b.ID, a.ID))
}

// MaxQueryIDs is how many IDs a Query may have.
const MaxQueryIDs = 500

// Store keeps games. Its methods are safe for concurrent use. A change is on disk
// when its method returns nil.
type Store interface {
	// Create adds a game. If the ID exists, the stored game stays unchanged and the
	// error is nil. So it is if the game has Pairing and its creator has another one with
	// Pairing that waits: then nothing is stored.
	Create(ctx context.Context, s Summary) error
	// Append adds an event, whose Seq must be one more than the game's last, and updates the summary, in one
	// transaction; only kinds with Seats update the seats. It returns ErrConflict if an event has the same
	// Seq or the same non-empty Command, and ErrNotFound if the game does not exist.
	Append(ctx context.Context, id ID, e Event, s Summary) error
	// Load returns a game and its events in order, or ErrNotFound.
	Load(ctx context.Context, id ID) (Header, []Event, error)
	// EventsAfter returns the events of a game with numbers above seq, in order.
	EventsAfter(ctx context.Context, id ID, seq int) ([]Event, error)
	// List returns summaries in the order of Query.Compare.
	List(ctx context.Context, q Query) ([]Summary, error)
	// Seqs returns the numbers of the last events of at most MaxQueryIDs games, without those that do not exist.
	Seqs(ctx context.Context, ids []ID) (map[ID]int, error)
	// Deleted returns the games that an operator has deleted since a time, for a while. None of
	// them can be created again; Load and Append return ErrNotFound.
	Deleted(ctx context.Context, since time.Time) ([]ID, error)
	// Secret returns 32 random bytes stored under the name. The first call creates
	// them; all nodes get the same.
	Secret(ctx context.Context, name string) ([]byte, error)
	// Now returns the time by the clock that all nodes of the store share; zero if the store
	// has no clock but this machine's.
	Now(ctx context.Context) (time.Time, error)
	// Ping returns an error if the store cannot be read or written.
	Ping(ctx context.Context) error
	Close() error
}

// ResultOf returns the result with a text, as databases have it.
func ResultOf(text string) (game.Result, error) {
	for _, r := range []game.Result{game.Ongoing, game.WhiteWins, game.BlackWins, game.Draw} {
		if r.String() == text {
			return r, nil
		}
	}
	return game.Ongoing, fmt.Errorf("invalid result %q in the database, expected *, 1-0, 0-1 or 1/2-1/2", text)
}
