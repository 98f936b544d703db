package arena

import (
	"context"
	"fmt"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// Player is an engine at the board. It is used by one goroutine at a time.
type Player interface {
	// Begin readies it for a game by these rules; it forgets earlier games.
	Begin(ctx context.Context, g game.Game) error
	// Move asks for a move. When the context is done the player must give up
	// and return soon, with any error.
	Move(ctx context.Context, t Turn) (Answer, error)
	// Alive reports whether it can go on after an error.
	Alive() bool
	// Close ends it, and whatever process it runs.
	Close()
}

// Turn is what a player is asked about.
type Turn struct {
	Position game.Position   // as it stands, with its history; it must be left as it is
	FEN      string          // where the game began
	Moves    []string        // all moves since, in UCI notation
	Control  Control         // the player's own
	Clocks   [2]engine.Clock // of White and Black
	Seed     uint64          // for choices at random; different for every turn of a match
}

// Answer is what a player says.
type Answer struct {
	Move   string       // in UCI notation
	Score  engine.Score // centipawns from the player's view
	Scored bool         // whether there is a score
	Depth  int          // plies searched
	Nodes  uint64       // positions searched, 0 if not told
}

// Contestant is one of the two sides of a match.
type Contestant struct {
	Name    string
	Control Control
	// Key tells apart contestants that may play differently: a match is only
	// resumed if it is the same.
	Key string
	// New starts a player. It is called once for each game at a time, and again
	// after a player failed.
	New func(ctx context.Context) (Player, error)
}

// Fault is a way to lose a game that has nothing to do with chess.
type Fault string

// The faults.
const (
	NoFault  Fault = ""
	Illegal  Fault = "illegal move"
	TimeLoss Fault = "time loss"
	Crash    Fault = "crash"
	Hang     Fault = "hang"
)

// Faults lists the faults in the order in which tables show them.
var Faults = []Fault{Illegal, TimeLoss, Crash, Hang}

// stopTimeout is how long a player that should have stopped is waited for. Tests make
// it short.
var stopTimeout = 3 * time.Second

// faulty is the error of a player that did not give a move.
type faulty struct {
	fault Fault
	err   error
}

func (e *faulty) Error() string { return fmt.Sprintf("%s: %v", e.fault, e.err) }

func (e *faulty) Unwrap() error { return e.err }
