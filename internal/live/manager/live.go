package manager

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/wane-chess/wane/internal/live/livegame"
)

// live is a game that is loaded. Whoever holds its lock may use it; only the
// mail, and the number of its last event, can be reached without.
type live struct {
	host *Host
	id   livegame.ID
	busy chan struct{} // the lock: full while it is held, so that waiting can be given up
	mail mail
	seq  atomic.Int64 // of the last event that watchers know

	state  *livegame.State // nil until it is loaded, and after an accident
	doubt  bool            // the store may have events that the state has not
	dead   bool            // no longer in the table
	failed error           // why it could not be loaded, if it is dead for that
	used   time.Time       // when somebody last asked for it
	tried  time.Time       // when a refresh was last begun

	deadline time.Time // of the state
	rings    time.Time // when the timer does, which may be before the deadline
	stop     func() bool

	asked    string // id of the last job for the engine
	watches  []*Watch
	presence presence
}

// lock waits for the game, but not longer than the context.
func (g *live) lock(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case g.busy <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// tryLock takes the game if nobody has it.
func (g *live) tryLock() bool {
	select {
	case g.busy <- struct{}{}:
		return true
	default:
		return false
	}
}

// unlock reads the mail and lets the game go. Mail that comes in at the last
// moment finds the lock held, so it is looked for once more.
func (g *live) unlock() {
	for {
		g.readMail()
		if g.doubt && len(g.watches) > 0 {
			g.refreshSoon()
		}
		<-g.busy
		if g.mail.empty() || !g.tryLock() {
			return
		}
	}
}

// take brings state and watchers forward by an event that the store has. If the
// event does not fit, the state has to be loaded again.
func (g *live) take(e livegame.Event) error {
	if err := g.state.Apply(e); err != nil {
		g.state, g.doubt = nil, true
		return err
	}
	g.tell(e)
	return nil
}

// fresh sees to it that the state is the store's.
func (g *live) fresh(ctx context.Context) error {
	g.readMail()
	switch {
	case g.state == nil:
		return g.load(ctx)
	case g.doubt:
		return g.catchUp(ctx)
	}
	return nil
}

// load makes the state anew. Watchers of an earlier state hear what they have
// missed.
func (g *live) load(ctx context.Context) error {
	ctx, cancel := detached(ctx)
	defer cancel()
	head, events, err := g.host.store.Load(ctx, g.id)
	if err != nil {
		if errors.Is(err, livegame.ErrNotFound) {
			return livegame.ErrNotFound
		}
		return fmt.Errorf("load game %s: %w", g.id, err)
	}
	s, err := livegame.Replay(head, events, g.host.lookup)
	if err != nil {
		return fmt.Errorf("load game %s: %w", g.id, err)
	}
	g.state, g.doubt = s, false
	for _, e := range events[min(int(g.seq.Load()), len(events)):] {
		g.tell(e)
	}
	g.settle()
	return nil
}

// catchUp takes in the events that the store has and the state has not.
func (g *live) catchUp(ctx context.Context) error {
	ctx, cancel := detached(ctx)
	defer cancel()
	events, err := g.host.store.After(ctx, g.id, int(g.seq.Load()))
	if err != nil {
		return fmt.Errorf("catch up with game %s: %w", g.id, err)
	}
	for _, e := range events {
		if err := g.take(e); err != nil {
			return fmt.Errorf("catch up with game %s: %w", g.id, err)
		}
	}
	g.doubt = false
	if len(events) > 0 {
		g.settle()
	}
	return nil
}

// refreshSoon catches up in the background, for those who watch.
func (g *live) refreshSoon() {
	now := g.host.clock.Now()
	if now.Sub(g.tried) < refreshPause && !g.tried.IsZero() {
		return // the beat comes back to it
	}
	g.tried = now
	g.host.spawn(func() {
		if g.lock(context.Background()) != nil {
			return
		}
		defer g.unlock()
		if g.dead {
			return
		}
		if err := g.fresh(context.Background()); err != nil {
			g.host.log.Warn("a game cannot be brought up to date", "game", g.id, "error", err)
			return
		}
		g.tried = time.Time{}
	})
}

// refreshPause is how long to leave the store alone after a refresh has failed.
const refreshPause = 2 * time.Second

// settle does what follows from a new state: the timer, the lists.
func (g *live) settle() {
	g.deadline = g.state.Summary().Deadline
	g.arm()
	g.host.lobby.mark()
}
