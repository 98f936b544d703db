package manager

import (
	"sync"
	"time"

	"github.com/wane-chess/wane/internal/live/livegame"
)

const (
	// peersID stands in notices that are about no game, but say that their node is alive.
	peersID livegame.ID = "_nodes"
	// aliveInterval is the interval of these notices, and silentTime is when a node without
	// one counts as dead.
	aliveInterval = 5 * time.Second
	silentTime    = 12 * time.Second
)

// peers are the other nodes, as far as they say that they are alive.
type peers struct {
	mu    sync.Mutex
	heard map[string]time.Time
	died  time.Time // when the last death was noticed; zero: none was
}

// hear notes that a node is alive.
func (p *peers) hear(node string, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.heard == nil {
		p.heard = map[string]time.Time{}
	}
	p.heard[node] = now
}

// lastDeath looks for nodes that have died since, and returns when the last was noticed.
func (p *peers) lastDeath(now time.Time) time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	for node, heard := range p.heard {
		if now.Sub(heard) >= silentTime {
			delete(p.heard, node)
			p.died = now
		}
	}
	return p.died
}

// sayAlive tells the other nodes that this one is alive.
func (m *Manager) sayAlive() {
	m.publish(livegame.Notice{Game: peersID, Presence: &livegame.Presence{}})
}
