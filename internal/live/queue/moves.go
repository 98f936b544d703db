package queue

import (
	"context"
	"fmt"

	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/review"
)

// The largest messages about moves and reviews, in bytes.
const (
	maxMoveJob      = 256 << 10 // a game of many thousand moves
	maxMoveAnswer   = 4 << 10
	maxReviewJob    = 64 << 10 // a game of review.MaxPlies moves
	maxReviewAnswer = 64 << 10
)

// reviewTimeFactor is how many times longer a part of a review may take than a move,
// for which it makes room.
const reviewTimeFactor = 10

// moveQueue is the work queue of the engine's moves.
func moveQueue(s streams, t Timing) workQueue[livegame.Job, livegame.Answer] {
	return workQueue[livegame.Job, livegame.Answer]{
		jobs: s.moveJobs, answers: s.moveAnswers, maxJob: maxMoveJob, timeout: t.JobTime,
		encode: func(j livegame.Job, a livegame.Answer) (string, []byte, error) {
			a.Job, a.Game, a.Ply = j.ID, j.Game, j.Ply
			data, err := encode(a, maxMoveAnswer)
			return a.Job, data, err
		},
		decode:    func(data []byte) (livegame.Answer, error) { return decode[livegame.Answer](data, maxMoveAnswer) },
		logJob:    func(j livegame.Job) []any { return []any{"job", j.ID, "game", j.Game} },
		logAnswer: func(a livegame.Answer) []any { return []any{"job", a.Job, "game", a.Game} },
	}
}

// EnqueueMove implements livegame.Queue.
func (c *Client) EnqueueMove(ctx context.Context, j livegame.Job) error {
	_, err := c.moves.enqueue(ctx, c, moveJobSubject, j, j.ID)
	return err
}

// ConsumeMoves implements livegame.Queue. It returns nil when the context is done,
// and ErrClosed when the client closes. A failed job is retried a limited number of
// times.
func (c *Client) ConsumeMoves(ctx context.Context, parallel int, do func(context.Context, livegame.Job) (livegame.Answer, error)) error {
	return c.moves.consume(ctx, c, parallel, do)
}

// ConsumeMoveAnswers implements livegame.Queue. It calls take for several answers at
// a time, and returns as ConsumeMoves does.
func (c *Client) ConsumeMoveAnswers(ctx context.Context, take func(context.Context, livegame.Answer) error) error {
	return c.moves.consumeAnswers(ctx, c, take)
}

// reviewQueue is the work queue of parts of reviews.
func reviewQueue(s streams, t Timing) workQueue[review.Job, review.Answer] {
	return workQueue[review.Job, review.Answer]{
		jobs: s.reviewJobs, answers: s.reviewAnswers, maxJob: maxReviewJob, timeout: reviewTimeFactor * t.JobTime,
		encode: func(_ review.Job, a review.Answer) (string, []byte, error) {
			data, err := encode(a, maxReviewAnswer)
			return "", data, err
		},
		decode:    func(data []byte) (review.Answer, error) { return decode[review.Answer](data, maxReviewAnswer) },
		logJob:    func(j review.Job) []any { return []any{"review", j.Game, "level", j.Level, "to", j.To} },
		logAnswer: func(a review.Answer) []any { return []any{"review", a.Game, "level", a.Level, "to", a.To} },
	}
}

// EnqueueReview implements review.Queue. Each part of a review has a subject of its
// own with room for one message.
func (c *Client) EnqueueReview(ctx context.Context, j review.Job) error {
	_, err := c.reviews.enqueue(ctx, c, fmt.Sprintf("%s%s.%s.%d", reviewJobSubject, j.Game, j.Level, j.To), j, "")
	return err
}

// ConsumeReviews implements review.Queue, as ConsumeMoves does for moves.
func (c *Client) ConsumeReviews(ctx context.Context, parallel int, do func(context.Context, review.Job) (review.Answer, error)) error {
	return c.reviews.consume(ctx, c, parallel, do)
}

// ConsumeReviewAnswers implements review.Queue, as ConsumeMoveAnswers does for moves.
func (c *Client) ConsumeReviewAnswers(ctx context.Context, take func(context.Context, review.Answer) error) error {
	return c.reviews.consumeAnswers(ctx, c, take)
}
