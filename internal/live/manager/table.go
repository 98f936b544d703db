package manager

import (
	"context"
	"errors"

	"github.com/wane-chess/wane/internal/live/livegame"
)

// enter returns a game that is loaded, up to date and locked. The caller must
// unlock it.
func (h *Host) enter(ctx context.Context, id livegame.ID) (*live, error) {
	if !validID(id) {
		return nil, livegame.ErrNotFound
	}
	for {
		g, err := h.claim(ctx, id)
		if err != nil {
			return nil, err
		}
		if g.dead {
			err := g.failed
			g.unlock()
			if err != nil {
				return nil, err
			}
			continue // it was unloaded meanwhile
		}
		first := g.state == nil && g.seq.Load() == 0
		if err := g.fresh(ctx); err != nil {
			if g.state == nil && len(g.watches) == 0 {
				g.failed = err // for all who have waited for it too
				g.unload()
			}
			g.unlock()
			if !errors.Is(err, livegame.ErrNotFound) {
				h.log.Error("a game cannot be had", "game", id, "error", err)
			}
			return nil, err
		}
		g.used = h.clock.Now()
		if first {
			g.meet()
		}
		return g, nil
	}
}

// claim returns the entry of a game, locked. A new entry is locked from birth, so
// that only one caller loads it.
func (h *Host) claim(ctx context.Context, id livegame.ID) (*live, error) {
	h.mu.Lock()
	g, known := h.games[id]
	if !known {
		g = &live{host: h, id: id, busy: make(chan struct{}, 1)}
		g.busy <- struct{}{}
		h.games[id] = g
	}
	h.mu.Unlock()
	if !known {
		return g, nil
	}
	return g, g.lock(ctx)
}

// loaded returns the entry of a game if it has one.
func (h *Host) loaded(id livegame.ID) *live {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.games[id]
}

// all appends the entries of all games to a list.
func (h *Host) all(to []*live) []*live {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, g := range h.games {
		to = append(to, g)
	}
	return to
}

// unload forgets a game.
func (g *live) unload() {
	g.dead = true
	if g.stop != nil {
		g.stop()
		g.stop = nil
	}
	g.host.mu.Lock()
	defer g.host.mu.Unlock()
	delete(g.host.games, g.id)
}
