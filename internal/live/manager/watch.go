package manager

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/wane-chess/wane/internal/live/livegame"
)

// Update is news for a watcher: one of its fields is set. It is shared by all
// watchers, who must not change it.
type Update struct {
	Game   livegame.ID
	Event  *livegame.Event // with Times after it
	Clocks livegame.Clocks
	// Presence is who is connected, on all nodes together.
	Presence  *livegame.Presence
	AwaySince [2]time.Time
}

// Watch tells deliver all that happens in a game after the snapshot that it
// returns, in order and without gaps. Deliver is called with the game locked and
// must not block or call the manager. The guest counts as present for the sides that
// he plays, and as a watcher if he plays none, until stop is called; set stale
// tells that his connection is doubtful, and he then counts as away.
func (m *Manager) Watch(ctx context.Context, id livegame.ID, guest string, deliver func(*Update)) (snap Snapshot, w *Watcher, err error) {
	g, err := m.acquire(ctx, id)
	if err != nil {
		return Snapshot{}, nil, err
	}
	defer g.unlock()
	w = &Watcher{game: g, guest: guest, deliver: deliver, colors: g.game.ColorsOf(guest)}
	g.countWatcher(w, 1)
	g.showPresence(m.clock.Now()) // to the others: this one has a snapshot
	w.index = len(g.watchers)
	g.watchers = append(g.watchers, w)
	m.counters.watchers.Add(1)
	return g.snapshot(), w, nil
}

// ExpectEvent says that a client has heard of a game's event with that number. If the
// host has not, it looks whether the store has it before it tells anything more.
func (m *Manager) ExpectEvent(id livegame.ID, seq int) {
	if g := m.loadedGame(id); g != nil && int64(seq) > g.seq.Load() {
		g.inbox.markStale()
	}
}

// Watcher is one watcher of one game.
type Watcher struct {
	game    *liveGame
	guest   string
	deliver func(*Update)
	// The rest is under the game's lock.
	colors          livegame.ColorSet // that the guest plays
	index           int               // in the game's list; -1 after Stop
	unresponsive    bool              // the connection is
	unresponsiveNow atomic.Bool       // the same, as last said; needs no lock
}

// Stop ends it. Deliver is not called any more when it returns.
func (w *Watcher) Stop() {
	g := w.game
	g.lockChan <- struct{}{}
	defer g.unlock()
	if w.index < 0 {
		return
	}
	last := len(g.watchers) - 1
	g.watchers[w.index] = g.watchers[last]
	g.watchers[w.index].index = w.index
	g.watchers[last] = nil
	g.watchers = g.watchers[:last]
	w.index = -1
	g.manager.counters.watchers.Add(-1)
	g.lastUsed = g.manager.clock.Now()
	if !w.unresponsive {
		g.countWatcher(w, -1)
		g.showPresence(g.lastUsed)
	}
}

// SetUnresponsive says whether the watcher's connection is doubtful. It does not wait: a
// game that is in use takes note when it is free.
func (w *Watcher) SetUnresponsive(doubted bool) {
	if w.unresponsiveNow.Swap(doubted) == doubted {
		return
	}
	w.game.inbox.addWatcher(w)
	w.game.readInboxSoon()
}

// updateWatcher takes note of whether a watcher's connection is doubtful.
func (g *liveGame) updateWatcher(w *Watcher) {
	doubted := w.unresponsiveNow.Load()
	if w.index < 0 || w.unresponsive == doubted {
		return
	}
	w.unresponsive = doubted
	if doubted {
		g.countWatcher(w, -1)
	} else {
		g.countWatcher(w, 1)
	}
	g.showPresence(g.manager.clock.Now())
}

// notify tells watchers of an event that the store has and the state has taken in.
func (g *liveGame) notify(e livegame.Event) {
	g.seq.Store(int64(e.Seq))
	if e.Kind == livegame.Join {
		g.recountWatchers()
	}
	if len(g.watchers) > 0 {
		u := &Update{Game: g.id, Event: &e, Clocks: g.game.Clocks(g.manager.clock.Now())}
		for _, w := range g.watchers {
			w.deliver(u)
		}
	}
	g.countAsPresent(e)
}
