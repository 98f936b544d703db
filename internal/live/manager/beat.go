package manager

import (
	"time"

	"github.com/wane-chess/wane/internal/live/livegame"
)

const (
	keepEnded = 5 * time.Second // how long a game that is over stays loaded
	keepDue   = 2 * time.Minute // a deadline that is nearer keeps a game loaded
	// maxIdle is how many games may be loaded before those that nobody watches go
	// whenever they can.
	maxIdle = 20_000
)

// beat looks at every loaded game now and then.
type beat struct {
	host  *Host
	games []*live // kept for its memory
}

func newBeat(h *Host) *beat { return &beat{host: h} }

// run does what is due in every game that nobody uses at the moment.
func (b *beat) run() {
	now := b.host.clock.Now()
	b.games = b.host.all(b.games[:0])
	crowded := len(b.games) > maxIdle
	for i, g := range b.games {
		if g.tryLock() {
			g.beat(now, crowded)
			g.unlock()
		}
		b.games[i] = nil // so that it can be forgotten
	}
}

// beat does what only time brings about.
func (g *live) beat(now time.Time, crowded bool) {
	if g.dead {
		return
	}
	if g.state != nil {
		g.beatPresence(now)
	}
	if g.idle(now, crowded) {
		g.unload()
	}
	// What is in doubt and watched is refreshed by unlock.
}

// idle tells whether the game can be forgotten.
func (g *live) idle(now time.Time, crowded bool) bool {
	if len(g.watches) > 0 || g.presence.sent != (livegame.Presence{}) {
		return false
	}
	unused := now.Sub(g.used)
	switch {
	case crowded || g.state == nil:
		return true
	case g.state.Status() == livegame.Finished:
		return unused >= min(keepEnded, g.host.timing.Keep)
	case !g.deadline.IsZero() && g.deadline.Sub(now) < keepDue:
		return false
	}
	return unused >= g.host.timing.Keep
}
