package manager

import (
	"context"
	"time"

	"github.com/wane-chess/wane/internal/live/livegame"
)

const (
	pageSize = 500 // games of one query
	maxPages = 40  // of one sweep or recheck
	// recheckSlack allows for differences of clocks and for slow commits. Beyond it, a
	// lost notice is found only on the next use of the game.
	recheckSlack = 5 * time.Second
)

// sweep ends overdue games that no node has loaded, and enqueues the jobs of nodes that
// have died.
func (m *Manager) sweep(ctx context.Context) {
	now := m.clock.Now()
	m.forEachGame(ctx, livegame.Query{DueBefore: now}, func(s livegame.Summary) {
		m.withGame(ctx, s.ID, func(g *liveGame) {
			ctx, cancel := detach(ctx)
			defer cancel()
			m.logError(ctx, "cannot end an overdue game", g.expire(ctx))
		})
	})
	m.admission.expire(now)
	died := m.peers.lastDeath(now) // its jobs that waited for their turn are lost
	m.forEachGame(ctx, livegame.Query{EngineToMove: true, UpdatedBefore: now.Add(-engineTimeout)},
		func(s livegame.Summary) {
			if !m.admission.waits(s.ID) && (m.inUse(s.ID) || s.Updated.Before(died) || now.Sub(s.Updated) >= orphanTimeout) {
				m.requestMoveAgain(ctx, s)
			}
		})
}

// requestAllMoves enqueues jobs for all engines that are to move, after a start. The
// queue ignores those that it has.
func (m *Manager) requestAllMoves(ctx context.Context) {
	m.forEachGame(ctx, livegame.Query{EngineToMove: true}, func(s livegame.Summary) { m.requestMoveAgain(ctx, s) })
}

// requestMoveAgain enqueues the job of a game again, depending on its age.
func (m *Manager) requestMoveAgain(ctx context.Context, s livegame.Summary) {
	n := attemptNumber(m.clock.Now().Sub(s.Updated))
	m.withGame(ctx, s.ID, func(g *liveGame) {
		if len(g.game.Events()) == s.Seq {
			g.requestMove(n)
		}
	})
}

// forEachGame calls f with every game that a query selects, in the order of the list. It returns false if it was
// interrupted.
func (m *Manager) forEachGame(ctx context.Context, q livegame.Query, f func(livegame.Summary)) bool {
	q.Limit = pageSize
	for range maxPages {
		list, err := m.store.List(ctx, q)
		m.logError(ctx, "cannot list games", err)
		if err != nil {
			m.storeFailed.Store(true)
			return false
		}
		for _, s := range list {
			if ctx.Err() != nil {
				return false
			}
			f(s)
		}
		if len(list) < pageSize {
			return true
		}
		q.After = q.Place(&list[len(list)-1])
	}
	m.log.Warn("too many games for one sweep", "handled", maxPages*pageSize)
	return true
}

// recheck finds events without a notice.
type recheck struct {
	ctx          context.Context
	manager      *Manager
	subscription *subscription
	last         time.Time // time of the last run
}

func newRecheck(ctx context.Context, m *Manager, e *subscription) *recheck {
	return &recheck{ctx, m, e, m.clock.Now()}
}

// run compares the store's changes with the loaded games.
func (r *recheck) run() {
	r.subscription.start()
	r.manager.loadNoticeKey(r.ctx)
	r.manager.checkEars(r.ctx)
	now, changes := r.manager.clock.Now(), false
	failed := r.manager.storeFailed.Swap(false)
	if !r.manager.hasAudience() {
		r.last = now
		return
	}
	q := livegame.Query{UpdatedSince: r.last.Add(-recheckSlack)}
	all := r.manager.forEachGame(r.ctx, q, func(s livegame.Summary) {
		changes = true
		r.manager.admission.settle(s.ID, s.Seq)
		if g := r.manager.loadedGame(s.ID); g != nil && int(g.seq.Load()) != s.Seq {
			g.inbox.markStale()
			g.readInboxSoon()
		}
	})
	deleted, err := r.manager.store.Deleted(r.ctx, q.UpdatedSince)
	r.manager.logError(r.ctx, "cannot find deleted games", err)
	for _, id := range deleted {
		changes = true
		if g := r.manager.loadedGame(id); g != nil {
			g.inbox.markStale()
			g.readInboxSoon()
		}
	}
	if all = all && err == nil; all {
		r.last = now
	}
	if all && failed {
		// A database that took over may lack the last events of any game.
		for _, g := range r.manager.allGames(nil) {
			g.inbox.markStale()
			g.readInboxSoon()
		}
	} else if failed {
		r.manager.storeFailed.Store(true)
	}
	if changes {
		r.manager.lobby.markChanged()
	}
}

// checkEars notes if the queue does not work: then other nodes seem dead that are not.
func (m *Manager) checkEars(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, earsTimeout)
	defer cancel()
	if m.queue.Ping(ctx) != nil {
		m.deafUntil.Store(m.clock.Now().Add(nodeTimeout).UnixMilli())
	}
}

// deaf reports whether players who seem away may be connected to another node.
func (m *Manager) deaf(now time.Time) bool { return now.UnixMilli() < m.deafUntil.Load() }

// earsTimeout is how long the check of the queue may hold up a recheck.
const earsTimeout = 2 * time.Second

// hasAudience reports whether a missed change could matter.
func (m *Manager) hasAudience() bool {
	m.mu.Lock()
	loaded := len(m.games)
	m.mu.Unlock()
	return loaded > 0 || m.lobby.hasWatchers()
}
