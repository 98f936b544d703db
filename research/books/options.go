package books

import (
	"errors"
	"fmt"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/book"
	"github.com/wane-chess/wane/game"
)

// Options say which book to make.
type Options struct {
	Game      game.Game
	Nodes     uint64       // for each position, for all of its lines together
	Lines     int          // best moves to search in each position
	Close     engine.Score // moves that are at most so much worse than the best lead further, in centipawns
	Plies     int          // how long lines are at most
	Positions int          // how many positions to search, before those that the best line still lacks
	// Played, if not nil, returns how often self-play games chose moves of a position, by UCI move.
	// Moves chosen at least MinPlayed times are searched, too, and lead further.
	Played func(p game.Position) map[string]int
	// NewEngine returns an engine of one thread. It is called Parallel times.
	NewEngine func() (engine.Engine, error)
	Parallel  int
	Log       string // file for what was searched
	// Progress, if not nil, is called after each position.
	Progress func(done int)
}

// MinPlayed is how many self-play games must have chosen a move for Played to count.
const MinPlayed = 3

// The largest options.
const (
	MaxLines     = 100
	MaxPositions = 1_000_000
	MaxParallel  = 256
)

// Check returns what is wrong with the options. The error is meant for users.
func (o *Options) Check() error {
	switch {
	case o.Nodes < 1:
		return errors.New("0 nodes for each position, expected at least 1")
	case o.Lines < 1 || o.Lines > MaxLines:
		return fmt.Errorf("%d lines are out of range (1–%d)", o.Lines, MaxLines)
	case o.Close < 0:
		return fmt.Errorf("%d centipawns, expected at least 0", o.Close)
	case o.Plies < 1 || o.Plies > book.MaxPlies:
		return fmt.Errorf("%d plies are out of range (1–%d)", o.Plies, book.MaxPlies)
	case o.Positions < 1 || o.Positions > MaxPositions:
		return fmt.Errorf("%d positions are out of range (1–%d)", o.Positions, MaxPositions)
	case o.Parallel < 1 || o.Parallel > MaxParallel:
		return fmt.Errorf("%d positions at once are out of range (1–%d)", o.Parallel, MaxParallel)
	}
	return nil
}
