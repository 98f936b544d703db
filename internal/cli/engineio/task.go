package engineio

import (
	"context"
	"sync"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// Player is an engine that can ponder.
type Player interface {
	engine.Engine
	// PonderHit reports that the expected move was played. From now on the clock in
	// the search's limits counts.
	PonderHit()
}

// Engine is the engine of a session.
type Engine interface {
	Player
	// SetHash sets the size of the transposition table in MB.
	SetHash(mb int) error
	// SetThreads sets the number of search threads.
	SetThreads(n int) error
}

// Task runs one search or other work at a time in a goroutine. Only the session's
// goroutine may call its methods.
type Task struct {
	cancel context.CancelFunc
	done   chan struct{} // closed at the end of the work; nil before the first

	player  Player
	after   time.Duration // time to search after a ponder hit; 0: by the limits
	begun   chan struct{} // closed at the first report of the search, or at its end
	release chan struct{} // closed when the answer may be given; nil: always
	timer   *time.Timer
	hits    sync.WaitGroup // hits that have not reached the search yet
}

// Search describes a search.
type Search struct {
	Position game.Position
	Limits   engine.Limits
	// Hold keeps the answer back until Stop or Move, even if the search ends earlier.
	// A search with Limits.Clock.Ponder is held until the hit.
	Hold   bool
	Report func(engine.Report)
	Finish func(engine.Report, error)
}

// Busy reports whether work is running or its answer is held back.
func (t *Task) Busy() bool {
	if t.done == nil {
		return false
	}
	select {
	case <-t.done:
		return false
	default:
		return true
	}
}

// Done returns a channel that is closed when the latest work has ended; nil before the
// first.
func (t *Task) Done() <-chan struct{} { return t.done }

// Pondering reports whether a search waits for a ponder hit.
func (t *Task) Pondering() bool { return t.Busy() && t.player != nil }

// Do stops the running work and starts other work, which must end soon after its
// context ends.
func (t *Task) Do(ctx context.Context, work func(context.Context)) {
	t.Stop()
	ctx, t.cancel = context.WithCancel(ctx)
	done := make(chan struct{})
	t.done, t.player = done, nil
	go func() {
		defer close(done)
		work(ctx)
	}()
}

// Search starts a search. It calls Report and Finish from another goroutine, and
// Finish exactly once, even if the search is stopped.
func (t *Task) Search(ctx context.Context, p Player, s Search) {
	t.Stop() // before the engine changes
	begun, release := make(chan struct{}), chan struct{}(nil)
	if s.Limits.Clock.Ponder || s.Hold {
		release = make(chan struct{})
	}
	after := time.Duration(0)
	if s.Limits.Clock.Ponder { // the time for the move starts at the hit
		after, s.Limits.MoveTime = s.Limits.MoveTime, 0
	}
	var once sync.Once
	begin := func() { once.Do(func() { close(begun) }) }
	t.Do(ctx, func(ctx context.Context) {
		info, err := p.Search(ctx, s.Position, s.Limits, func(i engine.Report) {
			begin()
			if s.Report != nil {
				s.Report(i)
			}
		})
		begin()
		if release != nil {
			select {
			case <-release:
			case <-ctx.Done():
			}
		}
		s.Finish(info, err)
	})
	if s.Limits.Clock.Ponder {
		t.player, t.after, t.begun, t.release = p, after, begun, release
	}
}

// Hit reports a ponder hit to the search. It returns false if none is pondering.
func (t *Task) Hit() bool {
	if !t.Pondering() {
		return false
	}
	player, begun := t.player, t.begun
	t.hits.Go(func() {
		// Before its first look at its limits, a search would miss the hit. The first
		// report may come late, so the session does not wait for it.
		<-begun
		player.PonderHit()
	})
	close(t.release)
	t.player = nil
	if t.after > 0 {
		t.timer = time.AfterFunc(t.after, t.cancel)
	}
	return true
}

// Move makes a search answer now, and does not wait for it.
func (t *Task) Move() {
	if t.cancel != nil {
		t.cancel()
	}
}

// Stop stops the running work, if any, and waits for its end.
func (t *Task) Stop() {
	t.Move()
	t.Wait()
}

// Wait waits for the running work, if any, to end by itself.
func (t *Task) Wait() {
	if t.done != nil {
		<-t.done
	}
	t.hits.Wait() // or a hit could reach the next search
	if t.cancel != nil {
		t.cancel()
		t.cancel = nil
	}
	if t.timer != nil {
		t.timer.Stop()
		t.timer = nil
	}
}
