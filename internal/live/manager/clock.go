package manager

import (
	"context"
	"errors"
	"fmt"
	"time"
)

const (
	// maxClockError is how far a node's clock may be from the store's. With more, the node is
	// not ready, and ends no game on time.
	maxClockError = 200 * time.Millisecond
	clockInterval = 10 * time.Second // between checks
)

// clockError returns how far the node's clock is ahead of the store's, as the last check
// found; negative: behind. It is zero if that is little.
func (m *Manager) clockError() time.Duration { return time.Duration(m.clockAhead.Load()) }

// checkClock compares the node's clock with the store's. Until the next check, Now is the
// store's time if the two are far apart. It reports whether they are; if the store does not
// answer, that is as before.
func (m *Manager) checkClock(ctx context.Context) (wrong bool) {
	m.clockBase.Store(newClockBase(m.machine))
	before := m.machine.Now()
	shared, err := m.store.Now(ctx)
	took := m.machine.Now().Sub(before).Abs()
	m.logError(ctx, "cannot check the clock", err)
	if err != nil || shared.IsZero() {
		return m.clockError() != 0
	}
	// The store's time was read at some moment while it was asked.
	ahead := before.Add(took / 2).Sub(shared)
	switch {
	case ahead.Abs()+took/2 <= maxClockError: // right
		ahead = 0
	case ahead.Abs()-took/2 > maxClockError: // wrong
	default: // the answer took too long to tell
		return m.clockError() != 0
	}
	switch last := time.Duration(m.clockAhead.Swap(int64(ahead))); {
	case last == 0 && ahead != 0:
		m.log.Error("the clock of this machine is wrong: the node ends no game on time until it is right", "ahead", ahead)
	case last != 0 && ahead == 0:
		m.log.Info("the clock of this machine is right again")
	}
	return ahead != 0
}

// clockBase is what a machine's clock showed at a moment of its steady clock.
type clockBase struct {
	shown  time.Time
	steady time.Duration
}

func newClockBase(c Clock) *clockBase {
	b := &clockBase{shown: c.Now().Round(0)}
	if s, ok := c.(steady); ok {
		b.steady = s.Steady()
	}
	return b
}

// steady is implemented by clocks that know how much time has passed, however they are set.
type steady interface{ Steady() time.Duration }

// checkStep checks the clock if it was set since the last check.
func (m *Manager) checkStep(ctx context.Context) {
	last := m.clockBase.Load()
	if _, ok := m.machine.(steady); !ok || last == nil {
		return
	}
	now := newClockBase(m.machine)
	if step := now.shown.Sub(last.shown) - (now.steady - last.steady); step.Abs() > maxClockError {
		m.checkClock(ctx)
	}
}

// errWrongClock is the error of a command that comes after its player's time, to a node that
// must not end the game.
var errWrongClock = errors.New("the clock of this machine is wrong")

// describeClock says how the clock is wrong.
func describeClock(ahead time.Duration) string {
	word := "ahead of"
	if ahead < 0 {
		word = "behind"
	}
	return fmt.Sprintf("the clock of this machine is %v %s the database's", ahead.Abs().Round(time.Millisecond), word)
}
