package manager

import (
	"sync"

	"github.com/wane-chess/wane/internal/live/livegame"
)

// mail is what a game is told without anybody waiting for it while it is in use:
// mostly by other nodes.
type mail struct {
	mu sync.Mutex
	letters
}

// letters are what the mail holds.
type letters struct {
	notices []livegame.Notice
	suspect bool     // the store has more events than the game
	watches []*Watch // whose connections have become doubtful, or sure
}

// maxMail is how many notices may wait; what is beyond is fetched from the store.
const maxMail = 64

// put adds a notice.
func (m *mail) put(n livegame.Notice) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.notices) >= maxMail {
		m.notices, m.suspect = nil, true
	}
	m.notices = append(m.notices, n)
}

// suspectMore notes that the store has more events.
func (m *mail) suspectMore() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.suspect = true
}

// reconsider notes that a watcher's connection has become doubtful, or sure.
func (m *mail) reconsider(w *Watch) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.watches = append(m.watches, w)
}

// empty tells whether there is nothing to read.
func (m *mail) empty() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.notices) == 0 && !m.suspect && len(m.watches) == 0
}

// take empties the mail.
func (m *mail) take() letters {
	m.mu.Lock()
	defer m.mu.Unlock()
	l := m.letters
	m.letters = letters{}
	return l
}

// poke has the mail read, by whoever uses the game, or by the caller.
func (g *live) poke() {
	if g.tryLock() {
		g.unlock()
	}
}

// readMail takes in what has come.
func (g *live) readMail() {
	l := g.mail.take()
	if l.suspect {
		g.doubt = true
	}
	for _, w := range l.watches {
		g.reconsider(w)
	}
	for _, n := range l.notices {
		if g.dead || g.state == nil {
			return // what is loaded later is newer
		}
		if n.Event != nil {
			g.hear(*n.Event)
		}
		if n.Presence != nil {
			g.hearPresence(n.Node, *n.Presence)
		}
	}
}

// hear takes in an event of which another node tells.
func (g *live) hear(e livegame.Event) {
	switch next := int(g.seq.Load()) + 1; {
	case e.Seq < next: // known
	case e.Seq > next:
		g.doubt = true
	default:
		if err := g.take(e); err != nil {
			g.host.log.Warn("a notice does not fit its game", "game", g.id, "seq", e.Seq, "error", err)
			return
		}
		g.settle()
	}
}
