package queue

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/wane-chess/wane/internal/live/review"
)

// The longest messages about reviews, in bytes.
const (
	maxReviewJob    = 64 << 10 // a game of review.MaxPlies moves
	maxReviewAnswer = 64 << 10
)

// reviewTimeFactor is how many times longer a part of a review may take than a move: it
// makes room for moves.
const reviewTimeFactor = 10

var _ review.Queue = (*Client)(nil)

// reviewQueue is parts of reviews.
func reviewQueue(q streams, t Timing) workQueue[review.Job, review.Answer] {
	return workQueue[review.Job, review.Answer]{
		jobs: q.reviewJobs, answers: q.reviewAnswers, jobTime: reviewTimeFactor * t.JobTime, readJob: decodeReviewJob, readAnswer: decodeReviewAnswer,
		pack: func(_ review.Job, a review.Answer) (string, []byte, error) {
			if err := a.Check(); err != nil {
				return "", nil, err
			}
			data, err := encode(a, maxReviewAnswer)
			return "", data, err
		},
		aboutJob:    func(j review.Job) []any { return []any{"review", j.Game, "level", j.Level, "to", j.To} },
		aboutAnswer: func(a review.Answer) []any { return []any{"review", a.Game, "level", a.Level, "to", a.To} },
	}
}

// EnqueueReview implements review.Queue. The queue has one place for each part of
// each review: what stands there already is not put there again.
func (c *Client) EnqueueReview(ctx context.Context, j review.Job) error {
	err := j.Check()
	var data []byte
	if err == nil {
		data, err = encode(j, maxReviewJob)
	}
	if err != nil {
		return fmt.Errorf("bus: job of a review: %w", err)
	}
	err = c.publish(ctx, &nats.Msg{Subject: fmt.Sprintf("%s%s.%s.%d", reviewJobSubject, j.Game, j.Level, j.To), Data: data}, "")
	var refused *jetstream.APIError
	if errors.As(err, &refused) && strings.Contains(refused.Description, "per subject") {
		return nil
	}
	return err
}

// ConsumeReviews implements review.Queue, as Work does for moves.
func (c *Client) ConsumeReviews(ctx context.Context, parallel int, do func(context.Context, review.Job) (review.Answer, error)) error {
	return c.reviews.work(ctx, c, parallel, do)
}

// ConsumeReviewAnswers implements review.Queue, as Answers does for moves.
func (c *Client) ConsumeReviewAnswers(ctx context.Context, take func(context.Context, review.Answer) error) error {
	return c.reviews.take(ctx, c, take)
}

func decodeReviewJob(data []byte) (review.Job, error) {
	j, err := decode[review.Job](data, maxReviewJob)
	if err == nil {
		err = j.Check()
	}
	return j, err
}

func decodeReviewAnswer(data []byte) (review.Answer, error) {
	a, err := decode[review.Answer](data, maxReviewAnswer)
	if err == nil {
		err = a.Check()
	}
	return a, err
}
