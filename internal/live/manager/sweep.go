package manager

import (
	"context"
	"time"

	"github.com/wane-chess/wane/internal/live/livegame"
)

const (
	pageSize = 500 // games that are fetched at once
	maxPages = 40  // bound of one sweep or recheck
	// recheckSlack is how much nodes' clocks may differ, and how long an event may
	// take to be kept, before a lost notice is found only when somebody asks.
	recheckSlack = 5 * time.Second
)

// sweep ends games whose time is over although no node has them loaded, and asks
// engines that were not asked because a node died.
func (m *Manager) sweep(ctx context.Context) {
	now := m.clock.Now()
	m.forEachGame(ctx, livegame.Query{DueBefore: now}, func(s livegame.Summary) {
		m.withGame(s.ID, func(g *liveGame) {
			ctx, cancel := detach(ctx)
			defer cancel()
			m.logError(ctx, "a game that is due could not be ended", g.expire(ctx))
		})
	})
	m.forEachGame(ctx, livegame.Query{EngineToMove: true, UpdatedBefore: now.Add(-engineTimeout)}, m.requestMoveAgain)
}

// requestAllMoves asks the engines of all games in which one is to move: after a start,
// none of them may have been asked. The queue knows those that were.
func (m *Manager) requestAllMoves(ctx context.Context) {
	m.forEachGame(ctx, livegame.Query{EngineToMove: true}, m.requestMoveAgain)
}

// requestMoveAgain asks the engine of a game, as often as its silence is worth.
func (m *Manager) requestMoveAgain(s livegame.Summary) {
	n := attemptNumber(m.clock.Now().Sub(s.Updated))
	m.withGame(s.ID, func(g *liveGame) {
		if len(g.game.Events()) == s.Seq {
			g.requestMove(n)
		}
	})
}

// forEachGame calls f with every game that a query selects, from the last updated on. It
// returns false if it was cut short.
func (m *Manager) forEachGame(ctx context.Context, q livegame.Query, f func(livegame.Summary)) bool {
	q.Limit = pageSize
	for range maxPages {
		list, err := m.store.List(ctx, q)
		m.logError(ctx, "games cannot be listed", err)
		if err != nil {
			return false
		}
		older := q.UpdatedBefore.IsZero()
		for _, s := range list {
			if ctx.Err() != nil {
				return false
			}
			if q.UpdatedBefore.IsZero() || s.Updated.Before(q.UpdatedBefore) {
				older = true
				f(s)
			}
		}
		if !older { // the store does not know how to go on; no harm, but no more either
			return true
		}
		if len(list) < pageSize {
			return true
		}
		// The next page begins within the last millisecond of this one: some games
		// come twice, none is left out unless a page's worth has the same time.
		last := list[len(list)-1].Updated
		before := last.Add(time.Millisecond)
		if !q.UpdatedBefore.IsZero() && !before.Before(q.UpdatedBefore) {
			before = last
		}
		q.UpdatedBefore = before
	}
	m.log.Warn("more games than can be looked at in one go", "looked at", maxPages*pageSize)
	return true
}

// recheck finds events of which no notice came.
type recheck struct {
	ctx          context.Context
	manager      *Manager
	subscription *subscription
	last         time.Time // when it last looked
}

func newRecheck(ctx context.Context, m *Manager, e *subscription) *recheck {
	return &recheck{ctx, m, e, m.clock.Now()}
}

// run compares what has changed in the store with what is loaded.
func (r *recheck) run() {
	r.subscription.start()
	now, changes := r.manager.clock.Now(), false
	if !r.manager.hasAudience() {
		r.last = now
		return
	}
	q := livegame.Query{UpdatedSince: r.last.Add(-recheckSlack)}
	all := r.manager.forEachGame(r.ctx, q, func(s livegame.Summary) {
		changes = true
		if g := r.manager.loadedGame(s.ID); g != nil && int(g.seq.Load()) < s.Seq {
			g.inbox.markStale()
			g.readInboxSoon()
		}
	})
	if all {
		r.last = now
	}
	if changes {
		r.manager.lobby.markChanged()
	}
}

// hasAudience reports whether anybody could miss a change.
func (m *Manager) hasAudience() bool {
	m.mu.Lock()
	loaded := len(m.games)
	m.mu.Unlock()
	return loaded > 0 || m.lobby.hasWatchers()
}
