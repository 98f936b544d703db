package manager

import (
	"context"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
)

const (
	timerSlack = time.Millisecond // ensures that the deadline has passed
	timerRetry = 2 * time.Second  // after the store has failed
)

// setTimer sets the timer for the deadline. An earlier timer stays; when it fires, it is
// set again, so most moves need no new timer.
func (g *liveGame) setTimer() {
	if g.deadline.IsZero() || g.stopTimer != nil && !g.timerAt.After(g.deadline) {
		return
	}
	g.setTimerAt(g.deadline)
}

// setTimerAt replaces the timer.
func (g *liveGame) setTimerAt(at time.Time) {
	if g.stopTimer != nil {
		g.stopTimer()
		g.stopTimer = nil
	}
	if g.manager.isClosed() {
		return
	}
	g.timerAt = at
	left := at.Sub(g.manager.clock.Now())
	g.stopTimer = g.manager.clock.AfterFunc(left+timerSlack, func() { g.onTimer(g.manager.own, at) })
}

// onTimer ends the game if its time is over.
func (g *liveGame) onTimer(ctx context.Context, at time.Time) {
	if g.lock(ctx) != nil {
		return
	}
	defer g.unlock()
	if g.timerAt.Equal(at) {
		g.stopTimer = nil
	}
	if g.unloaded {
		return
	}
	err := g.refresh(ctx)
	if err == nil {
		err = g.expire(ctx)
	}
	switch now := g.manager.clock.Now(); {
	case err != nil:
		g.manager.log.Warn("cannot end an overdue game", "game", g.id, "error", err)
		g.setTimerAt(now.Add(timerRetry))
	case g.manager.clockError() != 0:
		g.setTimerAt(now.Add(timerRetry))
	case g.stopTimer == nil && !g.deadline.IsZero():
		g.setTimerAt(livegame.Later(g.deadline, now.Add(timerSlack)))
	}
}

// expire stores the events that are due, unless the clock of this machine is wrong.
func (g *liveGame) expire(ctx context.Context) error {
	for races := 0; ; races++ {
		if _, due := g.game.Expire(g.manager.clock.Now()); !due || g.manager.checkClock(ctx) {
			return nil
		}
		// The check may have found that it is earlier.
		e, due := g.game.Expire(g.manager.clock.Now())
		if !due {
			return nil
		}
		err := g.commit(ctx, e)
		if err == nil {
			return nil
		}
		// Another node may have been faster.
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
