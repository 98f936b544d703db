package review

import (
	"context"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/queue"
)

const (
	jobTime = 10 * time.Minute // of one try: a part makes room for moves
	takers  = 8                // answers that a node handles at a time: each waits for the database
)

// Parts carries parts of reviews to workers, and the answers back. It is safe for concurrent use.
type Parts struct {
	jobs    *queue.Work[Job]
	answers *queue.Work[Answer]
}

// NewQueue returns the parts and answers in a queue.
func NewQueue(q *queue.Queue) *Parts {
	type part struct {
		game  livegame.ID
		level Level
		to    int
	}
	return &Parts{
		queue.NewWork(q, queue.Kind[Job]{
			Name: "review", Key: func(j Job) any { return part{j.Game, j.Level, j.To} },
			Label: func(j Job) string { return string(j.Game) }, Timeout: jobTime,
		}),
		queue.NewWork(q, queue.Kind[Answer]{
			Name: "answer", Label: func(a Answer) string { return string(a.Game) }, Answers: true,
		}),
	}
}

// EnqueueReview adds a job, unless the same is in the queue. It may be lost when a process ends: sweeps enqueue it
// again.
func (q *Parts) EnqueueReview(ctx context.Context, j Job) error { return q.jobs.Put(ctx, j) }

// ConsumeReviews calls do with jobs, parallel at a time, until the context is done. A job is done when its answer is in
// the queue. If do fails, panics or takes too long, the job is tried again, some times.
func (q *Parts) ConsumeReviews(
	ctx context.Context, parallel int, do func(context.Context, Job) (Answer, error),
) error {
	return q.jobs.Consume(ctx, parallel, func(ctx context.Context, j Job) error {
		a, err := do(ctx, j)
		if err != nil {
			return err
		}
		a.Game, a.Level, a.From, a.To = j.Game, j.Level, j.From, j.To
		return q.answers.Put(context.WithoutCancel(ctx), a) // the work is done
	})
}

// ConsumeReviewAnswers calls take with answers until the context is done. If take fails, the answer comes again later.
func (q *Parts) ConsumeReviewAnswers(ctx context.Context, take func(context.Context, Answer) error) error {
	return q.answers.Consume(ctx, takers, take)
}
