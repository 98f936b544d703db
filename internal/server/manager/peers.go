package manager

import (
	"bytes"
	"crypto/sha256"
	"sync"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
)

const (
	// peersID stands in notices that are about no game, but say that their node is alive.
	peersID livegame.ID = "_nodes"
	// aliveInterval is the interval of these notices, and silentTime is when a node without
	// one counts as dead.
	aliveInterval = 5 * time.Second
	silentTime    = 12 * time.Second
)

// peers are the other nodes, as far as they say that they are alive. The zero value is for a
// node that has none.
type peers struct {
	mu    sync.Mutex
	heard map[string]time.Time
	// died is when the last death was noticed. The node may have been silent for some time, so
	// the jobs of others are as old.
	died time.Time
	// left is until when nodes have stored events that have ended since, as they said: nobody
	// has jobs for these. The start counts: this node may have died before.
	left  time.Time
	known time.Time // from when on the living nodes are known, after the start
}

// begin notes the start of this node.
func (p *peers) begin(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.left, p.known = now, now.Add(aliveInterval)
}

// hear notes that a node is alive. It reports whether that is news.
func (p *peers) hear(node string, now time.Time) (isNew bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.heard == nil {
		p.heard = map[string]time.Time{}
	}
	_, known := p.heard[node]
	p.heard[node] = now
	return !known
}

// leave notes that a node has ended, by its clock at the given time.
func (p *peers) leave(node string, at time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.heard, node)
	// Events have the time of their node in ms, as the notice has.
	if at = at.Add(time.Millisecond); at.After(p.left) {
		p.left = at
	}
}

// bury looks for nodes that have died since.
func (p *peers) bury(now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for node, heard := range p.heard {
		if now.Sub(heard) >= silentTime {
			delete(p.heard, node)
			p.died = now
		}
	}
}

// lastLeft returns the time before which games may be without jobs, whatever their age.
func (p *peers) lastLeft() time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.left
}

// orphaned returns when the job of a game with that last event counts as lost if players use
// other nodes, or none.
func (p *peers) orphaned(updated time.Time) time.Time {
	p.mu.Lock()
	defer p.mu.Unlock()
	at := updated.Add(orphanTimeout)
	if updated.Before(p.died) {
		at = livegame.Earlier(at, livegame.Later(p.died, updated.Add(engineTimeout)))
	}
	if updated.Before(p.left) {
		at = livegame.Earlier(at, p.left)
	}
	return livegame.Later(at, p.known)
}

// chosen reports whether it is for this node to request the job of a game that no node has.
// Living nodes that know each other choose one, and when one dies, its games alone go to
// others (rendezvous hashing).
func (p *peers) chosen(own string, game livegame.ID) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	mine := rank(own, game)
	for node := range p.heard {
		if other := rank(node, game); bytes.Compare(other[:], mine[:]) > 0 {
			return false
		}
	}
	return true
}

func rank(node string, game livegame.ID) [sha256.Size]byte {
	return sha256.Sum256([]byte(node + " " + string(game)))
}

// sayAlive says to the other nodes that this one is alive.
func (m *Manager) sayAlive() {
	if !m.isClosed() {
		m.publish(livegame.Notice{Game: peersID, Presence: &livegame.Presence{}})
	}
}

// receivePeer handles a notice of a node about itself.
func (m *Manager) receivePeer(n livegame.Notice) {
	if n.Left {
		m.peers.leave(n.Node, time.UnixMilli(n.Sent))
	} else if m.peers.hear(n.Node, m.clock.Now()) {
		m.sayAlive() // a new node does not wait until it knows the others
	}
}
