// Package queue has the work that nodes leave to workers, and what they tell each other.
//
// Jobs and answers are in the memory of the node that asks: for its own engine, and for workers on other machines
// that are connected to it (package worker). What it holds is lost with the process. The game manager and the features
// know from the database what is to be done, and some node enqueues it again. Notices to other nodes go through a
// livegame.Bus; a single node has none.
//
// A Queue has the jobs and answers about moves; features have kinds of Work of their own in it.
package queue

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/observe"
)

// ErrClosed is the error of calls after Close.
var ErrClosed = errors.New("the message queue is closed")

// Tries is how often a job is tried.
const Tries = 5

const (
	answerTries     = 30 // they cover some minutes, in which a database may recover
	answerConsumers = 8  // answers that the node handles at a time: each waits for the database
	moveTime        = time.Minute
	closeTimeout    = 5 * time.Second
)

// Options configure a Queue. The zero value is usual.
type Options struct {
	Bus     livegame.Bus          // to other nodes, which the queue closes at its end; nil: there are none
	Retry   time.Duration         // before a failed message is tried again, ten times that at most; default 1 s
	Metrics prometheus.Registerer // of the queue and of the jobs done here; nil: none
	Log     *slog.Logger          // nil: none
}

// Queue is a message queue in memory. Its methods are safe for concurrent use.
type Queue struct {
	*state
	moves       work[livegame.Job]
	moveAnswers work[livegame.Answer]
}

// state is what all kinds of messages share.
type state struct {
	Options
	mu       sync.Mutex // of all messages
	lifetime context.Context
	end      context.CancelFunc
	calls    sync.WaitGroup // consumers that run
	queue    *observe.Part  // messages to the queue and answers from it
	worker   *observe.Part  // jobs done here
}

var _ livegame.Queue = (*Queue)(nil)

// New returns an empty queue.
func New(o Options) *Queue {
	o.Retry = cmp.Or(o.Retry, time.Second)
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s := &state{Options: o}
	s.lifetime, s.end = context.WithCancel(context.Background())
	if o.Metrics != nil {
		s.queue = observe.NewPart(o.Metrics, "queue", "messages to the queues and answers from them")
		s.worker = observe.NewPart(o.Metrics, "worker", "engine moves and positions of reviews")
	}
	return &Queue{
		state:       s,
		moves:       newWork(s, s.worker, "move", func(j livegame.Job) string { return j.ID }, Tries, moveTime),
		moveAnswers: newWork(s, s.queue, "answer", func(a livegame.Answer) string { return a.Job }, answerTries, 0),
	}
}

// Alone reports whether no other node can receive notices.
func (q *Queue) Alone() bool { return q.Bus == nil }

// Publish implements livegame.Bus.
func (q *Queue) Publish(n livegame.Notice) error {
	if q.lifetime.Err() != nil {
		return ErrClosed
	}
	if q.Bus == nil {
		return n.Check()
	}
	return q.Bus.Publish(n)
}

// Subscribe implements livegame.Bus. Without other nodes no notice ever comes.
func (q *Queue) Subscribe(id livegame.ID, f func(livegame.Notice)) (stop func(), err error) {
	switch {
	case q.lifetime.Err() != nil:
		return func() {}, ErrClosed
	case q.Bus != nil:
		return q.Bus.Subscribe(id, f)
	case id != "":
		err = id.Check()
	}
	return func() {}, err
}

// EnqueueMove implements livegame.Queue.
func (q *Queue) EnqueueMove(ctx context.Context, j livegame.Job) error {
	if err := j.Check(); err != nil {
		return err
	}
	j.Moves = slices.Clone(j.Moves)
	return q.moves.put(ctx, j.Game, j.ID, j, func(old livegame.Job) bool { return !j.Before(old) },
		func(old livegame.Job) bool { return old.Game == j.Game && (old.Seq < j.Seq || j.Restart) })
}

// CancelMoves implements livegame.Queue.
func (q *Queue) CancelMoves(ctx context.Context, game livegame.ID, seq int) error {
	if err := errors.Join(q.open(ctx), game.Check()); err != nil {
		return err
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if t := q.moves.current[game]; t != nil && t.message.Seq < seq {
		q.moves.remove(t)
	}
	q.moves.interrupt(func(j livegame.Job) bool { return j.Game == game && j.Seq < seq })
	return nil
}

// ConsumeMoves implements livegame.Queue.
func (q *Queue) ConsumeMoves(
	ctx context.Context, parallel, extra int, do func(context.Context, livegame.Job) (livegame.Answer, error),
) error {
	return q.moves.consume(ctx, parallel, extra, func(ctx context.Context, j livegame.Job) error {
		a, err := do(ctx, j)
		if errors.Is(context.Cause(ctx), errStale) {
			return errStale
		}
		if err != nil {
			return err
		}
		a.Job, a.Game, a.Ply = j.ID, j.Game, j.Ply
		return answer(ctx, &q.moveAnswers, a)
	})
}

// ConsumeMoveAnswers implements livegame.Queue.
func (q *Queue) ConsumeMoveAnswers(ctx context.Context, take func(context.Context, livegame.Answer) error) error {
	return q.moveAnswers.consume(ctx, answerConsumers, 0, take)
}

// Pending returns how many moves to do, and answers about moves, wait or are in progress.
func (q *Queue) Pending() int {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.moves.pending() + q.moveAnswers.pending()
}

// open returns an error if the queue is closed or the context has ended.
func (q *Queue) open(ctx context.Context) error {
	if q.lifetime.Err() != nil {
		return ErrClosed
	}
	return ctx.Err()
}

// Ping implements livegame.Bus.
func (q *Queue) Ping(ctx context.Context) error {
	if err := q.open(ctx); err != nil || q.Bus == nil {
		return err
	}
	return q.Bus.Ping(ctx)
}

// Close implements livegame.Bus. It waits some seconds for consumers to end.
func (q *Queue) Close() error {
	q.mu.Lock()
	q.end()
	q.mu.Unlock()
	ended := make(chan struct{})
	go func() { q.calls.Wait(); close(ended) }()
	select {
	case <-ended:
	case <-time.After(closeTimeout):
	}
	if q.Bus != nil {
		return q.Bus.Close()
	}
	return nil
}
