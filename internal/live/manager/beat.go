package manager

import (
	"time"

	"github.com/wane-chess/wane/internal/live/livegame"
)

const (
	keepFinished = 5 * time.Second // how long a game that is over stays loaded
	keepDue      = 2 * time.Minute // a deadline that is nearer keeps a game loaded
	// maxIdle is how many games may be loaded before those that nobody watches go
	// whenever they can.
	maxIdle = 20_000
)

// ticker looks at every loaded game now and then.
type ticker struct {
	manager *Manager
	games   []*liveGame // kept for its memory
}

func newTicker(m *Manager) *ticker { return &ticker{manager: m} }

// run does what is due in every game that nobody uses at the moment.
func (b *ticker) run() {
	now := b.manager.clock.Now()
	b.games = b.manager.allGames(b.games[:0])
	crowded := len(b.games) > maxIdle
	for i, g := range b.games {
		if g.tryLock() {
			g.tick(now, crowded)
			g.unlock()
		}
		b.games[i] = nil // so that it can be forgotten
	}
}

// tick does what only time brings about.
func (g *liveGame) tick(now time.Time, crowded bool) {
	if g.unloaded {
		return
	}
	if g.game != nil {
		g.tickPresence(now)
	}
	if g.idle(now, crowded) {
		g.unload()
	}
	// What is in doubt and watched is refreshed by unlock.
}

// idle reports whether the game can be forgotten.
func (g *liveGame) idle(now time.Time, crowded bool) bool {
	if len(g.watchers) > 0 || g.presence.sent != (livegame.Presence{}) {
		return false
	}
	unused := now.Sub(g.lastUsed)
	switch {
	case crowded || g.game == nil:
		return true
	case g.game.Status() == livegame.Finished:
		return unused >= min(keepFinished, g.manager.timing.Keep)
	case !g.deadline.IsZero() && g.deadline.Sub(now) < keepDue:
		return false
	}
	return unused >= g.manager.timing.Keep
}
