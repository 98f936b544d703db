package worker

import (
	"hash/fnv"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/live/livegame"
)

const (
	// maxMoveTime is the longest that any job may think, whatever its level.
	maxMoveTime = 8 * time.Second
	// overhead is kept back on the clock for the way that a move has to go: from
	// here over the queues and into the store, on a bad day.
	overhead = 200 * time.Millisecond
	// minMoveTime is the least thought that a move gets, for instance when a worker comes
	// back after a long time and finds many jobs.
	minMoveTime = 100 * time.Millisecond
	// longWait is how long a job may have waited before those behind it count: from
	// then on, the longer the queue the quicker the engine.
	longWait    = 2 * time.Second
	hurriedTime = 3 * time.Second // how long a job may think that waited that long
)

// limitsFor returns how long to think about a job that is begun now. Three bounds
// work together, and whichever is reached first ends the search: the level's count
// of positions, which makes it as strong as it should be; a time for the move, so
// that a slow machine answers too; and the mover's clock, less the time that the
// job has waited.
func limitsFor(j livegame.Job, mover game.Color, now time.Time) (engine.Limits, error) {
	l, err := engine.LevelLimits(j.Level, seed(j.ID))
	if err != nil {
		return l, badJob("%w", err)
	}
	var waited time.Duration
	if !j.Issued.IsZero() { // the clocks of two machines may differ: never below zero
		waited = max(now.Sub(j.Issued), 0)
	}
	if l.MoveTime <= 0 || l.MoveTime > maxMoveTime {
		l.MoveTime = maxMoveTime
	}
	if waited > longWait {
		l.MoveTime = min(l.MoveTime, max(minMoveTime, time.Duration(float64(hurriedTime)*float64(longWait)/float64(waited))))
	}
	if j.Clocks != [2]time.Duration{} || j.Increment > 0 {
		l.Clock = engine.Clock{
			Remaining: max(j.Clocks[mover]-waited, time.Millisecond), // zero would mean no clock
			Increment: j.Increment,
			Overhead:  overhead,
		}
	}
	return l, nil
}

// seed makes a number of a job's id: the same job gets the same move from a weak
// level, and two games do not get the same ones.
func seed(id string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(id)) // never fails
	return h.Sum64()
}
