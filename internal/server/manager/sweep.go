package manager

import (
	"context"
	"slices"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
)

const (
	pageSize = 500 // games of one query
	// recheckSlack allows for differences of clocks and for slow commits. Beyond it, the lobby
	// does not see a change whose notice was lost.
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
	m.peers.bury(now)
	before := livegame.Later(now.Add(-engineTimeout), m.peers.lastLeft())
	m.forEachGame(ctx, livegame.Query{EngineToMove: true, UpdatedBefore: before}, func(s livegame.Summary) {
		if m.missesJob(s, now) {
			m.requestMoveAgain(ctx, s)
		}
	})
}

// missesJob reports whether this node is to request the job of a game again. Another one may
// have it: the first answer counts.
func (m *Manager) missesJob(s livegame.Summary, now time.Time) bool {
	if m.admission.waits(s.ID) {
		return false
	}
	if now.Sub(s.Updated) > engineTimeout && m.inUse(s.ID) {
		return true
	}
	switch lost := now.Sub(m.peers.orphaned(s.Updated)); {
	case lost < 0:
		return false
	case lost >= orphanTimeout: // the chosen one may not hear of the game, or know other nodes
		return true
	}
	return m.peers.chosen(m.node, s.ID)
}

// requestAllMoves enqueues jobs for all engines that are to move, after the start of a node
// that is alone.
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

// forEachGame calls f with every game that a query selects, in the order of the list. It reports whether these are
// all.
func (m *Manager) forEachGame(ctx context.Context, q livegame.Query, f func(livegame.Summary)) bool {
	q.Limit = pageSize
	for {
		list, err := m.store.List(ctx, q)
		if err != nil {
			m.logError(ctx, "cannot list games", err)
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

// run compares the loaded games with the store, by their numbers, so that it does not matter when or in which order
// changes were stored.
func (r *recheck) run() {
	m := r.manager
	r.subscription.start()
	m.loadNoticeKey(r.ctx)
	m.checkEars(r.ctx)
	now := m.clock.Now()
	failed := m.storeFailed.Swap(false)
	all := r.compare()
	if m.lobby.hasWatchers() {
		all = r.lobby() && all
	}
	if all {
		r.last = now
	}
	if all && failed {
		// A database that took over may lack the last events of any game.
		for _, g := range m.allGames(nil) {
			g.inbox.markStale()
			g.readInboxSoon()
		}
	} else if failed || !all {
		m.storeFailed.Store(true)
	}
}

// compare has the games read that have changed, and forgets jobs of games that have. It reports whether the store
// answered.
func (r *recheck) compare() bool {
	m := r.manager
	ids := m.admission.ids()
	for _, g := range m.allGames(nil) {
		ids = append(ids, g.id)
	}
	for part := range slices.Chunk(ids, livegame.MaxQueryIDs) {
		seqs, err := m.store.Seqs(r.ctx, part)
		if err != nil {
			m.logError(r.ctx, "cannot look for changes of games", err)
			return false
		}
		for _, id := range part {
			seq, stored := seqs[id]
			if stored {
				m.admission.settle(id, seq)
			} else {
				m.admission.drop(id)
			}
			g := m.loadedGame(id)
			if g == nil || stored && int(g.seq.Load()) == seq || !stored && g.deleted.Load() {
				continue
			}
			m.lobby.mark(id, nil)
			g.inbox.markStale()
			g.readInboxSoon()
		}
	}
	return true
}

// lobby has the lobby look at the games that have changed lately, but for those whose changes this node has seen
// or finds by their numbers. It reports whether the store answered.
func (r *recheck) lobby() bool {
	m, since := r.manager, r.last.Add(-recheckSlack)
	if m.alone() { // but for the operator, all changes are this node's
		list, err := m.store.List(r.ctx, livegame.Query{UpdatedSince: since, Limit: 1})
		if len(list) > 0 {
			m.lobby.markChanged()
		}
		m.logError(r.ctx, "cannot look for changes of the lobby", err)
		return err == nil && r.deleted(since)
	}
	answered := m.forEachGame(r.ctx, livegame.Query{UpdatedSince: since}, func(s livegame.Summary) {
		if g := m.loadedGame(s.ID); g == nil || int(g.seq.Load()) != s.Seq {
			m.lobby.mark(s.ID, nil)
		}
	})
	return r.deleted(since) && answered
}

// deleted has the lobby look at games that were deleted. It reports whether the store answered.
func (r *recheck) deleted(since time.Time) bool {
	deleted, err := r.manager.store.Deleted(r.ctx, since)
	for _, id := range deleted {
		r.manager.lobby.mark(id, nil)
	}
	r.manager.logError(r.ctx, "cannot look for deleted games", err)
	return err == nil
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
