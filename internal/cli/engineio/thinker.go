package engineio

import (
	"context"
	"sync"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// Player is an engine that can think in the opponent's time.
type Player interface {
	engine.Engine
	// PonderHit says that the expected move was played: from now on the clock of
	// the search's limits counts.
	PonderHit()
}

// Engine is what a session plays with.
type Engine interface {
	Player
	// SetHash sets the size of the transposition table in MB.
	SetHash(mb int) error
	// SetThreads sets how many threads search.
	SetThreads(n int) error
}

// Thinker does one piece of work at a time in a goroutine of its own. Its
// methods are for one goroutine, that of the session.
type Thinker struct {
	cancel context.CancelFunc
	done   chan struct{} // closed when the work has ended; nil before the first

	player  Player
	after   time.Duration // how long to go on after a ponder hit; 0: as the limits say
	begun   chan struct{} // closed when the search has reported, or ended
	release chan struct{} // closed when an answer may be given; nil if always
	timer   *time.Timer
	hits    sync.WaitGroup // hits that have not reached the search yet
}

// Search is a search to be done.
type Search struct {
	Position game.Position
	Limits   engine.Limits
	// Hold keeps the answer back until the thinker is stopped, however early the
	// search ends. A search with Limits.Clock.Ponder is held until the hit.
	Hold   bool
	Report func(engine.Info)
	Finish func(engine.Info, error)
}

// Busy reports whether work is under way, also if its answer is only held back.
func (t *Thinker) Busy() bool {
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

// Done is closed when the work started last has ended; nil before the first.
func (t *Thinker) Done() <-chan struct{} { return t.done }

// Pondering reports whether work is under way that waits for a hit.
func (t *Thinker) Pondering() bool { return t.Busy() && t.player != nil }

// Do starts work, which has to end soon once its context is done. Work that is
// under way is stopped first.
func (t *Thinker) Do(ctx context.Context, work func(context.Context)) {
	t.Stop()
	ctx, t.cancel = context.WithCancel(ctx)
	done := make(chan struct{})
	t.done, t.player = done, nil
	go func() {
		defer close(done)
		work(ctx)
	}()
}

// Search starts a search; its Report and Finish are called from its goroutine,
// Finish once, also if it is stopped.
func (t *Thinker) Search(ctx context.Context, p Player, s Search) {
	t.Stop() // before anything that it uses is changed
	begun, release := make(chan struct{}), chan struct{}(nil)
	if s.Limits.Clock.Ponder || s.Hold {
		release = make(chan struct{})
	}
	after := time.Duration(0)
	if s.Limits.Clock.Ponder { // the time for the move begins with the hit
		after, s.Limits.MoveTime = s.Limits.MoveTime, 0
	}
	var once sync.Once
	begin := func() { once.Do(func() { close(begun) }) }
	t.Do(ctx, func(ctx context.Context) {
		info, err := p.Search(ctx, s.Position, s.Limits, func(i engine.Info) {
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

// Hit tells a search that ponders that the expected move was played. It returns
// false if there is none.
func (t *Thinker) Hit() bool {
	if !t.Pondering() {
		return false
	}
	player, begun := t.player, t.begun
	t.hits.Go(func() {
		// A search that has not looked at its limits yet would miss the hit. It may
		// take long to report, so the session does not wait for it.
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

// Move makes a search give its answer now, without waiting for it.
func (t *Thinker) Move() {
	if t.cancel != nil {
		t.cancel()
	}
}

// Stop ends the work under way, if any, and waits until it has ended.
func (t *Thinker) Stop() {
	t.Move()
	t.Wait()
}

// Wait waits until the work under way, if any, has ended by itself.
func (t *Thinker) Wait() {
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
