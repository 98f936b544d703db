package manager

import (
	"time"

	"github.com/wane-chess/wane/internal/live/livegame"
)

const (
	// grace is how long a player whose last connection here went still counts as
	// here: a page that is loaded again takes less.
	grace = 2 * time.Second
	// heartbeat is how often a node repeats who is connected to it, and forgetting
	// is when others take it for dead.
	heartbeat  = 10 * time.Second
	forgetting = 25 * time.Second
)

// presence is who is connected to a game, here and on other nodes.
type presence struct {
	colors [2]int       // connections here, by game.Color
	others int          // connections here of those who play no side
	left   [2]time.Time // when the last connection of a side here went, during its grace
	nodes  map[string]nodePresence
	away   [2]time.Time // see Snapshot

	shown     livegame.Presence // what watchers know
	shownAway [2]time.Time
	sent      livegame.Presence // what other nodes know
	sentAt    time.Time
}

// nodePresence is what another node has told.
type nodePresence struct {
	livegame.Presence
	heard time.Time
}

// connect counts a watcher in (+1) or out (−1).
func (g *live) connect(w *Watch, by int) {
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
			p.left[color] = time.Time{}
		} else {
			p.left[color] = g.host.clock.Now()
		}
	}
}

// reseat counts anew after somebody has taken a seat.
func (g *live) reseat() {
	p := &g.presence
	p.colors, p.others = [2]int{}, 0
	for _, w := range g.watches {
		w.colors = g.state.ColorsOf(w.guest)
		if !w.doubted {
			g.connect(w, 1)
		}
	}
}

// here is who is connected to this node.
func (g *live) here() livegame.Presence {
	p := &g.presence
	n := livegame.Presence{Watchers: p.others}
	for color := range n.Colors {
		n.Colors[color] = p.colors[color] > 0 || !p.left[color].IsZero()
	}
	return n
}

// everywhere is who is connected to any node. Engines always are.
func (g *live) everywhere() livegame.Presence {
	n := g.here()
	for _, other := range g.presence.nodes {
		n.Watchers += other.Watchers
		for color := range n.Colors {
			n.Colors[color] = n.Colors[color] || other.Colors[color]
		}
	}
	for color, player := range g.state.Seats() {
		n.Colors[color] = n.Colors[color] || player.Engine()
	}
	return n
}

// noticeSign takes a person's move as a sign of life: whoever plays without a
// connection that stays has not left.
func (g *live) noticeSign(e livegame.Event) {
	if away := &g.presence.away[e.Color]; e.Kind == livegame.Move && !away.IsZero() && away.Before(e.At) {
		*away = e.At
	}
	if e.Kind == livegame.Join {
		g.showPresence(g.host.clock.Now())
	}
}

// showPresence works out who is here and tells those who do not know it yet:
// watchers and other nodes. That only more or fewer look on waits for the beat.
func (g *live) showPresence(now time.Time) {
	if g.state == nil {
		return
	}
	all := g.everywhere()
	g.setAway(all, now)
	p := &g.presence
	if all.Colors != p.shown.Colors || g.awayChanged() {
		g.deliverPresence(all)
	}
	if g.here().Colors != p.sent.Colors {
		g.sendPresence(now)
	}
}

// setAway notes since when sides have been away.
func (g *live) setAway(all livegame.Presence, now time.Time) {
	for color, player := range g.state.Seats() {
		switch away := &g.presence.away[color]; {
		case all.Colors[color] || player.Empty():
			*away = time.Time{}
		case away.IsZero():
			*away = now
		}
	}
}

// awayChanged tells whether watchers think that a side is here that is away, or
// the other way round. A time that only moved on is told with the next change.
func (g *live) awayChanged() bool {
	p := &g.presence
	return p.away[0].IsZero() != p.shownAway[0].IsZero() || p.away[1].IsZero() != p.shownAway[1].IsZero()
}

// deliverPresence tells watchers.
func (g *live) deliverPresence(all livegame.Presence) {
	p := &g.presence
	p.shown, p.shownAway = all, p.away
	if len(g.watches) == 0 {
		return
	}
	u := &Update{Game: g.id, Presence: &all, Away: p.away}
	for _, w := range g.watches {
		w.deliver(u)
	}
}

// sendPresence tells other nodes.
func (g *live) sendPresence(now time.Time) {
	p := &g.presence
	p.sent, p.sentAt = g.here(), now
	sent := p.sent
	g.host.publish(livegame.Notice{Game: g.id, Presence: &sent})
}

// meet makes a game that was just loaded known: nodes that have it too answer
// with who is connected to them.
func (g *live) meet() {
	now := g.host.clock.Now()
	g.showPresence(now)
	g.sendPresence(now)
}

// hearPresence takes in who is connected to another node. One that is new is
// told in return.
func (g *live) hearPresence(node string, n livegame.Presence) {
	p := &g.presence
	_, known := p.nodes[node]
	if p.nodes == nil {
		p.nodes = map[string]nodePresence{}
	}
	now := g.host.clock.Now()
	p.nodes[node] = nodePresence{n, now}
	if !known && g.here() != (livegame.Presence{}) {
		g.sendPresence(now)
	}
	g.showPresence(now)
}

// beatPresence does what only time brings about.
func (g *live) beatPresence(now time.Time) {
	p := &g.presence
	for color, left := range p.left {
		if left.IsZero() || now.Sub(left) < grace {
			continue
		}
		p.left[color] = time.Time{}
		if p.away[color].IsZero() && !g.everywhere().Colors[color] {
			p.away[color] = left
		}
	}
	for node, other := range p.nodes {
		if now.Sub(other.heard) >= forgetting {
			delete(p.nodes, node)
		}
	}
	g.showPresence(now)
	if all := g.everywhere(); all != p.shown || p.away != p.shownAway {
		g.deliverPresence(all)
	}
	here := g.here()
	if here != p.sent || here != (livegame.Presence{}) && now.Sub(p.sentAt) >= heartbeat {
		g.sendPresence(now)
	}
}
