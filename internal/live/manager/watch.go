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
	Game  livegame.ID
	Event *livegame.Event // with Times after it
	Times livegame.Times
	// Presence is who is connected, on all nodes together.
	Presence *livegame.Presence
	Away     [2]time.Time
}

// Watch tells deliver all that happens in a game after the snapshot that it
// returns, in order and without gaps. Deliver is called with the game locked and
// must not block or call the host. The guest counts as present for the sides that
// he plays, and as a watcher if he plays none, until stop is called; set stale
// tells that his connection is doubtful, and he then counts as away.
func (h *Host) Watch(ctx context.Context, id livegame.ID, guest string, deliver func(*Update)) (snap Snapshot, w *Watch, err error) {
	g, err := h.enter(ctx, id)
	if err != nil {
		return Snapshot{}, nil, err
	}
	defer g.unlock()
	w = &Watch{game: g, guest: guest, deliver: deliver, colors: g.state.ColorsOf(guest)}
	g.connect(w, 1)
	g.showPresence(h.clock.Now()) // to the others: this one has a snapshot
	w.place = len(g.watches)
	g.watches = append(g.watches, w)
	h.count.watchers.Add(1)
	return g.snapshot(), w, nil
}

// Expect says that a client has heard of a game's event with that number. If the
// host has not, it looks whether the store has it before it tells anything more.
func (h *Host) Expect(id livegame.ID, seq int) {
	if g := h.loaded(id); g != nil && int64(seq) > g.seq.Load() {
		g.mail.suspectMore()
	}
}

// Watch is one watcher of one game.
type Watch struct {
	game    *live
	guest   string
	deliver func(*Update)
	// The rest is under the game's lock.
	colors  livegame.ColorSet // that the guest plays
	place   int               // in the game's list; -1 after Stop
	doubted bool              // the connection is
	doubt   atomic.Bool       // the same, as last said; needs no lock
}

// Stop ends it. Deliver is not called any more when it returns.
func (w *Watch) Stop() {
	g := w.game
	g.busy <- struct{}{}
	defer g.unlock()
	if w.place < 0 {
		return
	}
	last := len(g.watches) - 1
	g.watches[w.place] = g.watches[last]
	g.watches[w.place].place = w.place
	g.watches[last] = nil
	g.watches = g.watches[:last]
	w.place = -1
	g.host.count.watchers.Add(-1)
	g.used = g.host.clock.Now()
	if !w.doubted {
		g.connect(w, -1)
		g.showPresence(g.used)
	}
}

// Stale says whether the watcher's connection is doubtful. It does not wait: a
// game that is in use takes note when it is free.
func (w *Watch) Stale(doubted bool) {
	if w.doubt.Swap(doubted) == doubted {
		return
	}
	w.game.mail.reconsider(w)
	w.game.poke()
}

// reconsider takes note of whether a watcher's connection is doubtful.
func (g *live) reconsider(w *Watch) {
	doubted := w.doubt.Load()
	if w.place < 0 || w.doubted == doubted {
		return
	}
	w.doubted = doubted
	if doubted {
		g.connect(w, -1)
	} else {
		g.connect(w, 1)
	}
	g.showPresence(g.host.clock.Now())
}

// tell tells watchers of an event that the store has and the state has taken in.
func (g *live) tell(e livegame.Event) {
	g.seq.Store(int64(e.Seq))
	if e.Kind == livegame.Join {
		g.reseat()
	}
	if len(g.watches) > 0 {
		u := &Update{Game: g.id, Event: &e, Times: g.state.Times(g.host.clock.Now())}
		for _, w := range g.watches {
			w.deliver(u)
		}
	}
	g.noticeSign(e)
}
