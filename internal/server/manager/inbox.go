package manager

import (
	"sync"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
)

// inbox holds messages for a game that may be in use, mostly from other nodes.
type inbox struct {
	mu sync.Mutex
	inboxItems
}

// inboxItems are the contents of an inbox.
type inboxItems struct {
	notices  []livegame.Notice
	stale    bool       // the store has more events than the game
	hinted   bool       // it may have, as a notice without a valid signature says
	watchers []*Watcher // whose responsiveness has changed
}

// maxInbox is how many notices may wait. With more, the game is loaded from the store.
const maxInbox = 64

// put adds a notice.
func (m *inbox) put(n livegame.Notice) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.notices) >= maxInbox {
		m.notices, m.stale = nil, true
	}
	m.notices = append(m.notices, n)
}

// markStale notes that the store has more events.
func (m *inbox) markStale() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.stale = true
}

// hint notes a notice without a valid signature.
func (m *inbox) hint() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.hinted = true
}

// addWatcher notes that a watcher's connection has become unresponsive, or responsive.
func (m *inbox) addWatcher(w *Watcher) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.watchers = append(m.watchers, w)
}

// empty reports whether the inbox is empty.
func (m *inbox) empty() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.notices) == 0 && !m.stale && !m.hinted && len(m.watchers) == 0
}

// take empties the inbox.
func (m *inbox) take() inboxItems {
	m.mu.Lock()
	defer m.mu.Unlock()
	l := m.inboxItems
	m.inboxItems = inboxItems{}
	return l
}

// readInbox handles what the inbox holds.
func (g *liveGame) readInboxSoon() {
	if g.tryLock() {
		g.unlock()
	}
}

// readInbox applies the messages.
func (g *liveGame) readInbox() {
	l := g.inbox.take()
	if l.stale {
		g.stale = true
	}
	if l.hinted {
		g.heedHint()
	}
	for _, w := range l.watchers {
		g.updateWatcher(w)
	}
	for _, n := range l.notices {
		if g.unloaded || g.game == nil {
			return // the store has the dropped ones
		}
		if n.Event != nil {
			g.receive(*n.Event)
		}
		if n.Presence != nil {
			g.receivePresence(n.Node, *n.Presence, n.Sent)
		}
	}
}

// heedHint has the game read from the store, once in hintPause at most.
func (g *liveGame) heedHint() {
	now := g.manager.clock.Now()
	if g.hintDue = now.Sub(g.lastHint) < hintPause; !g.hintDue {
		g.lastHint, g.stale = now, true
	}
}

// tickHint heeds a hint that came too soon after the last.
func (g *liveGame) tickHint(now time.Time) {
	if g.hintDue && now.Sub(g.lastHint) >= hintPause {
		g.hintDue, g.lastHint, g.stale = false, now, true
	}
}

// hintPause is the least time between two reads of the store that notices without a valid
// signature cause.
const hintPause = time.Second

// noticeAge is the age from which a notice is as good as none.
const noticeAge = 10 * time.Second

// receive applies an event of another node.
func (g *liveGame) receive(e livegame.Event) {
	switch next := int(g.seq.Load()) + 1; {
	case e.Seq < next:
		if known := g.game.Events(); !e.Same(known[e.Seq-1]) {
			g.stale = true // another node goes on without events that the store has lost
		}
	case e.Seq > next:
		g.stale = true
	default:
		if err := g.apply(e); err != nil {
			g.manager.log.Warn("ignored an invalid notice", "game", g.id, "seq", e.Seq, "error", err)
			return
		}
		g.afterChange()
	}
}
