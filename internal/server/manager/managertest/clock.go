// Package managertest has a store and a queue in memory and a clock that tests advance,
// for tests of managers and servers. They enforce what package livegame specifies, and
// tests can make them fail.
package managertest

import (
	"sync"
	"time"

	"github.com/wane-chess/wane/internal/server/manager"
)

var _ manager.Clock = (*Clock)(nil)

// Clock is a clock that only Advance moves.
type Clock struct {
	mu     sync.Mutex
	now    time.Time
	timers map[*timer]struct{}
	made   uint64 // timers made so far
}

type timer struct {
	at    time.Time
	order uint64
	f     func()
}

// NewClock returns a clock that shows a fixed time.
func NewClock() *Clock {
	return &Clock{
		now:    time.Date(2030, time.March, 1, 12, 0, 0, 0, time.UTC),
		timers: map[*timer]struct{}{},
	}
}

// Now implements manager.Clock.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// AfterFunc implements manager.Clock. Nothing happens before the next Advance, even if d
// is zero.
func (c *Clock) AfterFunc(d time.Duration, f func()) (stop func() bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.made++
	t := &timer{c.now.Add(max(d, 0)), c.made, f}
	c.timers[t] = struct{}{}
	return func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		_, waits := c.timers[t]
		delete(c.timers, t)
		return waits
	}
}

// Advance advances the clock. It calls due functions one after the other, each at its time
// and in a goroutine of its own, and waits for them.
func (c *Clock) Advance(d time.Duration) {
	c.mu.Lock()
	end := c.now.Add(d)
	for {
		var next *timer
		for t := range c.timers {
			if t.at.After(end) {
				continue
			}
			if next == nil || t.at.Before(next.at) || t.at.Equal(next.at) && t.order < next.order {
				next = t
			}
		}
		if next == nil {
			break
		}
		delete(c.timers, next)
		if next.at.After(c.now) {
			c.now = next.at
		}
		c.mu.Unlock()
		done := make(chan struct{})
		go func() {
			defer close(done)
			next.f()
		}()
		<-done
		c.mu.Lock()
	}
	if end.After(c.now) {
		c.now = end
	}
	c.mu.Unlock()
}

// Timers returns how many functions are pending.
func (c *Clock) Timers() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.timers)
}
