package manager

import (
	"context"
	"errors"

	"github.com/wane-chess/wane/internal/live/livegame"
)

// acquire returns a game that is loaded, up to date and locked. The caller must
// unlock it.
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
			continue // it was unloaded meanwhile
		}
		first := g.game == nil && g.seq.Load() == 0
		if err := g.refresh(ctx); err != nil {
			if g.game == nil && len(g.watchers) == 0 {
				g.loadErr = err // for all who have waited for it too
				g.unload()
			}
			g.unlock()
			if !errors.Is(err, livegame.ErrNotFound) {
				m.log.Error("a game cannot be had", "game", id, "error", err)
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

// lockEntry returns the entry of a game, locked. A new entry is locked from birth, so
// that only one caller loads it.
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

// loadedGame returns the entry of a game if it has one.
func (m *Manager) loadedGame(id livegame.ID) *liveGame {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.games[id]
}

// allGames appends the entries of all games to a list.
func (m *Manager) allGames(to []*liveGame) []*liveGame {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, g := range m.games {
		to = append(to, g)
	}
	return to
}

// unload forgets a game.
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
