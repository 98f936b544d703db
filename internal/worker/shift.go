package worker

import (
	"context"
	"sync"
	"time"
)

// Reviews make room for moves, but not for ever: a review that has waited for
// patience may go on for a stint although there is no room.
const (
	patience = 5 * time.Second
	stint    = time.Second
)

// shift shares a worker's processors among moves, which people wait for, and
// reviews. Moves begin at once; reviews go on while no more are at work together
// than there is room for.
type shift struct {
	room     int
	patience time.Duration
	now      func() time.Time

	mu      sync.Mutex
	moves   int
	reviews int
	freed   chan struct{} // closed when one of them makes room
}

func newShift(room int, now func() time.Time) *shift {
	return &shift{room: room, patience: patience, now: now, freed: make(chan struct{})}
}

// move begins to work at a move; the function returned ends that.
func (s *shift) move() (end func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.moves++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.moves--
		s.free()
	}
}

// free wakes those that wait for room. The shift is locked.
func (s *shift) free() {
	close(s.freed)
	s.freed = make(chan struct{})
}

// turn is a review that is at work, or waits for room.
type turn struct {
	shift *shift
	until time.Time // it need not make room before that
}

// review begins to work at a review when there is room.
func (s *shift) review(ctx context.Context) *turn {
	t := &turn{shift: s}
	t.wait(ctx)
	return t
}

// rest makes room if that is needed, and returns when there is some again.
func (t *turn) rest(ctx context.Context) {
	s := t.shift
	s.mu.Lock()
	if s.moves+s.reviews <= s.room || s.now().Before(t.until) {
		s.mu.Unlock()
		return
	}
	s.reviews--
	s.free()
	s.mu.Unlock()
	t.wait(ctx)
}

// wait waits for room and takes it.
func (t *turn) wait(ctx context.Context) {
	s := t.shift
	ctx, cancel := context.WithTimeout(ctx, s.patience)
	defer cancel()
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.moves+s.reviews >= s.room {
		if ctx.Err() != nil {
			t.until = s.now().Add(stint)
			break
		}
		freed := s.freed
		s.mu.Unlock()
		select {
		case <-freed:
		case <-ctx.Done():
		}
		s.mu.Lock()
	}
	s.reviews++
}

// end gives the room back.
func (t *turn) end() {
	s := t.shift
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reviews--
	s.free()
}
