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
	patience = 5 * time.Second
	stint    = time.Second
)

// rank is what makes way for what: the higher for the lower.
type rank int

const (
	moves rank = iota
	reviews
	solving
	ranks int = iota
)

// shift shares a worker's processors among moves, which people wait for, reviews
// and endings. Moves begin at once; the others go on while no more are at work
// together than there is room for, not counting those that make way for them.
type shift struct {
	room     int
	patience [ranks]time.Duration
	now      func() time.Time

	mu    sync.Mutex
	busy  [ranks]int
	freed chan struct{} // closed when one of them makes room
}

func newShift(room int, now func() time.Time) *shift {
	return &shift{room: room, patience: [ranks]time.Duration{reviews: patience, solving: 6 * patience}, now: now, freed: make(chan struct{})}
}

// load is how many are at work that do not make way for a rank. The shift is locked.
func (s *shift) load(r rank) (n int) {
	for _, busy := range s.busy[:r+1] {
		n += busy
	}
	return n
}

// move begins to work at a move; the function returned ends that.
func (s *shift) move() (end func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.busy[moves]++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.busy[moves]--
		s.free()
	}
}

// free wakes those that wait for room. The shift is locked.
func (s *shift) free() {
	close(s.freed)
	s.freed = make(chan struct{})
}

// turn is something other than a move that is at work, or waits for room.
type turn struct {
	shift *shift
	rank  rank
	until time.Time // it need not make room before that
}

// begin begins to work at something when there is room.
func (s *shift) begin(ctx context.Context, r rank) *turn {
	t := &turn{shift: s, rank: r}
	t.wait(ctx)
	return t
}

// rest makes room if that is needed, and returns when there is some again.
func (t *turn) rest(ctx context.Context) {
	s := t.shift
	s.mu.Lock()
	if s.load(t.rank) <= s.room || s.now().Before(t.until) {
		s.mu.Unlock()
		return
	}
	s.busy[t.rank]--
	s.free()
	s.mu.Unlock()
	t.wait(ctx)
}

// wait waits for room and takes it.
func (t *turn) wait(ctx context.Context) {
	s := t.shift
	ctx, cancel := context.WithTimeout(ctx, s.patience[t.rank])
	defer cancel()
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.load(t.rank) >= s.room {
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
	s.busy[t.rank]++
}

// end gives the room back.
func (t *turn) end() {
	s := t.shift
	s.mu.Lock()
	defer s.mu.Unlock()
	s.busy[t.rank]--
	s.free()
}
