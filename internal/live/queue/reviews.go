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
	maxReview   = 64 << 10 // a game of review.MaxPlies moves
	maxReviewed = 64 << 10
)

// reviewTime is how many times longer a part of a review may take than a move: it
// makes room for moves.
const reviewTime = 10

var _ review.Queue = (*Bus)(nil)

// reviewsTrade is parts of reviews.
func reviewsTrade(q queues, t Timing) trade[review.Job, review.Answer] {
	return trade[review.Job, review.Answer]{
		jobs: q.reviews, answers: q.reviewed, jobTime: reviewTime * t.JobTime, readJob: readReview, readAnswer: readReviewed,
		pack: func(_ review.Job, a review.Answer) (string, []byte, error) {
			if err := a.Check(); err != nil {
				return "", nil, err
			}
			data, err := pack(a, maxReviewed)
			return "", data, err
		},
		aboutJob:    func(j review.Job) []any { return []any{"review", j.Game, "level", j.Level, "to", j.To} },
		aboutAnswer: func(a review.Answer) []any { return []any{"review", a.Game, "level", a.Level, "to", a.To} },
	}
}

// EnqueueReview implements review.Queue. The queue has one place for each part of
// each review: what stands there already is not put there again.
func (b *Bus) EnqueueReview(ctx context.Context, j review.Job) error {
	err := j.Check()
	var data []byte
	if err == nil {
		data, err = pack(j, maxReview)
	}
	if err != nil {
		return fmt.Errorf("bus: job of a review: %w", err)
	}
	err = b.keep(ctx, &nats.Msg{Subject: fmt.Sprintf("%s%s.%s.%d", reviewSubject, j.Game, j.Level, j.To), Data: data}, "")
	var refused *jetstream.APIError
	if errors.As(err, &refused) && strings.Contains(refused.Description, "per subject") {
		return nil
	}
	return err
}

// WorkReviews implements review.Queue, as Work does for moves.
func (b *Bus) WorkReviews(ctx context.Context, parallel int, do func(context.Context, review.Job) (review.Answer, error)) error {
	return b.reviews.work(ctx, b, parallel, do)
}

// ReviewAnswers implements review.Queue, as Answers does for moves.
func (b *Bus) ReviewAnswers(ctx context.Context, take func(context.Context, review.Answer) error) error {
	return b.reviews.take(ctx, b, take)
}

func readReview(data []byte) (review.Job, error) {
	j, err := read[review.Job](data, maxReview)
	if err == nil {
		err = j.Check()
	}
	return j, err
}

func readReviewed(data []byte) (review.Answer, error) {
	a, err := read[review.Answer](data, maxReviewed)
	if err == nil {
		err = a.Check()
	}
	return a, err
}
