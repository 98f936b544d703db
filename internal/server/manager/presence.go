package manager

import (
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
)

const (
	// grace is how long a player counts as connected after the last connection closes. A
	// page reloads in less.
	grace = 2 * time.Second
	// heartbeat is the interval in which a node repeats its presence, and nodeTimeout is
	// when other nodes consider it dead.
	heartbeat   = 10 * time.Second
	nodeTimeout = 25 * time.Second
)

// presence is who is connected to a game, here and on other nodes.
type presence struct {
	colors    [2]int       // local connections of players, by game.Color
	others    int          // local connections of watchers
	lastLeft  [2]time.Time // when the last local connection of a player closed, within grace
	nodes     map[string]nodePresence
	awaySince [2]time.Time // see Snapshot

	shown          livegame.Presence // what watchers have
	shownAwaySince [2]time.Time
	sent           livegame.Presence // what other nodes have
	sentAt         time.Time
}

// nodePresence is the presence on another node.
type nodePresence struct {
	livegame.Presence
	heard time.Time
	sent  int64 // see livegame.Notice
}

// countWatcher adds (+1) or removes (−1) a watcher.
func (g *liveGame) countWatcher(w *Watcher, by int) {
	p := &g.presence
	if w.colors.None() {
		p.others += by
		return
	}
	for color := range p.colors {
		if !w.colors[color] {
			continue
		}
		p.colors[color] += by
		if p.colors[color] > 0 {
			p.lastLeft[color] = time.Time{}
		} else {
			p.lastLeft[color] = g.manager.clock.Now()
		}
	}
}

// recountWatchers counts the watchers again after a join.
func (g *liveGame) recountWatchers() {
	p := &g.presence
	p.colors, p.others = [2]int{}, 0
	for _, w := range g.watchers {
		w.colors = g.game.ColorsOf(w.guest)
		if !w.unresponsive {
			g.countWatcher(w, 1)
		}
	}
}

// localPresence returns who is connected to this node.
func (g *liveGame) localPresence() livegame.Presence {
	p := &g.presence
	n := livegame.Presence{Watchers: p.others}
	for color := range n.Colors {
		n.Colors[color] = p.colors[color] > 0 || !p.lastLeft[color].IsZero()
	}
	return n
}

// totalPresence returns who is connected to any node. Engines always are.
func (g *liveGame) totalPresence() livegame.Presence {
	n := g.localPresence()
	for _, other := range g.presence.nodes {
		n.Watchers += other.Watchers
		for color := range n.Colors {
			n.Colors[color] = n.Colors[color] || other.Colors[color]
		}
	}
	for color, player := range g.game.Seats() {
		n.Colors[color] = n.Colors[color] || player.Engine()
	}
	return n
}

// countAsPresent treats a move as a sign of presence, since a player may have no lasting
// connection.
func (g *liveGame) countAsPresent(e livegame.Event) {
	if away := &g.presence.awaySince[e.Color]; e.Kind == livegame.Move && !away.IsZero() && away.Before(e.At) {
		*away = e.At
	}
	if e.Kind == livegame.Join || e.Kind == livegame.Adopt {
		g.showPresence(g.manager.clock.Now())
	}
}

// showPresence sends a changed presence of players to watchers and other nodes. A changed
// number of watchers waits for the next tick.
func (g *liveGame) showPresence(now time.Time) {
	if g.game == nil {
		return
	}
	all := g.totalPresence()
	g.updateAway(all, now)
	p := &g.presence
	if all.Colors != p.shown.Colors || g.awayChanged() {
		g.deliverPresence(all)
	}
	if g.localPresence().Colors != p.sent.Colors {
		g.sendPresence(now)
	}
}

// updateAway notes since when players have been away.
func (g *liveGame) updateAway(all livegame.Presence, now time.Time) {
	for color, player := range g.game.Seats() {
		switch away := &g.presence.awaySince[color]; {
		case all.Colors[color] || player.Empty() || g.manager.deaf(now):
			*away = time.Time{}
		case away.IsZero():
			*away = now
		}
	}
}

// awayChanged reports whether watchers have a wrong idea of who is away. A later time
// alone waits for the next change.
func (g *liveGame) awayChanged() bool {
	p := &g.presence
	return p.awaySince[0].IsZero() != p.shownAwaySince[0].IsZero() ||
		p.awaySince[1].IsZero() != p.shownAwaySince[1].IsZero()
}

// deliverPresence sends the presence to watchers.
func (g *liveGame) deliverPresence(all livegame.Presence) {
	p := &g.presence
	p.shown, p.shownAwaySince = all, p.awaySince
	if len(g.watchers) == 0 {
		return
	}
	u := &Update{Game: g.id, Presence: &all, AwaySince: p.awaySince}
	for _, w := range g.watchers {
		w.deliver(u)
	}
}

// sendPresence sends the local presence to other nodes.
func (g *liveGame) sendPresence(now time.Time) {
	p := &g.presence
	p.sent, p.sentAt = g.localPresence(), now
	sent := p.sent
	g.manager.publish(livegame.Notice{Game: g.id, Presence: &sent})
}

// announcePresence announces a game that was just loaded. Other nodes that have it reply
// with their presence.
func (g *liveGame) announcePresence() {
	now := g.manager.clock.Now()
	g.showPresence(now)
	g.sendPresence(now)
}

// receivePresence notes the presence on another node, and replies to a new one.
func (g *liveGame) receivePresence(node string, n livegame.Presence, sent int64) {
	p := &g.presence
	last, known := p.nodes[node]
	if known && sent < last.sent {
		return
	}
	if p.nodes == nil {
		p.nodes = map[string]nodePresence{}
	}
	now := g.manager.clock.Now()
	p.nodes[node] = nodePresence{n, now, sent}
	if !known && g.localPresence() != (livegame.Presence{}) {
		g.sendPresence(now)
	}
	g.showPresence(now)
}

// tickPresence does what only the passage of time causes.
func (g *liveGame) tickPresence(now time.Time) {
	p := &g.presence
	for color, left := range p.lastLeft {
		if left.IsZero() || now.Sub(left) < grace {
			continue
		}
		p.lastLeft[color] = time.Time{}
		if p.awaySince[color].IsZero() && !g.totalPresence().Colors[color] {
			p.awaySince[color] = left
		}
	}
	for node, other := range p.nodes {
		if now.Sub(other.heard) >= nodeTimeout {
			delete(p.nodes, node)
		}
	}
	g.showPresence(now)
	if all := g.totalPresence(); all != p.shown || p.awaySince != p.shownAwaySince {
		g.deliverPresence(all)
	}
	here := g.localPresence()
	if here != p.sent || here != (livegame.Presence{}) && now.Sub(p.sentAt) >= heartbeat {
		g.sendPresence(now)
	}
}
