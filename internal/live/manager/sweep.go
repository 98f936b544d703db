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
func (h *Host) sweep(ctx context.Context) {
	now := h.clock.Now()
	h.pages(ctx, livegame.Query{DueBefore: now}, func(s livegame.Summary) {
		h.wake(s.ID, func(g *live) {
			ctx, cancel := detached(ctx)
			defer cancel()
			h.logged(ctx, "a game that is due could not be ended", g.expire(ctx))
		})
	})
	h.pages(ctx, livegame.Query{Thinking: true, Before: now.Add(-patience)}, h.askAgain)
}

// askAll asks the engines of all games in which one is to move: after a start,
// none of them may have been asked. The queue knows those that were.
func (h *Host) askAll(ctx context.Context) {
	h.pages(ctx, livegame.Query{Thinking: true}, h.askAgain)
}

// askAgain asks the engine of a game, as often as its silence is worth.
func (h *Host) askAgain(s livegame.Summary) {
	n := attempt(h.clock.Now().Sub(s.Updated))
	h.wake(s.ID, func(g *live) {
		if len(g.state.Events()) == s.Seq {
			g.ask(n)
		}
	})
}

// pages calls f with every game that a query selects, from the last updated on. It
// returns false if it was cut short.
func (h *Host) pages(ctx context.Context, q livegame.Query, f func(livegame.Summary)) bool {
	q.Limit = pageSize
	for range maxPages {
		list, err := h.store.List(ctx, q)
		h.logged(ctx, "games cannot be listed", err)
		if err != nil {
			return false
		}
		older := q.Before.IsZero()
		for _, s := range list {
			if ctx.Err() != nil {
				return false
			}
			if q.Before.IsZero() || s.Updated.Before(q.Before) {
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
		if !q.Before.IsZero() && !before.Before(q.Before) {
			before = last
		}
		q.Before = before
	}
	h.log.Warn("more games than can be looked at in one go", "looked at", maxPages*pageSize)
	return true
}

// recheck finds events of which no notice came.
type recheck struct {
	ctx  context.Context
	host *Host
	ears *ears
	last time.Time // when it last looked
}

func newRecheck(ctx context.Context, h *Host, e *ears) *recheck {
	return &recheck{ctx, h, e, h.clock.Now()}
}

// run compares what has changed in the store with what is loaded.
func (r *recheck) run() {
	r.ears.listen()
	now, changes := r.host.clock.Now(), false
	if !r.host.attended() {
		r.last = now
		return
	}
	q := livegame.Query{ChangedAt: r.last.Add(-recheckSlack)}
	all := r.host.pages(r.ctx, q, func(s livegame.Summary) {
		changes = true
		if g := r.host.loaded(s.ID); g != nil && int(g.seq.Load()) < s.Seq {
			g.mail.suspectMore()
			g.poke()
		}
	})
	if all {
		r.last = now
	}
	if changes {
		r.host.lobby.mark()
	}
}

// attended tells whether anybody could miss a change.
func (h *Host) attended() bool {
	h.mu.Lock()
	loaded := len(h.games)
	h.mu.Unlock()
	return loaded > 0 || h.lobby.watched()
}
