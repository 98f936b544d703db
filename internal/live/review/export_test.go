package review

import "context"

// Silent is the fault of a review whose workers never answered.
const Silent = stalledText

// SweepNow is the sweep that Run makes at intervals.
func (s *Service) SweepNow(ctx context.Context, all bool) { s.sweep(ctx, all) }

// TakeNow handles an answer as Run does.
func (s *Service) TakeNow(ctx context.Context, a Answer) error { return s.takeAnswer(ctx, a) }

// Sweeps counts the finished sweeps.
func (s *Service) Sweeps() uint64 { return s.count.sweeps.Load() }

// Patience is how long Run waits for an answer before it enqueues a part again.
const Patience = stallTime

// GiveUp is how long a review may stall.
const GiveUp = giveUp
