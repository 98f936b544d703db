package worker

import (
	"hash/fnv"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/livegame"
)

const (
	// maxMoveTime is the longest search for any level.
	maxMoveTime = 8 * time.Second
	// overhead is the time that a move takes through the queues into the store on a slow
	// system.
	overhead = 200 * time.Millisecond
	// minMoveTime is the shortest search, for example of a worker that returns to a full
	// queue.
	minMoveTime = 100 * time.Millisecond
	// A job that has waited for longWait gets hurriedTime; one that has waited longer gets
	// less, so that the queue empties.
	longWait    = 2 * time.Second
	hurriedTime = 3 * time.Second
)

// limitsFor returns the limits of a search that starts now. The first one that is
// reached ends it: the level's number of nodes, which sets its strength; a time for
// the move, for slow machines; and the clock, less the time that the job has waited.
func limitsFor(j livegame.Job, mover game.Color, now time.Time) (engine.Limits, error) {
	l, err := engine.LevelLimits(j.Level, seed(j.ID))
	if err != nil {
		return l, badJob("%w", err)
	}
	var waited time.Duration
	if !j.Issued.IsZero() { // never negative, though clocks of machines differ
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
			Remaining: max(j.Clocks[mover]-waited, time.Millisecond), // zero means no clock
			Increment: j.Increment,
			Overhead:  overhead,
		}
	}
	return l, nil
}

// seed hashes a job's ID, so that weak levels play the same move for the same job and
// different ones in different games.
func seed(id string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(id)) // never fails
	return h.Sum64()
}
