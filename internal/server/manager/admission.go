package manager

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/observe"
)

// How many jobs of an owner this node has in the queue at a time. Others wait here, so
// that the queue stays short whatever one client does. Workers share their processors
// among the owners of what is in the queue.
const (
	guestJobs   = 2
	addressJobs = 6
)

// admission lets the jobs of games into the queue, and takes stale ones out. A job that
// waits here is lost with this process; a sweep requests it again.
type admission struct {
	manager *Manager

	mu        sync.Mutex
	games     map[livegame.ID]*request
	addresses map[string]*address
	waiting   int
}

// address is an address with jobs. It has guests with jobs, the last admitted at the end.
type address struct {
	name   string
	queued int
	guests []*guest
}

// guest is a guest of an address.
type guest struct {
	name    string
	queued  int
	waiting []*request // in order of arrival
}

// request is what one game wants of the queue.
type request struct {
	game    livegame.ID
	job     livegame.Job // without an ID: none
	span    observe.Span // that asked for the job
	address *address     // while the request waits or is queued; nil otherwise
	guest   *guest
	queued  bool
	since   time.Time // when it was last queued

	sent    string       // ID of the last job that was sent
	inQueue livegame.Job // that job, while the queue may have it, also without a place of its owner; without an ID: none
	tries   int          // left for this job
	cancel  int          // earlier jobs are to be canceled; 0: none
	busy    bool         // a goroutine sends
}

// want requests a job. It replaces an earlier one of its game. The span is that of the
// event before it.
func (a *admission) want(j livegame.Job, span observe.Span) {
	a.mu.Lock()
	defer a.mu.Unlock()
	r := a.request(j.Game)
	if r.job.ID == j.ID || r.job.ID != "" && j.Before(r.job) {
		return
	}
	switch {
	case j.Owner.Address != "":
	case r.job.ID != "":
		j.Owner.Address = r.job.Owner.Address
	default: // after a restart, say: its guest has a share of their own
		j.Owner.Address = "guest " + j.Owner.Guest
	}
	r.job, r.span, r.tries = j, span, enqueueTries
	if r.queued {
		r.since = a.manager.clock.Now()
		a.send(r)
		return
	}
	if r.address == nil {
		a.enter(r)
	}
	a.admit(r.address)
}

// settle forgets the job of a game that has had an event since, of whatever node.
func (a *admission) settle(game livegame.ID, seq int) {
	a.forget(game, func(j livegame.Job) bool { return j.Seq < seq })
}

// done notes that the queue does not have a job any more, as a worker has answered it.
func (a *admission) done(game livegame.ID, id string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if r := a.games[game]; r != nil && r.inQueue.ID == id {
		r.inQueue = livegame.Job{}
		a.tidy(r)
	}
}

// answered forgets a job that a worker has answered.
func (a *admission) answered(game livegame.ID, id string) {
	a.forget(game, func(j livegame.Job) bool { return j.ID == id })
}

// drop forgets the job of a game.
func (a *admission) drop(game livegame.ID) {
	a.forget(game, func(livegame.Job) bool { return true })
}

// forget forgets the job of a game if it is the one, and takes it out of the queue. An earlier one may be there while
// another waits for its turn.
func (a *admission) forget(game livegame.ID, is func(livegame.Job) bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	r := a.games[game]
	if r == nil {
		return
	}
	if r.inQueue.ID != "" && is(r.inQueue) {
		a.manager.counters.stale.Add(1)
		r.cancel = max(r.cancel, r.inQueue.Seq+1)
		r.inQueue = livegame.Job{}
	}
	if r.job.ID != "" && is(r.job) {
		a.leave(r)
	}
	if r.cancel > 0 {
		a.send(r)
	}
	a.tidy(r)
}

// ids returns the games with jobs.
func (a *admission) ids() []livegame.ID {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Collect(maps.Keys(a.games))
}

// waits reports whether the job of a game waits here.
func (a *admission) waits(game livegame.ID) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	r := a.games[game]
	return r != nil && r.job.ID != "" && !r.queued
}

// expire takes jobs for lost that were queued too long ago, so that their owners get
// others. A sweep requests them again. Where the queue is long, it may still have them.
func (a *admission) expire(now time.Time) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, r := range a.games {
		if r.queued && now.Sub(r.since) > 2*engineTimeout {
			a.leave(r)
			a.tidy(r)
		}
	}
}

// counts returns how many jobs wait here, and how many are in the queue.
func (a *admission) counts() (waiting, queued int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for _, at := range a.addresses {
		queued += at.queued
	}
	return a.waiting, queued
}

