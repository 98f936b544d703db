package manager

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/observe"
)

// liveGame is a loaded game. All but the inbox and seq need its lock.
type liveGame struct {
	manager  *Manager
	id       livegame.ID
	lockChan chan struct{} // the lock; a channel, so that waiting can be canceled
	inbox    inbox
	seq      atomic.Int64 // of the last event that watchers have

	last     livegame.Event // that event
	lastHint time.Time      // when a notice without a valid signature was last heeded
	hintDue  bool           // another one waits

	game        *livegame.Game // nil: not loaded
	stale       bool           // the store may have more events
	unloaded    bool           // no longer in Manager.games
	loadErr     error          // why it could not be loaded
	deleted     atomic.Bool    // its watchers know that the store no longer has it
	lastUsed    time.Time      // last use
	lastRefresh time.Time      // start of the last refresh

	deadline  time.Time // of the game
	timerAt   time.Time // may be before the deadline
	stopTimer func() bool

	lastJob  string       // ID of the last job for the engine
	span     observe.Span // of the last event that this node stored
	used     bool         // a player has sent a command to this node
	address  string       // hash of the address from which a player sent the last command; empty: unknown
	watchers []*Watcher
	presence presence
}

// lock waits for the game until the context is done.
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

// tryLock locks the game if it is free.
func (g *liveGame) tryLock() bool {
	select {
	case g.lockChan <- struct{}{}:
		return true
	default:
		return false
	}
}

// unlock reads the inbox and unlocks the game. A notice that arrives meanwhile finds the
// lock taken, so unlock looks again.
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

// apply applies a stored event to the game and notifies watchers. After an error the
// game must be loaded again.
func (g *liveGame) apply(e livegame.Event) error {
	if err := g.game.Apply(e); err != nil {
		g.game, g.stale = nil, true
		return err
	}
	g.notify(e)
	return nil
}

// refresh brings the game up to date with the store.
func (g *liveGame) refresh(ctx context.Context) error {
	g.readInbox()
	var err error
	switch {
	case g.game == nil:
		err = g.load(ctx)
	case g.stale:
		err = g.catchUp(ctx)
	}
	if errors.Is(err, livegame.ErrNotFound) {
		g.vanish()
	}
	return err
}

// vanish tells the watchers that the store no longer has the game, and takes its job out of
// the queue.
func (g *liveGame) vanish() {
	g.game, g.stale = nil, false
	if g.stopTimer != nil {
		g.stopTimer()
		g.stopTimer, g.deadline = nil, time.Time{}
	}
	seen := int(g.seq.Load())
	if g.deleted.Load() || seen == 0 && len(g.watchers) == 0 {
		return
	}
	g.deleted.Store(true)
	g.manager.admission.drop(g.id)
	g.presence.sent = livegame.Presence{}
	u := &Update{Game: g.id, Deleted: true}
	for _, w := range g.watchers {
		w.deliver(u)
	}
	g.manager.lobby.mark(g.id, nil)
}

// load loads the game. Watchers of an earlier state get the events that they missed; if the
// store has another history, they get the whole game.
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
	g.deleted.Store(false)
	if seen := int(g.seq.Load()); seen > len(events) || seen > 0 && !events[seen-1].Same(g.last) {
		g.manager.log.Warn("the store has lost events of a game", "game", g.id, "had", seen, "has", len(events))
		defer g.requestAfterLoss()
		g.restart()
	} else {
		for _, e := range events[seen:] {
			g.notify(e)
		}
	}
	g.afterChange()
	return nil
}

// restart sends the whole game to its watchers, who have events that the store has lost.
func (g *liveGame) restart() {
	snap := g.snapshot()
	g.last = livegame.Event{}
	if n := len(snap.Events); n > 0 {
		g.last = snap.Events[n-1]
	}
	g.seq.Store(int64(g.last.Seq))
	g.recountWatchers()
	u := &Update{Game: g.id, Restart: &snap}
	for _, w := range g.watchers {
		w.deliver(u)
	}
}

// catchUp applies the events that only the store has. If the store has lost the last known
// event, after a failover to a database that lacks it, the game is loaded.
func (g *liveGame) catchUp(ctx context.Context) error {
	ctx, cancel := detach(ctx)
	defer cancel()
	known := g.game.Events()
	events, err := g.manager.store.EventsAfter(ctx, g.id, max(0, len(known)-1))
	if err != nil {
		return fmt.Errorf("catch up with game %s: %w", g.id, err)
	}
	if n := len(known); n > 0 {
		if len(events) == 0 || !events[0].Same(known[n-1]) {
			return g.load(ctx)
		}
		events = events[1:]
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

// refreshInBackground refreshes the game for its watchers.
func (g *liveGame) refreshInBackground() {
	now := g.manager.clock.Now()
	if now.Sub(g.lastRefresh) < refreshPause && !g.lastRefresh.IsZero() {
		return // the next tick retries
	}
	g.lastRefresh = now
	g.manager.background(func() {
		g.manager.refreshes <- struct{}{}
		defer func() { <-g.manager.refreshes }()
		g.refreshNow(g.manager.own)
	})
}

// refreshNow refreshes the game in the background.
func (g *liveGame) refreshNow(ctx context.Context) {
	if g.lock(ctx) != nil {
		return
	}
	defer g.unlock()
	if g.unloaded {
		return
	}
	if err := g.refresh(ctx); errors.Is(err, livegame.ErrNotFound) {
		return // its watchers know
	} else if err != nil {
		g.manager.log.Warn("cannot refresh a game", "game", g.id, "error", err)
		return
	}
	g.lastRefresh = time.Time{}
}

const (
	refreshPause = 2 * time.Second // after a failed refresh before the next
	// maxRefreshes is how many games are refreshed in the background at once: after a
	// failure of the store, all are.
	maxRefreshes = 8
)

// afterChange updates the timer and the lobby.
func (g *liveGame) afterChange() {
	now := g.game.Summary()
	g.deadline = now.Deadline
	g.setTimer()
	g.manager.admission.settle(g.id, len(g.game.Events()))
	g.manager.lobby.mark(g.id, &now)
}
