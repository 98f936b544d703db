package managertest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/review"
)

var (
	_ review.Store = (*Store)(nil)
	_ review.Queue = (*Bus)(nil)
)

// Review implements review.Store.
func (s *Store) Review(ctx context.Context, id livegame.ID) (r review.Review, err error) {
	err = s.call(ctx, Call{Op: "review", Game: id}, func() error {
		kept, found := s.reviews[id]
		if !found {
			return livegame.ErrNotFound
		}
		r = whole(kept)
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
		case checkTexts(r.Fault, r.Asker, string(r.Report)) != nil:
			return checkTexts(r.Fault, r.Asker, string(r.Report))
		case s.reviews[r.Game].Seq != r.Seq-1:
			return livegame.ErrConflict
		}
		s.reviews[r.Game] = whole(r)
		return nil
	})
}

// whole returns a review that shares nothing with the one that is given.
func whole(r review.Review) review.Review {
	r.Line.Moves, r.Found, r.Report = slices.Clone(r.Line.Moves), slices.Clone(r.Found), slices.Clone(r.Report)
	for i := range r.Found {
		r.Found[i].Line = slices.Clone(r.Found[i].Line)
	}
	return r
}

// OpenReviews implements review.Store.
func (s *Store) OpenReviews(ctx context.Context, limit int) (list []review.Open, err error) {
	err = s.call(ctx, Call{Op: "open reviews"}, func() error {
		for _, r := range s.reviews {
			if r.Status.Open() {
				list = append(list, review.Open{Game: r.Game, Seq: r.Seq, Asker: r.Asker, Asked: r.Asked, Updated: r.Updated})
			}
		}
		slices.SortFunc(list, func(a, b review.Open) int {
			return cmp.Or(a.Asked.Compare(b.Asked), cmp.Compare(a.Game, b.Game))
		})
		list = list[:min(limit, len(list))]
		return nil
	})
	return list, err
}

// part names a part of a review, of which the queue holds one.
type part struct {
	game  livegame.ID
	level review.Level
	to    int
}

func partOf(j review.Job) part { return part{j.Game, j.Level, j.To} }

// EnqueueReview implements review.Queue.
func (b *Bus) EnqueueReview(ctx context.Context, j review.Job) error {
	h := b.hub
	h.mu.Lock()
	defer h.mu.Unlock()
	if err := b.usable(); err != nil {
		return err
	}
	if err := errors.Join(ctx.Err(), j.Check()); err != nil {
		return err
	}
	if h.parts[partOf(j)] {
		return nil
	}
	h.parts[partOf(j)] = true
	h.reviews.put(j)
	h.changed.Broadcast()
	return nil
}

// WorkReviews implements review.Queue.
func (b *Bus) WorkReviews(ctx context.Context, parallel int, do func(context.Context, review.Job) (review.Answer, error)) error {
	return b.hub.reviews.work(ctx, b, parallel, do)
}

// ReviewAnswers implements review.Queue. An answer for which take returns an error
// comes again at once.
func (b *Bus) ReviewAnswers(ctx context.Context, take func(context.Context, review.Answer) error) error {
	return b.hub.reviews.take(ctx, b, take)
}

// ReviewJobs returns the parts of reviews that wait in the queue.
func (h *Hub) ReviewJobs() []review.Job {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.reviews.jobs()
}

// LoseReviews forgets the parts of reviews that wait in the queue.
func (h *Hub) LoseReviews() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, j := range h.reviews.jobs() {
		h.reviews.end(j)
	}
	h.reviews.tasks = nil
}

// AwaitReviewJobs waits until n parts of reviews wait in the queue, and returns
// them.
func (h *Hub) AwaitReviewJobs(ctx context.Context, n int) ([]review.Job, error) {
	stop := h.wakeWhenDone(ctx)
	defer stop()
	h.mu.Lock()
	defer h.mu.Unlock()
	for len(h.reviews.tasks) != n && ctx.Err() == nil {
		h.changed.Wait()
	}
	return h.reviews.jobs(), ctx.Err()
}

// DoReview takes the first part of a review out of the queue and answers it as a
// worker does.
func (h *Hub) DoReview(do func(review.Job) review.Answer) {
	h.mu.Lock()
	defer h.mu.Unlock()
	j := h.reviews.next().job
	h.reviews.done(j, do(j))
	h.changed.Broadcast()
}
