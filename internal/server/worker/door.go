package worker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/gobwas/ws"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/job"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/observe"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/queue"
	"github.com/wane-chess/wane/internal/server/review"
	"github.com/wane-chess/wane/internal/server/web"
	"github.com/wane-chess/wane/internal/server/websock"
)

// MaxParallel is how many jobs one worker does at a time. It may have twice as many extra ones.
const MaxParallel = 256

const (
	maxLinks = 16 // of one token to a node: each worker has two
	// A token is barred for shortBar once a worker has kept a job for longer than any takes, and for twice as long each
	// time, up to longBar. After longBar without a fault that is forgotten.
	shortBar = time.Minute
	longBar  = time.Hour
	// partTime is how long a job may have taken that a worker gives back when it stops: longer ones count as tried, or one
	// worker could keep a job by parting again and again.
	partTime = 10 * time.Second
)

// Door is where workers on other machines connect to a node. They take jobs from its queue, as its own worker does.
type Door struct {
	Queue   Queue
	Metrics prometheus.Registerer // nil: none
	Log     *slog.Logger          // nil: none

	open   *prometheus.GaugeVec // links, by kind
	mu     sync.Mutex
	links  map[string]map[*entry]bool // open ones, by token
	barred map[string]bar
}

// entry is an open link of a token.
type entry struct{ end context.CancelCauseFunc }

// bar is how long a token is barred.
type bar struct {
	until time.Time
	last  time.Duration
}

// Register adds the routes of the door to a kit. Who connects has a token of an admin's account.
func (d *Door) Register(k *web.Kit) {
	if d.Log == nil {
		d.Log = slog.New(slog.DiscardHandler)
	}
	d.links, d.barred = map[string]map[*entry]bool{}, map[string]bar{}
	d.open = prometheus.NewGaugeVec(prometheus.GaugeOpts{
		Name: "wane_worker_links", Help: "Links of workers on other machines, by the kind of work.",
	}, []string{"kind"})
	if d.Metrics != nil {
		d.Metrics.MustRegister(d.open)
	}
	serve(d, k, "moves", 2*MaxParallel, d.Queue.ConsumeMoves)
	serve(d, k, "reviews", 0, func(
		ctx context.Context, parallel, _ int, do func(context.Context, review.Job) (review.Answer, error),
	) error {
		return d.Queue.ConsumeReviews(ctx, parallel, do)
	})
}

// serve adds the route of a kind of work, of which a worker may have extra jobs up to a number.
func serve[J, A any](
	d *Door, k *web.Kit, kind string, mostExtra int,
	consume func(ctx context.Context, parallel, extra int, do func(context.Context, J) (A, error)) error,
) {
	route := web.Get(Path+kind, "", "Work for workers",
		web.Read(web.Worker, web.Scopes(auth.EngineWork), limits.Create))
	route.Lasts = true
	k.Serve(route, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token := web.Identity(r.Context()).Token
		parallel, extra, p := places(r, mostExtra)
		if p != nil {
			problem.Write(w, p)
			return
		}
		ctx, stop := web.Waiting(r.Context())
		defer stop()
		ctx, end := context.WithCancelCause(ctx)
		defer end(nil)
		e, p := d.enter(token, end)
		if p != nil {
			problem.Write(w, p)
			return
		}
		defer d.leave(token, e)
		conn, err := websock.Accept(w, r, "", maxAnswer)
		if err != nil {
			return // Accept has answered
		}
		d.open.WithLabelValues(kind).Inc()
		defer d.open.WithLabelValues(kind).Dec()
		log := d.Log.With("token", token, "kind", kind)
		log.Info("a worker is linked", "parallel", parallel)
		l := &served[J, A]{
			link: link{conn: conn}, end: end, results: map[int64]chan fromWorker[A]{}, late: func() { d.bar(token, log) },
		}
		why := l.run(ctx, func(ctx context.Context) error { return consume(ctx, parallel, extra, l.do) })
		log.Info("a worker is linked no more", "why", why)
	}))
}

// places returns how many jobs a worker takes at a time, and how many extra ones.
func places(r *http.Request, mostExtra int) (parallel, extra int, p *problem.Problem) {
	number := func(name string, least, most int) int {
		text := r.URL.Query().Get(name)
		n, err := strconv.Atoi(cmp.Or(text, "0"))
		if err != nil || n < least || n > most {
			p = problem.New(http.StatusBadRequest, problem.CodeBadRequest,
				fmt.Sprintf("The parameter %s is %.20q: expected a number from %d to %d.", name, text, least, most))
		}
		return n
	}
	parallel, extra = number("parallel", 1, MaxParallel), number("extra", 0, mostExtra)
	return parallel, extra, p
}