// of returns how many jobs of an address wait here or are in the queue.
func (a *admission) of(name string) int {
	a.mu.Lock()
	defer a.mu.Unlock()
	at := a.addresses[name]
	if at == nil {
		return 0
	}
	n := at.queued
	for _, g := range at.guests {
		n += len(g.waiting)
	}
	return n
}

// request returns the request of a game, which may be new. The caller holds the lock, here
// and below.
func (a *admission) request(game livegame.ID) *request {
	r := a.games[game]
	if r == nil {
		r = &request{game: game}
		a.games[game] = r
	}
	return r
}

// enter adds a request to those that wait.
func (a *admission) enter(r *request) {
	at := a.addresses[r.job.Owner.Address]
	if at == nil {
		at = &address{name: r.job.Owner.Address}
		a.addresses[at.name] = at
	}
	i := slices.IndexFunc(at.guests, func(g *guest) bool { return g.name == r.job.Owner.Guest })
	if i < 0 {
		i = len(at.guests)
		at.guests = append(at.guests, &guest{name: r.job.Owner.Guest})
	}
	r.address, r.guest = at, at.guests[i]
	r.guest.waiting = append(r.guest.waiting, r)
	a.waiting++
}

// admit queues requests of an address, of one guest after the other, while there is room.
func (a *admission) admit(at *address) {
	for at.queued < addressJobs {
		i := slices.IndexFunc(at.guests, func(g *guest) bool { return len(g.waiting) > 0 && g.queued < guestJobs })
		if i < 0 {
			return
		}
		g := at.guests[i]
		at.guests = append(slices.Delete(at.guests, i, i+1), g)
		r := g.waiting[0]
		g.waiting = g.waiting[1:]
		a.waiting--
		r.queued, r.since = true, a.manager.clock.Now()
		at.queued++
		g.queued++
		a.send(r)
	}
}

// leave ends a request, and admits the next of its address.
func (a *admission) leave(r *request) {
	r.job = livegame.Job{}
	at, g := r.address, r.guest
	if at == nil {
		return
	}
	if r.queued {
		at.queued--
		g.queued--
	} else {
		g.waiting = slices.DeleteFunc(g.waiting, func(other *request) bool { return other == r })
		a.waiting--
	}
	r.address, r.guest, r.queued = nil, nil, false
	if g.queued == 0 && len(g.waiting) == 0 {
		at.guests = slices.DeleteFunc(at.guests, func(other *guest) bool { return other == g })
	}
	a.admit(at)
	if len(at.guests) == 0 {
		delete(a.addresses, at.name)
	}
}

// tidy forgets a request that has ended.
func (a *admission) tidy(r *request) {
	if r.job.ID == "" && r.inQueue.ID == "" && r.cancel == 0 && !r.busy {
		delete(a.games, r.game)
	}
}

// send sends what a game wants in the background: for one game, one thing after the other.
func (a *admission) send(r *request) {
	if r.busy {
		return
	}
	r.busy = true
	a.manager.background(func() {
		a.mu.Lock()
		defer func() {
			r.busy = false
			a.tidy(r)
			a.mu.Unlock()
		}()
		for {
			j, span, seq := r.job, r.span, r.cancel
			r.cancel = 0
			switch {
			case r.queued && r.sent != j.ID: // it replaces the earlier ones
				r.sent, r.inQueue = j.ID, j
				a.unlocked(a.manager.own, func(ctx context.Context) { a.enqueue(span.Context(ctx), r, j) })
			case seq > 0:
				a.unlocked(a.manager.own, func(ctx context.Context) {
					if err := a.manager.queue.CancelMoves(ctx, r.game, seq); err != nil {
						a.manager.log.Debug("cannot cancel a job for the engine", "game", r.game, "error", err)
					}
				})
			default:
				return
			}
		}
	})
}

// unlocked calls do without the lock.
func (a *admission) unlocked(ctx context.Context, do func(context.Context)) {
	a.mu.Unlock()
	defer a.mu.Lock()
	ctx, cancel := detach(ctx)
	defer cancel()
	do(ctx)
}

// enqueue enqueues a job. If that fails, it is retried soon, and later by a sweep.
func (a *admission) enqueue(ctx context.Context, r *request, j livegame.Job) {
	m := a.manager
	err := m.queue.EnqueueMove(ctx, j)
	if err == nil {
		m.counters.jobs.Add(1)
		return
	}
	closed := m.isClosed()
	a.mu.Lock()
	defer a.mu.Unlock()
	if r.tries--; r.job.ID != j.ID {
		return
	}
	if r.tries <= 0 || closed {
		m.log.Warn("cannot enqueue a job for the engine", "game", j.Game, "job", j.ID, "error", err)
		return
	}
	m.clock.AfterFunc(enqueuePause, func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		if r.job.ID == j.ID && r.sent == j.ID {
			r.sent = ""
			a.send(r)
		}
	})
}
