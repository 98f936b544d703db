package worker

import (
	"context"
	"sync"
	"time"
)

// A review that has waited for patience runs for extraTime although there is no
// capacity. Tables, which make room for moves and reviews, wait longer.
const (
	patience  = 5 * time.Second
	extraTime = time.Second
)

// priority is the kind of a job; higher numbers make room for lower ones.
type priority int

const (
	moves priority = iota
	reviews
	tables
	priorities int = iota
)

// scheduler shares a worker's processors among moves, which players wait for, reviews
// and tables. Moves take turns if they exceed the capacity. Another job runs while the
// jobs of its own and of lower priority numbers do not exceed it.
type scheduler struct {
	capacity int
	patience [priorities]time.Duration
	now      func() time.Time

	mu      sync.Mutex
	running [priorities]int
	turns   []*moveTurn // moves that run or wait, in order
	shares  shares
	changed chan struct{} // closed when a job ends or yields
}

func newScheduler(capacity int, now func() time.Time) *scheduler {
	return &scheduler{capacity: capacity, patience: [priorities]time.Duration{reviews: patience, tables: 6 * patience}, now: now, shares: newShares(), changed: make(chan struct{})}
}

// load returns how many jobs run that do not make room for the priority. The caller
// holds the lock.
func (s *scheduler) load(r priority) (n int) {
	for _, busy := range s.running[:r+1] {
		n += busy
	}
	return n
}

// notify wakes the jobs that wait. The caller holds the lock.
func (s *scheduler) notify() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// slot is a review or table that runs or waits.
type slot struct {
	scheduler *scheduler
	priority  priority
	keepUntil time.Time // it keeps running until then
}

// begin starts a job once there is capacity.
func (s *scheduler) begin(ctx context.Context, r priority) *slot {
	t := &slot{scheduler: s, priority: r}
	t.wait(ctx)
	return t
}

// yield makes room if necessary, and returns when there is capacity again.
func (t *slot) yield(ctx context.Context) {
	s := t.scheduler
	s.mu.Lock()
	if s.load(t.priority) <= s.capacity || s.now().Before(t.keepUntil) {
		s.mu.Unlock()
		return
	}
	s.running[t.priority]--
	s.notify()
	s.mu.Unlock()
	t.wait(ctx)
}

// wait waits for capacity and takes it.
func (t *slot) wait(ctx context.Context) {
	s := t.scheduler
	ctx, cancel := context.WithTimeout(ctx, s.patience[t.priority])
	defer cancel()
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.load(t.priority) >= s.capacity {
		if ctx.Err() != nil {
			t.keepUntil = s.now().Add(extraTime)
			break
		}
		freed := s.changed
		s.mu.Unlock()
		select {
		case <-freed:
		case <-ctx.Done():
		}
		s.mu.Lock()
	}
	s.running[t.priority]++
}

// end ends the job.
func (t *slot) end() {
	s := t.scheduler
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running[t.priority]--
	s.notify()
}
