package manager

import (
	"context"
	"time"
)

const (
	timerSlack = time.Millisecond // so that the deadline is over for sure
	timerRetry = 2 * time.Second  // after the store has failed
)

// arm sets the timer for the deadline. A timer that rings earlier stays: it finds
// nothing due and is set again. So a move mostly costs no timer.
func (g *live) arm() {
	if g.deadline.IsZero() || g.stop != nil && !g.rings.After(g.deadline) {
		return
	}
	g.ringAt(g.deadline)
}

// ringAt sets the timer, in place of the one there is.
func (g *live) ringAt(at time.Time) {
	if g.stop != nil {
		g.stop()
		g.stop = nil
	}
	if g.host.over() {
		return
	}
	g.rings = at
	g.stop = g.host.clock.AfterFunc(at.Sub(g.host.clock.Now())+timerSlack, func() { g.ring(at) })
}

// ring ends the game if its time is over.
func (g *live) ring(at time.Time) {
	if g.lock(context.Background()) != nil {
		return
	}
	defer g.unlock()
	if g.rings.Equal(at) {
		g.stop = nil
	}
	if g.dead {
		return
	}
	err := g.fresh(context.Background())
	if err == nil {
		err = g.expire(context.Background())
	}
	switch now := g.host.clock.Now(); {
	case err != nil:
		g.host.log.Warn("a game that is due could not be ended", "game", g.id, "error", err)
		g.ringAt(now.Add(timerRetry))
	case g.stop == nil && !g.deadline.IsZero():
		g.ringAt(latest(g.deadline, now.Add(timerSlack)))
	}
}

// expire lets happen what is due by now.
func (g *live) expire(ctx context.Context) error {
	for races := 0; ; races++ {
		e, due := g.state.Expire(g.host.clock.Now())
		if !due {
			return nil
		}
		err := g.commit(ctx, e)
		if err == nil {
			return nil
		}
		// Another node may have seen it too, and been faster.
		if behind := g.fresh(ctx); behind != nil || races == maxRaces {
			return err
		}
	}
}

// over tells whether Run has ended.
func (h *Host) over() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.closed
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
