package manager

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/notation"
)

// Update is what a watcher receives: an Event, a Presence, a Restart, or that the game was deleted.
// Watchers share it and must not change it.
type Update struct {
	Game   livegame.ID
	Event  *livegame.Event // with the Clocks after it
	Clocks livegame.Clocks
	// Presence is who is connected to any node.
	Presence  *livegame.Presence
	AwaySince [2]time.Time
	// Restart is the whole game, without the events that the store has lost.
	Restart *Snapshot
	Deleted bool // the store no longer has the game
}

// Watch calls deliver with everything that happens in a game after the returned snapshot,
// in order and without gaps. Deliver is called with the game locked: it must not block or
// call the manager. Until Stop, the guest counts as present for the colors that it plays,
// or as a watcher.
func (m *Manager) Watch(
	ctx context.Context, id livegame.ID, guest string, deliver func(*Update),
) (snap Snapshot, w *Watcher, err error) {
	g, err := m.acquire(ctx, id)
	if err != nil {
		return Snapshot{}, nil, err
	}
	defer g.unlock()
	w = &Watcher{game: g, guest: guest, deliver: deliver, colors: g.game.ColorsOf(guest)}
	g.countWatcher(w, 1)
	g.showPresence(m.clock.Now()) // to the others; this watcher gets a snapshot
	w.index = len(g.watchers)
	g.watchers = append(g.watchers, w)
	m.counters.watchers.Add(1)
	return g.snapshot(), w, nil
}

// ExpectEvent says that a client knows an event of the game. If the manager does not, it
// refreshes the game before it reports anything else.
func (m *Manager) ExpectEvent(id livegame.ID, seq int) {
	if g := m.loadedGame(id); g != nil && int64(seq) > g.seq.Load() {
		g.inbox.markStale()
	}
}

// Watcher watches one game for one guest.
type Watcher struct {
	game    *liveGame
	guest   string
	deliver func(*Update)
	// The game's lock guards the rest.
	colors          livegame.ColorSet // of the guest
	index           int               // in liveGame.watchers; -1 after Stop
	unresponsive    bool              // as counted
	unresponsiveNow atomic.Bool       // as last set; needs no lock
}

// Stop ends the watch. Deliver is not called after Stop returns.
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

// SetUnresponsive says whether the watcher's connection is unresponsive; its guest then
// counts as away. It does not wait for the game.
func (w *Watcher) SetUnresponsive(unresponsive bool) {
	if w.unresponsiveNow.Swap(unresponsive) == unresponsive {
		return
	}
	w.game.inbox.addWatcher(w)
	w.game.readInboxSoon()
}

// updateWatcher applies what SetUnresponsive said last.
func (g *liveGame) updateWatcher(w *Watcher) {
	unresponsive := w.unresponsiveNow.Load()
	if w.index < 0 || w.unresponsive == unresponsive {
		return
	}
	w.unresponsive = unresponsive
	if unresponsive {
		g.countWatcher(w, -1)
	} else {
		g.countWatcher(w, 1)
	}
	g.showPresence(g.manager.clock.Now())
}

// notify sends an applied event to watchers.
func (g *liveGame) notify(e livegame.Event) {
	g.seq.Store(int64(e.Seq))
	g.last = e
	if e.Kind == livegame.Join || e.Kind == livegame.Adopt {
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

// Snapshot is a game at one moment. It shares nothing that changes.
type Snapshot struct {
	Header   livegame.Header
	Summary  livegame.Summary // the game as in lists
	Seats    [2]livegame.Player
	Status   livegame.Status
	Events   []livegame.Event
	Moves    []string // on the board, in UCI
	Clocks   livegame.Clocks
	Presence livegame.Presence
	// AwaySince is when each player's last connection closed; zero: connected, or unknown.
	AwaySince [2]time.Time
	// DrawOffers and TakebackOffers are who waits for an answer.
	DrawOffers, TakebackOffers livegame.ColorSet
}

// Line returns the moves on the board and where they begin.
func (s *Snapshot) Line() notation.Line {
	return notation.Line{Variant: s.Header.Variant, FEN: s.Header.FEN, Moves: s.Moves}
}

// snapshot returns the game as it is now. It may share Events and Moves, which never
// change.
func (g *liveGame) snapshot() Snapshot {
	s := g.game
	return Snapshot{
		Header:    s.Header(),
		Summary:   s.Summary(),
		Seats:     s.Seats(),
		Status:    s.Status(),
		Events:    s.Events(),
		Moves:     s.Moves(),
		Clocks:    s.Clocks(g.manager.clock.Now()),
		Presence:  g.totalPresence(),
		AwaySince: g.presence.awaySince,

		DrawOffers:     s.DrawOffers(),
		TakebackOffers: s.TakebackOffers(),
	}
}
