package managertest

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/wane-chess/wane/internal/server/job"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/queue"
	"github.com/wane-chess/wane/internal/server/review"
)

var (
	_ review.Store = (*Store)(nil)
	_ review.Queue = (*Client)(nil)
)

// Review implements review.Store.
func (s *Store) Review(ctx context.Context, id livegame.ID) (r review.Review, err error) {
	err = s.call(ctx, Call{Op: "review", Game: id}, func() error {
		kept, found := s.reviews[id]
		if !found {
			return livegame.ErrNotFound
		}
		r = cloned(kept)
		return nil
	})
	return r, err
}

// PutReview implements review.Store.
func (s *Store) PutReview(ctx context.Context, r review.Review) error {
	return s.call(ctx, Call{Op: "put review", Game: r.Game}, func() error {
		switch {
		case s.games[r.Game] == nil:
			return livegame.ErrNotFound
		case r.Seq < 1:
			return fmt.Errorf("change %d of a review", r.Seq)
		case checkTexts(r.Fault, r.RequestedBy, string(r.Report)) != nil:
			return checkTexts(r.Fault, r.RequestedBy, string(r.Report))
		case s.reviews[r.Game].Seq != r.Seq-1:
			return livegame.ErrConflict
		}
		s.reviews[r.Game] = cloned(r)
		return nil
	})
}

// cloned returns a review that shares nothing with the one that is given.
func cloned(r review.Review) review.Review {
	r.Line.Moves, r.Evaluations, r.Report = slices.Clone(r.Line.Moves), slices.Clone(r.Evaluations), slices.Clone(r.Report)
	for i := range r.Evaluations {
		r.Evaluations[i].PV = slices.Clone(r.Evaluations[i].PV)
	}
	return r
}

// OpenReviews implements review.Store.
func (s *Store) OpenReviews(ctx context.Context, limit int) (list []review.OpenReview, err error) {
	err = s.call(ctx, Call{Op: "open reviews"}, func() error {
		for _, r := range s.reviews {
			if r.Status.Open() {
				list = append(list, review.OpenReview{
					Game: r.Game, Seq: r.Seq, RequestedBy: r.RequestedBy, Address: r.Address, RequestedAt: r.RequestedAt,
					Updated: r.Updated,
				})
			}
		}
		slices.SortFunc(list, func(a, b review.OpenReview) int {
			return cmp.Or(a.RequestedAt.Compare(b.RequestedAt), cmp.Compare(a.Game, b.Game))
		})
		list = list[:min(limit, len(list))]
		return nil
	})
	return list, err
}

// EnqueueReview implements review.Queue.
func (c *Client) EnqueueReview(ctx context.Context, j review.Job) error {
	if err := c.Ping(ctx); err != nil {
		return err
	}
	return c.queue.EnqueueReview(ctx, j)
}

// ConsumeReviews implements review.Queue.
func (c *Client) ConsumeReviews(
	ctx context.Context, parallel int, do func(context.Context, review.Job) (review.Answer, error),
) error {
	return c.open(ctx, func(ctx context.Context) error { return c.queue.ConsumeReviews(ctx, parallel, do) })
}

// ConsumeReviewAnswers implements review.Queue.
func (c *Client) ConsumeReviewAnswers(ctx context.Context, take func(context.Context, review.Answer) error) error {
	return c.open(ctx, func(ctx context.Context) error { return c.queue.ConsumeReviewAnswers(ctx, take) })
}

// ReviewJobs returns the parts of reviews that wait in the queues.
func (b *Broker) ReviewJobs() (list []review.Job) {
	for _, q := range b.queues() {
		list = append(list, q.WaitingReviews()...)
	}
	return list
}

// AwaitReviewJobs waits until n parts of reviews wait in the queues, and returns
// them.
func (b *Broker) AwaitReviewJobs(ctx context.Context, n int) ([]review.Job, error) {
	for len(b.ReviewJobs()) != n && ctx.Err() == nil {
		job.Pause(ctx, time.Millisecond)
	}
	return b.ReviewJobs(), ctx.Err()
}

// DropReviews forgets the parts of reviews that wait in the queues.
func (b *Broker) DropReviews() {
	for range b.ReviewJobs() {
		b.doReview(func(review.Job) (review.Answer, error) { return review.Answer{}, livegame.ErrBadJob })
	}
}

// DoReview takes the first part of a review out of a queue and answers it as a
// worker does.
func (b *Broker) DoReview(do func(review.Job) review.Answer) {
	b.doReview(func(j review.Job) (review.Answer, error) { return do(j), nil })
}

func (b *Broker) doReview(do func(review.Job) (review.Answer, error)) {
	var from *queue.Queue
	for ; from == nil; job.Pause(context.Background(), time.Millisecond) {
		for _, q := range b.queues() {
			if from == nil && len(q.WaitingReviews()) > 0 {
				from = q
			}
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	_ = from.ConsumeReviews(ctx, 1, func(_ context.Context, j review.Job) (review.Answer, error) {
		defer cancel()
		return do(j)
	})
}
