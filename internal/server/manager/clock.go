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
	clockTries    = 3                // in a check, for an answer that comes soon enough to tell
)

// clockReading is what the machine's clock and its steady clock showed at one moment.
type clockReading struct {
	shown  time.Time
	steady time.Duration
}

// askTime asks the store for the time. It returns what this machine's clock showed before, how
// far it was ahead, and how long the answer took.
func (m *Manager) askTime(ctx context.Context) (now *clockState, ahead, took time.Duration, err error) {
	before := m.readClock()
	shared, err := m.store.Now(ctx)
	after := m.readClock()
	took = after.shown.Sub(before.shown).Abs()
	if _, ok := m.machine.(steady); ok {
		took = after.steady - before.steady
	}
	if shared.IsZero() { // there is no other clock
		return &clockState{clockReading: before}, 0, 0, err
	}
	// The store's time was read at some moment while it was asked.
	return &clockState{clockReading: before}, before.shown.Add(took / 2).Sub(shared), took, err
}

func (m *Manager) readClock() clockReading {
	r := clockReading{shown: m.machine.Now().Round(0)}
	if c, ok := m.machine.(steady); ok {
		r.steady = c.Steady()
	}
	return r
}

// clockState is what the last check of the clock found.
type clockState struct {
	clockReading
	ahead time.Duration // see clockError
}

// clockError returns how far the node's clock is ahead of the store's, as the last check
// found; negative: behind. It is zero if that is little.
func (m *Manager) clockError() time.Duration {
	if s := m.clockState.Load(); s != nil {
		return s.ahead
	}
	return 0
}

// timeOf returns the time of a reading, by the last check and the steady clock since: it does
// not matter if the machine's clock was set in between.
func (m *Manager) timeOf(r clockReading) time.Time {
	s := m.clockState.Load()
	if _, ok := m.machine.(steady); !ok || s == nil {
		return r.shown.Add(-m.clockError())
	}
	return s.shown.Add(r.steady - s.steady - s.ahead)
}

// checkClock compares the node's clock with the store's. Until the next check, Now is the
// store's time if the two are far apart. It reports whether they are; if the store does not
// answer, that is as before.
func (m *Manager) checkClock(ctx context.Context) (wrong bool) {
	now, ahead, took, err := m.askTime(ctx)
	for try := 1; try < clockTries && err == nil && took > 2*maxClockError; try++ {
		now, ahead, took, err = m.askTime(ctx) // the first answer may have needed a connection
	}
	m.logError(ctx, "cannot check the clock", err)
	// The error is known to half the time that the answer took.
	slack := took / 2
	switch right := ahead.Abs()+slack <= maxClockError; {
	case err != nil:
		return m.clockError() != 0
	case right:
	case ahead.Abs()-slack > maxClockError && slack <= maxClockError: // wrong
		now.ahead = ahead
	case m.clockState.Load() == nil && ahead.Abs()-slack <= maxClockError: // it may be right
	default: // the answer took too long to tell
		return m.clockError() != 0
	}
	last := m.clockError()
	m.clockState.Store(now)
	switch {
	case last == 0 && now.ahead != 0:
		m.log.Error("the clock of this machine is wrong: the node ends no game on time until it is right", "ahead", now.ahead)
	case last != 0 && now.ahead == 0:
		m.log.Info("the clock of this machine is right again")
	}
	return now.ahead != 0
}

// steady is implemented by clocks that know how much time has passed, however they are set.
type steady interface{ Steady() time.Duration }

// ensureTime checks the clock if it was not checked yet, or if it seems to have been set since
// the last check: the machine may have slept, and its steady clock with it. Until that is
// done, nobody knows the time: all who call it wait for the same check. After an error the
// time is unknown.
func (m *Manager) ensureTime(ctx context.Context) error {
	if m.knowsTime() {
		return nil
	}
	_, err, _ := m.timeCheck.Do("", func() (any, error) {
		ctx, cancel := detach(ctx)
		defer cancel()
		if !m.knowsTime() { // no other check has been faster
			m.checkClock(ctx)
		}
		if !m.knowsTime() {
			return nil, errUnknownTime
		}
		return nil, nil
	})
	return err
}

// knowsTime reports whether the clock was checked, and not set since then.
func (m *Manager) knowsTime() bool {
	last := m.clockState.Load()
	if last == nil {
		return false
	}
	if _, ok := m.machine.(steady); !ok {
		return true
	}
	now := m.readClock()
	step := now.shown.Sub(last.shown) - (now.steady - last.steady)
	return step.Abs() <= maxClockError
}

// errUnknownTime is the error of work that needs the time.
var errUnknownTime = errors.New(
	"the clock of this machine was not checked since it was set, and the database does not say what time it is",
)

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
