package solver

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wane-chess/wane/game"
)

// run is what the workers share while they solve a position.
type run struct {
	ctx      context.Context
	deadline time.Time
	timed    bool
	parallel bool // there are several workers
	stop     atomic.Bool
	asking   sync.Mutex
	answers  [2]answer // by the color that the question is about

	// busy counts, by a hash of their keys, the positions that workers are below.
	busy [busySlots]atomic.Int32
}

const busySlots = 1 << 12

// answer is the answer to a question: whether a color wins the game.
type answer struct {
	state atomic.Int32 // open, holds or refuted
	plies atomic.Int32 // if it holds: how long the game lasts at most
}

const (
	open int32 = iota
	holds
	refuted
)

func (r *run) begin(ctx context.Context, now time.Time, limit time.Duration, parallel bool) {
	r.ctx, r.deadline, r.timed, r.parallel = ctx, now.Add(limit), limit > 0, parallel
	r.stop.Store(ctx.Err() != nil)
	for i := range r.answers {
		r.answers[i].state.Store(open)
	}
}

// decided reports whether the answers determine the result.
func (r *run) decided() bool {
	white, black := r.answers[game.White].state.Load(), r.answers[game.Black].state.Load()
	return white == holds || black == holds || white == refuted && black == refuted
}

// late reports whether the time is over or the context is done. One worker asks at a
// time, since a context may do some work of its own when it is asked.
func (r *run) late() bool {
	if !r.asking.TryLock() {
		return false
	}
	defer r.asking.Unlock()
	return r.ctx.Err() != nil || r.timed && !time.Now().Before(r.deadline)
}

// enter and leave count a worker below a position.
func (r *run) enter(key uint64) { r.busy[key%busySlots].Add(1) }
func (r *run) leave(key uint64) { r.busy[key%busySlots].Add(-1) }

// below returns how many workers are below a position, or below another with its hash.
func (r *run) below(key uint64) uint64 { return uint64(max(r.busy[key%busySlots].Load(), 0)) }
