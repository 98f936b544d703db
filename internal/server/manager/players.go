package manager

import (
	"sync"

	"github.com/wane-chess/wane/internal/server/livegame"
)

// players are those who follow a player on this node, by livegame.HashPlayer.
type players struct {
	mu       sync.Mutex
	watchers map[string]map[*func()]struct{}
}

// WatchPlayer calls changed when something has begun or ended for a player on any node: a game,
// or what NotifyPlayers says. Calls may be lost, and there may be too many; changed must not
// block.
func (m *Manager) WatchPlayer(guest string, changed func()) (stop func()) {
	p, hash, key := &m.players, livegame.HashPlayer(guest), &changed
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.watchers == nil {
		p.watchers = map[string]map[*func()]struct{}{}
	}
	if p.watchers[hash] == nil {
		p.watchers[hash] = map[*func()]struct{}{}
	}
	p.watchers[hash][key] = struct{}{}
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.watchers[hash], key)
		if len(p.watchers[hash]) == 0 {
			delete(p.watchers, hash)
		}
	}
}

// NotifyPlayers says, on all nodes, that something has begun or ended for players: a game or a
// challenge of that ID. Guests without an ID are skipped.
func (m *Manager) NotifyPlayers(about livegame.ID, guests ...string) {
	var hashes []string
	for _, guest := range guests {
		if guest != "" {
			hashes = append(hashes, livegame.HashPlayer(guest))
		}
	}
	if len(hashes) == 0 {
		return
	}
	m.players.notify(hashes)
	m.publish(livegame.Notice{Game: about, Players: hashes})
}

// notify calls the watchers of players.
func (p *players) notify(hashes []string) {
	p.mu.Lock()
	var all []func()
	for _, hash := range hashes {
		for changed := range p.watchers[hash] {
			all = append(all, *changed)
		}
	}
	p.mu.Unlock()
	for _, changed := range all {
		changed()
	}
}

// notifyPlayers says that the game has begun or ended, to its players.
func (g *liveGame) notifyPlayers() {
	seats := g.game.Seats()
	g.manager.NotifyPlayers(g.id, seats[0].Guest, seats[1].Guest)
}
