package manager

import (
	"context"
	"time"
)

const (
	timerSlack = time.Millisecond // so that the deadline is over for sure
	timerRetry = 2 * time.Second  // after the store has failed
)

// setTimer sets the timer for the deadline. A timer that rings earlier stays: it finds
// nothing due and is set again. So a move mostly costs no timer.
func (g *liveGame) setTimer() {
	if g.deadline.IsZero() || g.stopTimer != nil && !g.timerAt.After(g.deadline) {
		return
	}
	g.setTimerAt(g.deadline)
}

// setTimerAt sets the timer, in place of the one there is.
func (g *liveGame) setTimerAt(at time.Time) {
	if g.stopTimer != nil {
		g.stopTimer()
		g.stopTimer = nil
	}
	if g.manager.isClosed() {
		return
	}
	g.timerAt = at
	g.stopTimer = g.manager.clock.AfterFunc(at.Sub(g.manager.clock.Now())+timerSlack, func() { g.onTimer(at) })
}

// onTimer ends the game if its time is over.
func (g *liveGame) onTimer(at time.Time) {
	if g.lock(context.Background()) != nil {
		return
	}
	defer g.unlock()
	if g.timerAt.Equal(at) {
		g.stopTimer = nil
	}
	if g.unloaded {
		return
	}
	err := g.refresh(context.Background())
	if err == nil {
		err = g.expire(context.Background())
	}
	switch now := g.manager.clock.Now(); {
	case err != nil:
		g.manager.log.Warn("a game that is due could not be ended", "game", g.id, "error", err)
		g.setTimerAt(now.Add(timerRetry))
	case g.stopTimer == nil && !g.deadline.IsZero():
		g.setTimerAt(laterOf(g.deadline, now.Add(timerSlack)))
	}
}

// expire lets happen what is due by now.
func (g *liveGame) expire(ctx context.Context) error {
	for races := 0; ; races++ {
		e, due := g.game.Expire(g.manager.clock.Now())
		if !due {
			return nil
		}
		err := g.commit(ctx, e)
		if err == nil {
			return nil
		}
		// Another node may have seen it too, and been faster.
		if behind := g.refresh(ctx); behind != nil || races == maxRaces {
			return err
		}
	}
}

// isClosed reports whether Run has ended.
func (m *Manager) isClosed() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.closed
}

func laterOf(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
