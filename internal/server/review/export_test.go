package review

import (
	"context"

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

// Sweeps counts the finished sweeps.
func (s *Service) Sweeps() uint64 { return s.count.sweeps.Load() }

// Patience is how long a review waits for an answer before a part is enqueued again.
const Patience = stallTime

// GiveUp is how long a review may stall.
const GiveUp = giveUp
