package worker

import (
	"context"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/internal/server/livegame"
)

const (
	// slice is how long a move is computed before others may have their turn.
	slice = 10 * time.Millisecond
	// longestPause is how long a move waits for a slice at most.
	longestPause = time.Second
	// leastWork is how long a move is computed at least before it is cut short because
	// there are too many; one of a high level, for that part of what the level takes.
	leastWork = 20 * time.Millisecond
	leastPart = 8
)

// leastWorkFor returns how long a move of a level is computed at least.
func leastWorkFor(level int) time.Duration {
	highest, _ := engine.LevelLimits(engine.MaxLevel, 0)
	l, err := engine.LevelLimits(level, 0)
	if err != nil { // the job fails
		return leastWork
	}
	takes := time.Duration(float64(l.MoveTime) * float64(l.Nodes) / float64(highest.Nodes))
	return max(leastWork, takes/leastPart)
}

// extraMoves returns how many moves a worker begins beyond its capacity, so that a short
// one need not wait for long ones: they take turns.
func extraMoves(capacity int) int { return capacity + 8 }

// moveTurn is a move that is computed in slices of time. The scheduler's lock guards it.
type moveTurn struct {
	scheduler *scheduler
	holder    holder
	least     time.Duration // it is not cut short before
	running   bool
	since     time.Time     // it runs or waits since then
	spent     time.Duration // on the processor
	wake      chan struct{} // closed when it may run
	cut       chan struct{} // closed when it must end with what it has: there are too many moves
}

// isCut reports whether the move must end with what it has.
func (t *moveTurn) isCut() bool {
	select {
	case <-t.cut:
		return true
	default:
		return false
	}
}

// before reports whether the move comes before another.
func (t *moveTurn) before(other *moveTurn) bool {
	if t.holder.guest == other.holder.guest {
		return t.spent < other.spent
	}
	return t.holder.before(other.holder)
}

// beginMove returns when a move may run, or when the context is done.
func (s *scheduler) beginMove(ctx context.Context, o livegame.Owner, level int) *moveTurn {
	s.mu.Lock()
	now := s.now()
	t := &moveTurn{
		scheduler: s,
		holder:    s.shares.enter(o, now),
		least:     leastWorkFor(level),
		since:     now,
		wake:      make(chan struct{}),
		cut:       make(chan struct{}),
	}
	s.turns = append(s.turns, t)
	s.relieve()
	s.dispatch(now)
	s.mu.Unlock()
	t.wait(ctx)
	return t
}

// wait waits for the move's turn, unless the context is done first.
func (t *moveTurn) wait(ctx context.Context) {
	t.scheduler.mu.Lock()
	wake := t.wake
	t.scheduler.mu.Unlock()
	late := time.NewTimer(longestPause)
	defer late.Stop()
	select {
	case <-wake:
	case <-t.cut:
	case <-ctx.Done():
	case <-late.C:
		t.scheduler.mu.Lock()
		defer t.scheduler.mu.Unlock()
		if !t.running { // one more than there should be, for a slice
			t.scheduler.start(t, t.scheduler.now())
		}
	}
}

// start lets a move run. The caller holds the lock, here and below.
func (s *scheduler) start(t *moveTurn, now time.Time) {
	t.running, t.since = true, now
	s.moves++
	close(t.wake)
}

// dispatch lets the next moves run while there is capacity.
func (s *scheduler) dispatch(now time.Time) {
	for s.moves < s.capacity {
		next := s.next()
		if next == nil {
			return
		}
		s.start(next, now)
	}
}

// next returns the move that waits and whose turn is first.
func (s *scheduler) next() (first *moveTurn) {
	for _, t := range s.turns {
		if !t.running && (first == nil || t.before(first)) {
			first = t
		}
	}
	return first
}

// relieve cuts a move short if there are more than the worker should have, so that one waits:
// of the address that has used most. No address with less than an equal share loses a move.
func (s *scheduler) relieve() {
	if len(s.turns) <= s.capacity+extraMoves(s.capacity) {
		return
	}
	var worst *moveTurn
	share := s.shares.addresses.equalShare()
	for _, t := range s.turns {
		if t.isCut() {
			return // it ends soon
		}
		if t.spent < t.least || t.holder.address.used < share {
			continue
		}
		if worst == nil || t.worseThan(worst) {
			worst = t
		}
	}
	if worst != nil {
		close(worst.cut)
	}
}

// worseThan reports whether the move should rather be cut short than another.
func (t *moveTurn) worseThan(other *moveTurn) bool {
	if t.holder == other.holder {
		return t.spent > other.spent
	}
	return other.holder.before(t.holder)
}

// stop charges what a running move has used.
func (t *moveTurn) stop(now time.Time) {
	d := now.Sub(t.since)
	t.spent += d
	t.scheduler.shares.charge(t.holder, d)
	t.since = now
}

// yield lets others have their turn if they come first, and returns when it is the move's
// again, or the context is done. A search calls it often.
func (t *moveTurn) yield(ctx context.Context) {
	s := t.scheduler
	s.mu.Lock()
	now := s.now()
	if !t.running || now.Sub(t.since) < slice {
		s.mu.Unlock()
		return
	}
	t.stop(now)
	s.relieve()
	next := s.next()
	if s.moves <= s.capacity && (next == nil || !next.before(t)) || t.isCut() {
		s.mu.Unlock()
		return
	}
	t.running, t.wake = false, make(chan struct{})
	s.moves--
	s.dispatch(now)
	s.mu.Unlock()
	t.wait(ctx)
}

// end ends the move.
func (t *moveTurn) end() {
	s := t.scheduler
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.now()
	if t.running {
		t.stop(now)
		s.moves--
	}
	for i, other := range s.turns {
		if other == t {
			s.turns = append(s.turns[:i], s.turns[i+1:]...)
			break
		}
	}
	s.shares.leave(t.holder, now)
	s.dispatch(now)
	s.notify()
}

// turnContext is the context of a search that takes turns. Searches ask it several times a
// millisecond whether it is done; it blocks while others have their turn.
type turnContext struct {
	context.Context
	turn *moveTurn
	next time.Time // when to yield
}

// Err implements context.Context.
func (c *turnContext) Err() error {
	if now := time.Now(); !now.Before(c.next) {
		c.turn.yield(c.Context)
		c.next = time.Now().Add(slice)
	}
	if c.turn.isCut() {
		return context.Canceled
	}
	return c.Context.Err()
}
