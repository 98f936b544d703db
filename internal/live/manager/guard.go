package manager

import (
	"runtime/debug"
	"time"
)

// caught is deferred by work that nobody waits for: should it panic, that is told
// and counted, and the other games go on. Locks are given back by those who hold
// them, and a game whose state may be wrong has none (see live.commit).
func (h *Host) caught(what string) {
	if p := recover(); p != nil {
		h.count.panics.Add(1)
		h.log.Error("something panicked", "what", what, "panic", p, "stack", string(debug.Stack()))
	}
}

// guarded is a clock whose calls may panic.
type guarded struct {
	Clock
	host *Host
}

// AfterFunc implements Clock.
func (g guarded) AfterFunc(d time.Duration, f func()) func() bool {
	return g.Clock.AfterFunc(d, g.host.safely("a timer", f))
}

// safely makes work that may panic such that it does not.
func (h *Host) safely(what string, work func()) func() {
	return func() {
		defer h.caught(what)
		work()
	}
}

// spawn does work in a goroutine of its own, whose end can be waited for.
func (h *Host) spawn(work func()) { h.crew.send(h.safely("work in the background", work)) }
