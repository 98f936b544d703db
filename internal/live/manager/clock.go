package manager

import (
	"context"
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
	before := m.machine.Now()
	shared, err := m.store.Now(ctx)
	took := m.machine.Now().Sub(before)
	m.logError(ctx, "cannot check the clock", err)
	if err != nil || shared.IsZero() {
		return m.clockError() != 0
	}
	// The store's time was read at some moment while it was asked.
	ahead := before.Add(took / 2).Sub(shared)
	if ahead.Abs()-took/2 <= maxClockError {
		ahead = 0
	}
	switch last := time.Duration(m.clockAhead.Swap(int64(ahead))); {
	case last == 0 && ahead != 0:
		m.log.Error("the clock of this machine is wrong: the node ends no game on time until it is right", "ahead", ahead)
	case last != 0 && ahead == 0:
		m.log.Info("the clock of this machine is right again")
	}
	return ahead != 0
}

// describeClock says how the clock is wrong.
func describeClock(ahead time.Duration) string {
	word := "ahead of"
	if ahead < 0 {
		word = "behind"
	}
	return fmt.Sprintf("the clock of this machine is %v %s the database's", ahead.Abs().Round(time.Millisecond), word)
}
