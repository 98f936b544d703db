// Package engines has engines that play games, in this process or by UCI, and their
// descriptions on the command line.
package engines

import (
	"context"
	"fmt"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// Player is an engine in a match. Only one goroutine at a time uses it.
type Player interface {
	// Begin prepares a new game; the player forgets earlier games.
	Begin(ctx context.Context, g game.Game) error
	// Move asks for a move. When the context ends, the player must return soon, with
	// any error.
	Move(ctx context.Context, t Turn) (Answer, error)
	// Alive reports whether the player is usable after an error.
	Alive() bool
	// Close ends the player and its process.
	Close()
}

// Turn describes a position to move in.
type Turn struct {
	Position game.Position   // with its history; read-only
	FEN      string          // the start of the game
	Moves    []string        // all moves since, in UCI notation
	Control  Control         // the player's own
	Clocks   [2]engine.Clock // of White and Black
	Seed     uint64          // for random choices; different in every turn of a match
}

// Answer is a player's move with its report.
type Answer struct {
	Move   string       // in UCI notation
	Score  engine.Score // centipawns, for the player
	Scored bool         // whether there is a score
	Depth  int          // plies searched
	Nodes  uint64       // searched nodes; 0 if unknown
}

// Contestant is an engine that can be started, with its settings.
type Contestant struct {
	Name    string
	Control Control
	Rating  float64 // from a rating list; 0 if there is none
	Booked  bool    // it plays from the opening book that comes with wane
	// Key identifies the engine and its settings: a match resumes only with equal
	// keys.
	Key string
	// New starts a player. It is called once for each concurrent game, and again after
	// a player has failed.
	New func(ctx context.Context) (Player, error)
}

// Fault is a way to lose a game other than by the rules.
type Fault string

// The faults.
const (
	NoFault  Fault = ""
	Illegal  Fault = "illegal move"
	TimeLoss Fault = "time loss"
	Crash    Fault = "crash"
	Hang     Fault = "hang"
)

// Faults lists the faults in the order of tables.
var Faults = []Fault{Illegal, TimeLoss, Crash, Hang}

// StopTimeout is the longest wait for a player that should have stopped. Tests shorten
// it.
var StopTimeout = 3 * time.Second

// Failure is the error of a player that gave no move.
type Failure struct {
	Fault Fault
	Err   error
}

// Error implements error.
func (e *Failure) Error() string { return fmt.Sprintf("%s: %v", e.Fault, e.Err) }

// Unwrap returns the error without the fault.
func (e *Failure) Unwrap() error { return e.Err }
