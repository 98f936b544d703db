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

	"github.com/wane-chess/wane/internal/live/account"
	"github.com/wane-chess/wane/internal/live/job"
	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/observe"
	"github.com/wane-chess/wane/internal/live/protocol"
	"github.com/wane-chess/wane/internal/live/queue"
	"github.com/wane-chess/wane/internal/live/review"
	"github.com/wane-chess/wane/internal/live/server/guests"
	"github.com/wane-chess/wane/internal/live/server/limits"
	"github.com/wane-chess/wane/internal/live/server/problem"
	"github.com/wane-chess/wane/internal/live/server/web"
	"github.com/wane-chess/wane/internal/live/websock"
)

// MaxParallel is how many jobs one worker does at a time. It may have twice as many extra ones.
const MaxParallel = 256

const (
	maxLinks = 16 // of one token to a node: each worker has two
	// A token is barred for shortBar once a worker has kept a job for longer than any takes, and for twice as long each
	// time, up to longBar. After longBar without a fault that is forgotten.
	shortBar = time.Minute
	longBar  = time.Hour
)

// Door is where workers on other machines connect to a node. They take jobs from its queue, as its own worker does.
type Door struct {
	Queue Queue
	Log   *slog.Logger // nil: none

	mu     sync.Mutex
	links  map[string]int // open ones, by token
	barred map[string]bar
}

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
	d.links, d.barred = map[string]int{}, map[string]bar{}
	serve(d, k, "moves", d.Queue.ConsumeMoves)
	serve(d, k, "reviews", func(
		ctx context.Context, parallel, _ int, do func(context.Context, review.Job) (review.Answer, error),
	) error {
		return d.Queue.ConsumeReviews(ctx, parallel, do)
	})
}

// serve adds the route of a kind of work.
func serve[J, A any](
	d *Door, k *web.Kit, kind string,
	consume func(ctx context.Context, parallel, extra int, do func(context.Context, J) (A, error)) error,
) {
	route := web.Get(Path+kind, "", "Work for workers",
		web.Read(web.Worker, web.Scopes(account.EngineWork), limits.Read))
	route.Lasts = true
	k.Serve(route, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		token := guests.VisitOf(r.Context()).Identity.Token
		parallel, extra, p := places(r)
		if p == nil {
			p = d.enter(token)
		}
		if p != nil {
			problem.Write(w, p)
			return
		}
		defer d.leave(token)
		conn, err := websock.Accept(w, r, "", maxAnswer)
		if err != nil {
			return // Accept has answered
		}
		ctx, stop := web.Waiting(r.Context())
		defer stop()
		l := &served[J, A]{link: link{conn: conn}, results: map[int64]chan fromWorker[A]{}}
		err = l.run(ctx, func(ctx context.Context) error { return consume(ctx, parallel, extra, l.do) })
		switch {
		case errors.Is(err, errLate):
			d.Log.Warn("a worker kept a job for too long: its token is barred", "token", token, "for", d.bar(token))
		case err != nil && ctx.Err() == nil:
			d.Log.Info("the link to a worker has broken", "token", token, "kind", kind, "error", err)
		}
	}))
}

// places returns how many jobs a worker takes at a time, and how many extra ones.
func places(r *http.Request) (parallel, extra int, p *problem.Problem) {
	number := func(name string, least, most int) int {
		text := r.URL.Query().Get(name)
		n, err := strconv.Atoi(cmp.Or(text, "0"))
		if err != nil || n < least || n > most {
			p = problem.New(http.StatusBadRequest, protocol.CodeBadRequest,
				fmt.Sprintf("The parameter %s is %.20q: expected a number from %d to %d.", name, text, least, most))
		}
		return n
	}
	parallel, extra = number("parallel", 1, MaxParallel), number("extra", 0, 2*MaxParallel)
	return parallel, extra, p
}

// enter counts one more link of a token, or returns why it may have none.
func (d *Door) enter(token string) *problem.Problem {
	d.mu.Lock()
	defer d.mu.Unlock()
	now := time.Now()
	maps.DeleteFunc(d.barred, func(_ string, b bar) bool { return now.Sub(b.until) > longBar })
	if rest := d.barred[token].until.Sub(now); rest > 0 {
		return problem.RetryAfter(http.StatusTooManyRequests, protocol.CodeTooFast,
			"A worker with this token kept a job for too long.", rest)
	}
	if d.links[token] >= maxLinks {
		return problem.New(http.StatusTooManyRequests, protocol.CodeTooMany,
			fmt.Sprintf("The token has %d links to this node: make another for more workers.", maxLinks))
	}
	d.links[token]++
	return nil
}

func (d *Door) leave(token string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.links[token]--; d.links[token] == 0 {
		delete(d.links, token)
	}
}

// bar bars a token, and returns for how long.
func (d *Door) bar(token string) time.Duration {
	d.mu.Lock()
	defer d.mu.Unlock()
	b := d.barred[token]
	b.last = min(max(2*b.last, shortBar), longBar)
	b.until = time.Now().Add(b.last)
	d.barred[token] = b
	return b.last
}

var (
	errLate   = errors.New("a job was kept for longer than any takes")
	errBroken = errors.New("the link has broken")
	errParted = errors.New("the worker has stopped")
)

// served is a node's end of a link.
type served[J, A any] struct {
	link
	ended func(error) // ends the link

	mu      sync.Mutex
	last    int64                        // the ID of the last job
	results map[int64]chan fromWorker[A] // of jobs in progress
}

// run lets consume hand jobs to do until the worker parts, the link breaks or the context is done. It returns why the
// link ended, if that was a fault.
func (l *served[J, A]) run(ctx context.Context, consume func(context.Context) error) error {
	ctx, l.ended = context.WithCancelCause(ctx)
	var all sync.WaitGroup
	all.Go(func() {
		err := receive(&l.link, l.take)
		if err == nil {
			err = errParted
		} else {
			err = fmt.Errorf("%w: %w", errBroken, err)
		}
		l.ended(err)
		_ = l.conn.Close() // what is being sent ends
	})
	all.Go(func() {
		for job.Pause(ctx, aliveEvery) {
			l.send(toWorker[J]{})
		}
	})
	err := consume(ctx)
	l.ended(nil)
	switch why := context.Cause(ctx); {
	case errors.Is(why, errLate):
		l.close(ws.StatusPolicyViolation, "a job was kept for too long")
		err = why
	case errors.Is(why, account.ErrEnded):
		l.close(ws.StatusPolicyViolation, "the token has ended")
	case errors.Is(why, errBroken):
		err = why
	default:
		l.close(ws.StatusGoingAway, "the node stops")
	}
	all.Wait()
	return err
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
		l.ended(errLate)
		return a, queue.ErrLost
	case errors.Is(context.Cause(ctx), errBroken):
		return a, queue.ErrLost
	}
	l.send(toWorker[J]{ID: id})
	return a, ctx.Err()
}
