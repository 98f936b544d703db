package review

import (
	"context"

	"github.com/prometheus/client_golang/prometheus/testutil"

	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// Silent is the fault of a review whose workers never answered.
const Silent = stalledText

// SweepNow is a sweep: the first after a start, or a later one.
func (s *Service) SweepNow(ctx context.Context, first bool) error {
	switch {
	case first:
		s.requests = nil
	case s.requests == nil:
		s.requests = map[livegame.ID]attempt{}
	}
	return s.sweep(ctx)
}

// TakeNow handles an answer.
func (s *Service) TakeNow(ctx context.Context, a Answer) error { return s.takeAnswer(ctx, a) }

// Sweep is the next sweep.
func (s *Service) Sweep(ctx context.Context) error { return s.sweep(ctx) }

// Stored returns the review of a game.
func (s *Service) Stored(ctx context.Context, id livegame.ID) (Review, error) {
	return s.stored(ctx, id)
}

// Put stores a change.
func (s *Service) Put(ctx context.Context, r Review) error { return s.put(ctx, r) }

// Open returns reviews in progress.
func (s *Service) Open(ctx context.Context, limit int) ([]OpenReview, error) {
	return s.open(ctx, limit)
}

// List returns reviewed games.
func (s *Service) List(ctx context.Context, after archive.Cursor, limit int) ([]Reviewed, error) {
	return s.reviewed(ctx, after, limit)
}

// Stats are the numbers of a service.
type Stats struct{ Requested, Finished, Failed, Jobs, Panics float64 }

// Stats returns the numbers.
func (s *Service) Stats() Stats {
	c, n := &s.count, testutil.ToFloat64
	return Stats{n(c.requested), n(c.finished), n(c.failed), n(c.jobs), n(c.panics)}
}

// Patience is how long a review waits for an answer before a part is enqueued again.
const Patience = stallTime

// GiveUp is how long a review may stall.
const GiveUp = giveUp
