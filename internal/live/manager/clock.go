package manager

import (
	"sync"
	"time"
)

// Clock is the time, so that tests can make their own.
type Clock interface {
	Now() time.Time
	// AfterFunc calls f in a goroutine of its own when d has passed; the function
	// returned stops that and reports whether it was in time.
	AfterFunc(d time.Duration, f func()) (stop func() bool)
}

// systemClock is the clock of the machine.
type systemClock struct{}

func (systemClock) Now() time.Time { return time.Now() }

func (systemClock) AfterFunc(d time.Duration, f func()) func() bool { return time.AfterFunc(d, f).Stop }

// every calls f again and again, d after it has returned. The function returned
// ends that and waits for a call that goes on.
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

// taskGroup counts the goroutines that do something beside, so that their end can be
// waited for.
type taskGroup struct {
	mu      sync.Mutex
	running int
	idle    chan struct{} // closed when nobody is busy; nil if nobody waits
}

// start does the work in a goroutine of its own.
func (c *taskGroup) start(work func()) {
	c.mu.Lock()
	c.running++
	c.mu.Unlock()
	go func() {
		defer c.done()
		work()
	}()
}

func (c *taskGroup) done() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.running--
	if c.running == 0 && c.idle != nil {
		close(c.idle)
		c.idle = nil
	}
}

// wait waits until nobody is busy.
func (c *taskGroup) wait() {
	c.mu.Lock()
	if c.running == 0 {
		c.mu.Unlock()
		return
	}
	if c.idle == nil {
		c.idle = make(chan struct{})
	}
	idle := c.idle
	c.mu.Unlock()
	<-idle
}
