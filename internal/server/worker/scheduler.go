package worker

import (
	"context"
	"sync"
	"time"
)

// A review that has waited for patience runs for extraTime although there is no
// capacity.
const (
	patience  = 5 * time.Second
	extraTime = time.Second
)

// scheduler shares a worker's processors among moves, which players wait for, and
// reviews. Moves take turns if they exceed the capacity. A review runs while moves and
// reviews do not exceed it.
type scheduler struct {
	capacity int
	now      func() time.Time

	mu      sync.Mutex
	moves   int         // that run
	reviews int         // that run
	turns   []*moveTurn // moves that run or wait, in order
	shares  shares
	changed chan struct{} // closed when a job ends or yields
}

func newScheduler(capacity int, now func() time.Time) *scheduler {
	return &scheduler{capacity: capacity, now: now, shares: newShares(), changed: make(chan struct{})}
}

// notify wakes the reviews that wait. The caller holds the lock.
func (s *scheduler) notify() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// slot is a review that runs or waits.
type slot struct {
	scheduler *scheduler
	keepUntil time.Time // it keeps running until then
}

// beginReview starts a review once there is capacity.
func (s *scheduler) beginReview(ctx context.Context) *slot {
	t := &slot{scheduler: s}
	t.wait(ctx)
	return t
}

// yield makes room if necessary, and returns when there is capacity again.
func (t *slot) yield(ctx context.Context) {
	s := t.scheduler
	s.mu.Lock()
	if s.moves+s.reviews <= s.capacity || s.now().Before(t.keepUntil) {
		s.mu.Unlock()
		return
	}
	s.reviews--
	s.notify()
	s.mu.Unlock()
	t.wait(ctx)
}

// wait waits for capacity and takes it.
func (t *slot) wait(ctx context.Context) {
	s := t.scheduler
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.moves+s.reviews >= s.capacity {
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
	s.reviews++
}

// end ends the review.
func (t *slot) end() {
	s := t.scheduler
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reviews--
	s.notify()
}
