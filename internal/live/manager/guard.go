package manager

import (
	"runtime/debug"
	"time"
)

// recoverPanic is deferred by work that nobody waits for: should it panic, that is told
// and counted, and the other games go on. Locks are given back by those who hold
// them, and a game whose state may be wrong has none (see live.commit).
func (m *Manager) recoverPanic(what string) {
	if p := recover(); p != nil {
		m.counters.panics.Add(1)
		m.log.Error("something panicked", "what", what, "panic", p, "stack", string(debug.Stack()))
	}
}

// safeClock is a clock whose calls may panic.
type safeClock struct {
	Clock
	manager *Manager
}

// AfterFunc implements Clock.
func (g safeClock) AfterFunc(d time.Duration, f func()) func() bool {
	return g.Clock.AfterFunc(d, g.manager.guard("a timer", f))
}

// guard makes work that may panic such that it does not.
func (m *Manager) guard(what string, work func()) func() {
	return func() {
		defer m.recoverPanic(what)
		work()
	}
}

// background does work in a goroutine of its own, whose end can be waited for.
func (m *Manager) background(work func()) { m.tasks.start(m.guard("work in the background", work)) }
