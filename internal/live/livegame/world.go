package livegame

import (
	"context"
	"errors"
	"time"

	"github.com/wane-chess/wane/game"
)

// Errors of a Store.
var (
	// ErrNotFound: there is no such game.
	ErrNotFound = errors.New("there is no such game")
	// ErrConflict: another event has that number already, or the command's id.
	ErrConflict = errors.New("the game has moved on")
)

// ErrBadJob is the error of a job that nobody can do, such as one with an illegal
// move: a Bus throws it away instead of giving it to another.
var ErrBadJob = errors.New("nobody can do this job")

// Status is how far a game has come.
type Status string

// The statuses.
const (
	Waiting  Status = "waiting" // a seat is empty
	Live     Status = "live"
	Finished Status = "finished" // also aborted
)

// Summary is what lists of games show, and what finding work needs: a game
// without its moves.
type Summary struct {
	Header
	Seats    [2]Player // as they are now
	Status   Status
	Seq      int // of the last event
	Ply      int // moves on the board
	Turn     game.Color
	Position string // FEN
	LastMove string // the last move, in engine form
	Result   game.Result
	Reason   game.Reason
	Updated  time.Time // of the last event, or the creation
	// Deadline is when something happens by itself, a flag that falls or a game
	// that is aborted; zero if nothing does.
	Deadline time.Time
	// EngineToMove says that an engine is to move.
	EngineToMove bool
}

// Query selects games for Store.List. Fields that are zero select nothing out.
type Query struct {
	Status        Status
	PublicOnly    bool
	Guest         string    // games in which that guest sits or that he made
	DueBefore     time.Time // with a Deadline up to then
	EngineToMove  bool      // an engine is to move
	UpdatedSince  time.Time // Updated at or after
	UpdatedBefore time.Time // Updated before
	Variant       string
	Limit         int // at most so many, the last updated first; 0: 50
}

// Store keeps games. Its methods are safe for concurrent use. What a method has
// returned without error is on disk.
type Store interface {
	// Create adds a game. A game with the same ID that is there already stays as
	// it is, and it is no error.
	Create(ctx context.Context, s Summary) error
	// Append adds an event, whose Seq must be one more than the game's last, and
	// updates the summary, in one transaction. It returns ErrConflict if there is
	// an event with that Seq, or with the same non-empty Command, and ErrNotFound
	// if there is no such game.
	Append(ctx context.Context, id ID, e Event, s Summary) error
	// Load returns a game and its events in order, or ErrNotFound.
	Load(ctx context.Context, id ID) (Header, []Event, error)
	// EventsAfter returns the events of a game after that number, in order.
	EventsAfter(ctx context.Context, id ID, seq int) ([]Event, error)
	// List returns summaries, the last updated first.
	List(ctx context.Context, q Query) ([]Summary, error)
	// Secret returns 32 random bytes kept under that name, the same for every
	// node, made at the first call.
	Secret(ctx context.Context, name string) ([]byte, error)
	// Ping tells whether the store can be reached and written to.
	Ping(ctx context.Context) error
	Close() error
}

// Notice is what nodes tell each other. They may be lost, doubled and late:
// the store has the truth.
type Notice struct {
	Node string // who sends it
	Game ID
	// Event is set for a new event of the game.
	Event *Event
	// Presence, if not nil, says which sides have a connection to the node that
	// sends this, and how many others watch there.
	Presence *Presence
}

// Presence is who is connected to a game.
type Presence struct {
	Colors   [2]bool `json:"sides"` // by game.Color
	Watchers int     `json:"watchers"`
}

// Job asks for an engine's move.
type Job struct {
	ID      string // of the game, the number of events, and the attempt: the same job is done once
	Game    ID
	Ply     int
	Variant string
	FEN     string   // where the game began
	Moves   []string // in engine form
	Level   int
	// Clocks are what both sides have left, by game.Color; zero: no clock.
	Clocks    [2]time.Duration
	Increment time.Duration
	Issued    time.Time
}

// Answer is the move that a worker found for a Job.
type Answer struct {
	Job  string
	Game ID
	Ply  int
	Move string // in engine form
}

// Queue carries notices between nodes and jobs to workers. Its methods are safe
// for concurrent use.
type Queue interface {
	// Publish sends a notice to the other nodes that follow the game, and to
	// those that follow all. It does not wait.
	Publish(n Notice) error
	// Subscribe calls f with every notice about the game from other nodes; with an
	// empty id, about any game. Calls of one Follow come one at a time. The
	// function returned ends it.
	Subscribe(id ID, f func(Notice)) (func(), error)
	// EnqueueMove puts a job in the queue; when it returns, the job survives the
	// death of this process. A job with an ID that was enqueued in the last
	// minutes is not put there twice.
	EnqueueMove(ctx context.Context, j Job) error
	// ConsumeMoves takes jobs, parallel at a time, until the context is done. A job that
	// do answers is done once its answer is kept; one that fails, or whose
	// process dies, is given to another, unless the error is ErrBadJob.
	ConsumeMoves(ctx context.Context, parallel int, do func(context.Context, Job) (Answer, error)) error
	// ConsumeMoveAnswers gives answers to one of the nodes that call it, until the context is
	// done. An answer for which take returns an error comes again later.
	ConsumeMoveAnswers(ctx context.Context, take func(context.Context, Answer) error) error
	// Ping tells whether the bus can be reached.
	Ping(ctx context.Context) error
	Close() error
}
