package manager

import (
	"context"
	"errors"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
)

// acquire returns a game that is loaded, up to date and locked. The caller unlocks it.
func (m *Manager) acquire(ctx context.Context, id livegame.ID) (*liveGame, error) {
	if !id.Valid() {
		return nil, livegame.ErrNotFound
	}
	for {
		g, err := m.lockEntry(ctx, id)
		if err != nil {
			return nil, err
		}
		if g.unloaded {
			err := g.loadErr
			g.unlock()
			if err != nil {
				return nil, err
			}
			continue // unloaded meanwhile
		}
		first := g.game == nil && g.seq.Load() == 0
		if err := g.refresh(ctx); err != nil {
			if g.game == nil && len(g.watchers) == 0 {
				g.loadErr = err // for the other callers that wait
				g.unload()
			}
			g.unlock()
			if !errors.Is(err, livegame.ErrNotFound) {
				m.log.Error("cannot load a game", "game", id, "error", err)
			}
			return nil, err
		}
		g.lastUsed = m.clock.Now()
		if first {
			g.announcePresence()
		}
		return g, nil
	}
}

// lockEntry returns the entry of a game, locked. It creates a new entry locked, so that
// one caller loads it.
func (m *Manager) lockEntry(ctx context.Context, id livegame.ID) (*liveGame, error) {
	m.mu.Lock()
	g, known := m.games[id]
	if !known {
		g = &liveGame{manager: m, id: id, lockChan: make(chan struct{}, 1)}
		g.lockChan <- struct{}{}
		m.games[id] = g
	}
	m.mu.Unlock()
	if !known {
		return g, nil
	}
	return g, g.lock(ctx)
}

// loadedGame returns the entry of a game, or nil.
func (m *Manager) loadedGame(id livegame.ID) *liveGame {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.games[id]
}

// inUse reports whether players of a game use this node.
func (m *Manager) inUse(id livegame.ID) bool {
	g := m.loadedGame(id)
	if g == nil {
		return false
	}
	if !g.tryLock() {
		return true
	}
	defer g.unlock()
	return g.used || len(g.watchers) > 0
}

// allGames appends all entries to a list.
func (m *Manager) allGames(to []*liveGame) []*liveGame {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, g := range m.games {
		to = append(to, g)
	}
	return to
}

// unload removes the game.
func (g *liveGame) unload() {
	g.unloaded = true
	if g.stopTimer != nil {
		g.stopTimer()
		g.stopTimer = nil
	}
	g.manager.mu.Lock()
	defer g.manager.mu.Unlock()
	delete(g.manager.games, g.id)
}

const (
	keepFinished = 5 * time.Second // how long a finished game stays loaded
	keepDue      = 2 * time.Minute // a nearer deadline keeps a game loaded
	// maxIdle is how many games may be loaded before unwatched ones are unloaded at once.
	maxIdle = 20_000
)

// ticker visits every loaded game at intervals.
type ticker struct {
	manager *Manager
	games   []*liveGame // a reused buffer
}

func newTicker(m *Manager) *ticker { return &ticker{manager: m} }

// run calls tick for every game that is not in use.
func (b *ticker) run() {
	now := b.manager.clock.Now()
	b.games = b.manager.allGames(b.games[:0])
	crowded := len(b.games) > maxIdle
	for i, g := range b.games {
		if g.tryLock() {
			g.tick(now, crowded)
			g.unlock()
		}
		b.games[i] = nil // frees its memory
	}
}

// tick does what is due because time has passed.
func (g *liveGame) tick(now time.Time, crowded bool) {
	if g.unloaded {
		return
	}
	g.tickHint(now)
	if g.game != nil {
		g.tickPresence(now)
	}
	if g.idle(now, crowded) {
		g.unload()
	}
	// unlock refreshes a stale game with watchers.
}

// idle reports whether the game can be unloaded.
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
