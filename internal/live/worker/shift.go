package worker

import (
	"context"
	"sync"
	"time"
)

// Reviews make room for moves, but not for ever: a review that has waited for
// patience may go on for a stint although there is no room. So do endings, for
// moves and reviews; they have more patience.
const (
	patience  = 5 * time.Second
	extraTime = time.Second
)

// priority is what makes way for what: the higher for the lower.
type priority int

const (
	moves priority = iota
	reviews
	tables
	priorities int = iota
)

// scheduler shares a worker's processors among moves, which people wait for, reviews
// and endings. Moves begin at once; the others go on while no more are at work
// together than there is room for, not counting those that make way for them.
type scheduler struct {
	capacity int
	patience [priorities]time.Duration
	now      func() time.Time

	mu      sync.Mutex
	running [priorities]int
	changed chan struct{} // closed when one of them makes room
}

func newScheduler(room int, now func() time.Time) *scheduler {
	return &scheduler{capacity: room, patience: [priorities]time.Duration{reviews: patience, tables: 6 * patience}, now: now, changed: make(chan struct{})}
}

// load is how many are at work that do not make way for a rank. The shift is locked.
func (s *scheduler) load(r priority) (n int) {
	for _, busy := range s.running[:r+1] {
		n += busy
	}
	return n
}

// beginMove begins to work at a move; the function returned ends that.
func (s *scheduler) beginMove() (end func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running[moves]++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.running[moves]--
		s.notify()
	}
}

// notify wakes those that wait for room. The shift is locked.
func (s *scheduler) notify() {
	close(s.changed)
	s.changed = make(chan struct{})
}

// slot is something other than a move that is at work, or waits for room.
type slot struct {
	scheduler     *scheduler
	priority      priority
	mustYieldFrom time.Time // it need not make room before that
}

// begin begins to work at something when there is room.
func (s *scheduler) begin(ctx context.Context, r priority) *slot {
	t := &slot{scheduler: s, priority: r}
	t.wait(ctx)
	return t
}

// yield makes room if that is needed, and returns when there is some again.
func (t *slot) yield(ctx context.Context) {
	s := t.scheduler
	s.mu.Lock()
	if s.load(t.priority) <= s.capacity || s.now().Before(t.mustYieldFrom) {
		s.mu.Unlock()
		return
	}
	s.running[t.priority]--
	s.notify()
	s.mu.Unlock()
	t.wait(ctx)
}

// wait waits for room and takes it.
func (t *slot) wait(ctx context.Context) {
	s := t.scheduler
	ctx, cancel := context.WithTimeout(ctx, s.patience[t.priority])
	defer cancel()
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.load(t.priority) >= s.capacity {
		if ctx.Err() != nil {
			t.mustYieldFrom = s.now().Add(extraTime)
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

// end gives the room back.
func (t *slot) end() {
	s := t.scheduler
	s.mu.Lock()
	defer s.mu.Unlock()
	s.running[t.priority]--
	s.notify()
}
