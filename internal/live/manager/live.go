package manager

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/wane-chess/wane/internal/live/livegame"
)

// liveGame is a game that is loaded. Whoever holds its lock may use it; only the
// mail, and the number of its last event, can be reached without.
type liveGame struct {
	manager  *Manager
	id       livegame.ID
	lockChan chan struct{} // the lock: full while it is held, so that waiting can be given up
	inbox    inbox
	seq      atomic.Int64 // of the last event that watchers know

	game        *livegame.Game // nil until it is loaded, and after an accident
	stale       bool           // the store may have events that the state has not
	unloaded    bool           // no longer in the table
	loadErr     error          // why it could not be loaded, if it is dead for that
	lastUsed    time.Time      // when somebody last asked for it
	lastRefresh time.Time      // when a refresh was last begun

	deadline  time.Time // of the state
	timerAt   time.Time // when the timer does, which may be before the deadline
	stopTimer func() bool

	lastJob  string // id of the last job for the engine
	watchers []*Watcher
	presence presence
}

// lock waits for the game, but not longer than the context.
func (g *liveGame) lock(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case g.lockChan <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// tryLock takes the game if nobody has it.
func (g *liveGame) tryLock() bool {
	select {
	case g.lockChan <- struct{}{}:
		return true
	default:
		return false
	}
}

// unlock reads the mail and lets the game go. Mail that comes in at the last
// moment finds the lock held, so it is looked for once more.
func (g *liveGame) unlock() {
	for {
		g.readInbox()
		if g.stale && len(g.watchers) > 0 {
			g.refreshInBackground()
		}
		<-g.lockChan
		if g.inbox.empty() || !g.tryLock() {
			return
		}
	}
}

// apply brings state and watchers forward by an event that the store has. If the
// event does not fit, the state has to be loaded again.
func (g *liveGame) apply(e livegame.Event) error {
	if err := g.game.Apply(e); err != nil {
		g.game, g.stale = nil, true
		return err
	}
	g.notify(e)
	return nil
}

// refresh sees to it that the state is the store's.
func (g *liveGame) refresh(ctx context.Context) error {
	g.readInbox()
	switch {
	case g.game == nil:
		return g.load(ctx)
	case g.stale:
		return g.catchUp(ctx)
	}
	return nil
}

// load makes the state anew. Watchers of an earlier state hear what they have
// missed.
func (g *liveGame) load(ctx context.Context) error {
	ctx, cancel := detach(ctx)
	defer cancel()
	head, events, err := g.manager.store.Load(ctx, g.id)
	if err != nil {
		if errors.Is(err, livegame.ErrNotFound) {
			return livegame.ErrNotFound
		}
		return fmt.Errorf("load game %s: %w", g.id, err)
	}
	s, err := livegame.Replay(head, events, g.manager.lookup)
	if err != nil {
		return fmt.Errorf("load game %s: %w", g.id, err)
	}
	g.game, g.stale = s, false
	for _, e := range events[min(int(g.seq.Load()), len(events)):] {
		g.notify(e)
	}
	g.afterChange()
	return nil
}

// catchUp takes in the events that the store has and the state has not.
func (g *liveGame) catchUp(ctx context.Context) error {
	ctx, cancel := detach(ctx)
	defer cancel()
	events, err := g.manager.store.EventsAfter(ctx, g.id, int(g.seq.Load()))
	if err != nil {
		return fmt.Errorf("catch up with game %s: %w", g.id, err)
	}
	for _, e := range events {
		if err := g.apply(e); err != nil {
			return fmt.Errorf("catch up with game %s: %w", g.id, err)
		}
	}
	g.stale = false
	if len(events) > 0 {
		g.afterChange()
	}
	return nil
}

// refreshInBackground catches up in the background, for those who watch.
func (g *liveGame) refreshInBackground() {
	now := g.manager.clock.Now()
	if now.Sub(g.lastRefresh) < refreshPause && !g.lastRefresh.IsZero() {
		return // the beat comes back to it
	}
	g.lastRefresh = now
	g.manager.background(func() {
		if g.lock(context.Background()) != nil {
			return
		}
		defer g.unlock()
		if g.unloaded {
			return
		}
		if err := g.refresh(context.Background()); err != nil {
			g.manager.log.Warn("a game cannot be brought up to date", "game", g.id, "error", err)
			return
		}
		g.lastRefresh = time.Time{}
	})
}

// refreshPause is how long to leave the store alone after a refresh has failed.
const refreshPause = 2 * time.Second

// afterChange does what follows from a new state: the timer, the lists.
func (g *liveGame) afterChange() {
	g.deadline = g.game.Summary().Deadline
	g.setTimer()
	g.manager.lobby.markChanged()
}
