// Package engine is how the rest of wane talks to something that plays: a
// position and limits in, reports on the way, a move out. Package
// engine/search is the player itself.
package engine

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/wane-chess/wane/game"
)

// ErrNoMoves is returned by a search in a position without a legal move.
var ErrNoMoves = errors.New("engine: the side to move has no legal move")

// Engine finds moves. One search at a time runs on an engine.
type Engine interface {
	// Search looks for the best move until the limits are reached or the
	// context is done, whichever comes first, and then returns the best found,
	// so there is always a move unless the error is ErrNoMoves. It works on a
	// clone of the position, with its history. Report, if not nil, is called
	// from the search's goroutine after each completed depth.
	Search(ctx context.Context, p game.Position, l Limits, report func(Info)) (Info, error)
	// Reset forgets what was learnt from earlier searches, as for a new game.
	Reset()
}

// Limits bound a search. A field that is zero or negative does not bound; if
// none does, the search runs until its context is done or it can learn no more.
type Limits struct {
	Depth    int           // plies, check and capture extensions not counted
	Nodes    uint64        // positions visited
	MoveTime time.Duration // wall-clock time
	// Blunder is how far below the best move, in centipawns, the move played may
	// be: weak levels choose among such moves by Seed.
	Blunder game.Score
	Seed    uint64
}

// Info is what a search knows at some time. Score is from the view of the side
// to move; PV, the principal variation, begins with the best move.
type Info struct {
	Depth int
	Score game.Score
	Nodes uint64
	Time  time.Duration
	PV    []game.Move
}

// Best is the first move of the principal variation, or NoMove.
func (i Info) Best() game.Move {
	if len(i.PV) == 0 {
		return game.NoMove
	}
	return i.PV[0]
}

// The levels for people.
const (
	MinLevel = 1 // for a child's first game
	MaxLevel = 8 // the engine's full strength in a few seconds a move
)

// LevelLimits returns the limits for a level from MinLevel to MaxLevel. The
// seed varies the moves that weak levels choose.
func LevelLimits(level int, seed uint64) (Limits, error) {
	if level < MinLevel || level > MaxLevel {
		return Limits{}, fmt.Errorf("level %d: levels go from %d to %d", level, MinLevel, MaxLevel)
	}
	l := [...]Limits{
		{Depth: 1, MoveTime: 2 * time.Second, Blunder: 250},
		{Depth: 2, MoveTime: 2 * time.Second, Blunder: 150},
		{Depth: 2, MoveTime: 2 * time.Second, Blunder: 60},
		{Depth: 3, MoveTime: 2 * time.Second, Blunder: 30},
		{Depth: 4, MoveTime: 2 * time.Second, Blunder: 15},
		{MoveTime: 500 * time.Millisecond},
		{MoveTime: 1500 * time.Millisecond},
		{MoveTime: 4 * time.Second},
	}[level-1]
	l.Seed = seed
	return l, nil
}
