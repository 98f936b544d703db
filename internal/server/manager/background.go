package manager

import (
	"runtime/debug"
	"sync"
	"time"
)

// Clock is the time. Tests use their own.
type Clock interface {
	Now() time.Time
	// AfterFunc calls f in a goroutine of its own after d. Stop prevents that, and
	// reports whether it was in time.
	AfterFunc(d time.Duration, f func()) (stop func() bool)
}

// systemClock is the clock of the machine.
type systemClock struct{}

func (systemClock) Now() time.Time { return time.Now() }

// started is a moment of the machine's steady clock.
var started = time.Now()

// Steady implements steady.
func (systemClock) Steady() time.Duration { return time.Since(started) }

func (systemClock) AfterFunc(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop }

// every calls f repeatedly, d after each return, until end is called. End waits for a
// running call.
func every(c Clock, d time.Duration, f func()) (end func()) {
	var (
		mu    sync.Mutex
		ended bool
		stop  func() bool
		calls sync.WaitGroup
		ring  func()
	)
	set := func() { // under mu
		stop = c.AfterFunc(d, ring)
	}
	ring = func() {
		mu.Lock()
		if ended {
			mu.Unlock()
			return
		}
		calls.Add(1)
		mu.Unlock()
		defer calls.Done()
		f()
		mu.Lock()
		defer mu.Unlock()
		if !ended {
			set()
		}
	}
	mu.Lock()
	defer mu.Unlock()
	set()
	return func() {
		mu.Lock()
		ended = true
		stop()
		mu.Unlock()
		calls.Wait()
	}
}

// taskGroup counts background tasks. Unlike a sync.WaitGroup it may grow while it is
// waited for.
type taskGroup struct {
	mu      sync.Mutex
	running int
	idle    chan struct{} // closed when no task runs; nil if nothing waits
}

// start runs a task in a goroutine of its own.
func (t *taskGroup) start(task func()) {
	t.mu.Lock()
	t.running++
	t.mu.Unlock()
	go func() {
		defer t.done()
		task()
	}()
}

func (t *taskGroup) done() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.running--
	if t.running == 0 && t.idle != nil {
		close(t.idle)
		t.idle = nil
	}
}

// wait waits until no task runs.
func (t *taskGroup) wait() {
	t.mu.Lock()
	if t.running == 0 {
		t.mu.Unlock()
		return
	}
	if t.idle == nil {
		t.idle = make(chan struct{})
	}
	idle := t.idle
	t.mu.Unlock()
	<-idle
}

// recoverPanic is deferred by background work. It logs and counts a panic, so that the
// other games continue. Deferred calls unlock the game, and commit leaves no wrong state.
func (m *Manager) recoverPanic(what string) {
	if p := recover(); p != nil {
		m.counters.panics.Add(1)
		m.log.Error("a panic in background work", "what", what, "panic", p, "stack", string(debug.Stack()))
	}
}

// safeClock is a clock that survives panics of its functions, and shows the store's time if
// the clock of this machine is wrong.
type safeClock struct {
	Clock
	manager *Manager
}

// Now implements Clock.
func (g safeClock) Now() time.Time { return g.manager.timeOf(g.manager.readClock()) }

// AfterFunc implements Clock.
func (g safeClock) AfterFunc(d time.Duration, f func()) func() bool {
	return g.Clock.AfterFunc(d, g.manager.guard("a timer", f))
}

// guard returns work that survives a panic.
func (m *Manager) guard(what string, work func()) func() {
	return func() {
		defer m.recoverPanic(what)
		work()
	}
}

// background does work in the background. Run waits for its end.
func (m *Manager) background(work func()) { m.tasks.start(m.guard("work in the background", work)) }