// enter notes one more link of a token, which end ends, or returns why it may have none.
func (d *Door) enter(token string, end context.CancelCauseFunc) (*entry, *problem.Problem) {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := time.Now()
	maps.DeleteFunc(d.barred, func(_ string, b bar) bool { return now.Sub(b.until) > longBar })
	if rest := d.barred[token].until.Sub(now); rest > 0 {
		return nil, problem.RetryAfter(http.StatusTooManyRequests, problem.CodeTooFast,
			"A worker with this token kept a job for too long.", rest)
	}
	if len(d.links[token]) >= maxLinks {
		return nil, problem.New(http.StatusTooManyRequests, problem.CodeTooMany,
			fmt.Sprintf("The token has %d links to this node: make another for more workers.", maxLinks))
	}
	if d.links[token] == nil {
		d.links[token] = map[*entry]bool{}
	}
	e := &entry{end}
	d.links[token][e] = true
	return e, nil
}

func (d *Door) leave(token string, e *entry) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if delete(d.links[token], e); len(d.links[token]) == 0 {
		delete(d.links, token)
	}
}

// bar bars a token, and ends its links.
func (d *Door) bar(token string, log *slog.Logger) {
	d.mu.Lock()
	defer d.mu.Unlock()
	b, now := d.barred[token], time.Now()
	if b.until.After(now) { // another of its links was as late
		return
	}
	b.last = min(max(2*b.last, shortBar), longBar)
	b.until = now.Add(b.last)
	d.barred[token] = b
	for e := range d.links[token] {
		e.end(errLate)
	}
	log.Warn("a worker kept a job for too long: its token is barred", "for", b.last)
}

var (
	errLate   = errors.New("a job was kept for longer than any takes")
	errBroken = errors.New("the link has broken")
	errParted = errors.New("the worker has stopped")
	// errStopped: the queue has ended.
	errStopped = errors.New("the node stops")
)

// served is a node's end of a link.
type served[J, A any] struct {
	link
	end  context.CancelCauseFunc // ends the link
	late func()                  // notes that the worker has kept a job for too long

	mu      sync.Mutex
	last    int64                        // the ID of the last job
	results map[int64]chan fromWorker[A] // of jobs in progress
}

// run lets consume hand jobs to do until the worker parts, the link breaks or the context is done. It returns why.
func (l *served[J, A]) run(ctx context.Context, consume func(context.Context) error) error {
	var all sync.WaitGroup
	all.Go(func() {
		err := receive(&l.link, l.take)
		if err == nil {
			err = errParted
		} else {
			err = fmt.Errorf("%w: %w", errBroken, err)
		}
		l.end(err)
		_ = l.conn.Close() // what is being sent ends
	})
	all.Go(func() {
		for job.Pause(ctx, aliveEvery) {
			l.send(toWorker[J]{})
		}
	})
	// A worker that takes nothing keeps nobody: what is being sent ends soon after the link.
	defer context.AfterFunc(ctx, func() { time.AfterFunc(endTime, func() { _ = l.conn.Close() }) })()
	err := consume(ctx)
	if err == nil {
		err = errStopped
	}
	l.end(err) // unless it has ended
	why := context.Cause(ctx)
	switch {
	case errors.Is(why, errLate):
		l.close(ws.StatusPolicyViolation, "a job was kept for too long")
	case errors.Is(why, auth.ErrEnded):
		l.close(ws.StatusPolicyViolation, "the token has ended")
	case !errors.Is(why, errBroken) && !errors.Is(why, errParted):
		l.close(ws.StatusGoingAway, "the node stops")
	}
	all.Wait()
	return why
}

// take takes what became of a job.
func (l *served[J, A]) take(m fromWorker[A]) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if result := l.results[m.ID]; result != nil {
		delete(l.results, m.ID)
		result <- m
	}
}

// do has the worker do a job. If the link breaks meanwhile, the error is queue.ErrLost.
func (l *served[J, A]) do(ctx context.Context, j J) (a A, err error) {
	result := make(chan fromWorker[A], 1)
	l.mu.Lock()
	l.last++
	id := l.last
	l.results[id] = result
	l.mu.Unlock()
	begun := time.Now()
	l.send(toWorker[J]{ID: id, Job: &j, Trace: observe.Inject(ctx, nil)})
	select {
	case m := <-result:
		switch {
		case m.Answer != nil:
			return *m.Answer, nil
		case m.Bad:
			return a, fmt.Errorf("%w: %.200s", livegame.ErrBadJob, m.Error)
		}
		return a, fmt.Errorf("the worker failed: %.200s", m.Error)
	case <-ctx.Done():
	}
	l.mu.Lock()
	delete(l.results, id)
	l.mu.Unlock()
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		l.late()
		l.end(errLate)
		return a, queue.ErrLost
	case errors.Is(context.Cause(ctx), errBroken), errors.Is(context.Cause(ctx), errLate),
		errors.Is(context.Cause(ctx), errParted) && time.Since(begun) > partTime:
		return a, queue.ErrLost
	}
	l.send(toWorker[J]{ID: id})
	return a, ctx.Err()
}
