// Package local is the message queue of a node without other nodes, and without workers elsewhere: it holds jobs and
// answers in the memory of this process. It implements livegame.Queue, review.Queue and notify.Queue.
//
// What it holds is lost with the process. The game manager, the reviews and the notifications know from the database
// what is to be done, and enqueue it again when a node starts.
package local

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/notify"
	"github.com/wane-chess/wane/internal/live/observe"
	"github.com/wane-chess/wane/internal/live/review"
)

// ErrClosed is the error of calls after Close.
var ErrClosed = errors.New("the message queue is closed")

// Tries is how often a job is tried.
const Tries = 5

const (
	answerTries     = 30 // they cover some minutes, in which a database may recover
	answerConsumers = 8  // answers that the node handles at a time: each waits for the database
	moveTime        = time.Minute
	reviewTime      = 10 * time.Minute // it makes room for moves
	pushTime        = time.Minute      // for all browsers of a player
	closeTimeout    = 5 * time.Second
)

// Options configure a Queue. The zero value is usual.
type Options struct {
	Retry   time.Duration         // before a failed message is tried again, ten times that at most; default 1 s
	Metrics prometheus.Registerer // of the queue and of the jobs done here; nil: none
	Log     *slog.Logger          // nil: none
}

// Queue is a message queue in memory. Its methods are safe for concurrent use.
type Queue struct {
	*state
	moves         work[livegame.Job]
	moveAnswers   work[livegame.Answer]
	reviews       work[review.Job]
	reviewAnswers work[review.Answer]
	pushes        work[notify.Job]
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

var (
	_ livegame.Queue = (*Queue)(nil)
	_ review.Queue   = (*Queue)(nil)
	_ notify.Queue   = (*Queue)(nil)
)

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
		reviews:     newWork(s, s.worker, "review", func(j review.Job) string { return string(j.Game) }, Tries, reviewTime),
		reviewAnswers: newWork(s, s.queue, "answer",
			func(a review.Answer) string { return string(a.Game) }, answerTries, 0),
		pushes: newWork(s, s.worker, "push", func(j notify.Job) string { return j.ID }, Tries, pushTime),
	}
}

// Alone reports that no other node can receive notices.
func (q *Queue) Alone() bool { return true }

// Publish implements livegame.Queue. There is no other node.
func (q *Queue) Publish(n livegame.Notice) error { return errors.Join(q.Ping(q.lifetime), n.Check()) }

// Subscribe implements livegame.Queue. No notice ever comes.
func (q *Queue) Subscribe(id livegame.ID, _ func(livegame.Notice)) (stop func(), err error) {
	if err = q.Ping(q.lifetime); err == nil && id != "" {
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
	if err := errors.Join(q.Ping(ctx), game.Check()); err != nil {
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

// ConsumeMoves implements livegame.Queue. There are no other workers to leave the extra jobs to.
func (q *Queue) ConsumeMoves(
	ctx context.Context, parallel, extra int, do func(context.Context, livegame.Job) (livegame.Answer, error),
) error {
	return q.moves.consume(ctx, parallel+extra, func(ctx context.Context, j livegame.Job) error {
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
	return q.moveAnswers.consume(ctx, answerConsumers, take)
}

// EnqueueReview implements review.Queue.
func (q *Queue) EnqueueReview(ctx context.Context, j review.Job) error {
	type part struct {
		game  livegame.ID
		level review.Level
		to    int
	}
	if err := j.Check(); err != nil {
		return err
	}
	return q.reviews.put(ctx, part{j.Game, j.Level, j.To}, "", j, nil, nil)
}

// ConsumeReviews implements review.Queue.
func (q *Queue) ConsumeReviews(
	ctx context.Context, parallel int, do func(context.Context, review.Job) (review.Answer, error),
) error {
	return q.reviews.consume(ctx, parallel, func(ctx context.Context, j review.Job) error {
		a, err := do(ctx, j)
		if err != nil {
			return err
		}
		return answer(ctx, &q.reviewAnswers, a)
	})
}

// ConsumeReviewAnswers implements review.Queue.
func (q *Queue) ConsumeReviewAnswers(ctx context.Context, take func(context.Context, review.Answer) error) error {
	return q.reviewAnswers.consume(ctx, answerConsumers, take)
}

// EnqueuePush implements notify.Queue.
func (q *Queue) EnqueuePush(ctx context.Context, j notify.Job) error {
	if err := j.Check(); err != nil {
		return err
	}
	return q.pushes.put(ctx, j, j.Player+"/"+j.ID, j, nil, nil)
}

// ConsumePushes implements notify.Queue.
func (q *Queue) ConsumePushes(ctx context.Context, parallel int, do func(context.Context, notify.Job) error) error {
	return q.pushes.consume(ctx, parallel, do)
}

// Pending returns how many jobs and answers about moves, and about reviews, wait or are in progress.
func (q *Queue) Pending() (moves, reviews int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.moves.pending() + q.moveAnswers.pending(), q.reviews.pending() + q.reviewAnswers.pending()
}

// WaitingReviews returns the parts of reviews that no consumer has.
func (q *Queue) WaitingReviews() (list []review.Job) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, t := range q.reviews.waiting {
		list = append(list, t.message)
	}
	return list
}

// Ping implements livegame.Queue.
func (q *Queue) Ping(ctx context.Context) error {
	if q.lifetime.Err() != nil {
		return ErrClosed
	}
	return ctx.Err()
}

// Close implements livegame.Queue. It waits some seconds for consumers to end.
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
	return nil
}
