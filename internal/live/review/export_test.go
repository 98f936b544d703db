package review

import "context"

// Silent is the fault of a review whose workers never answered.
const Silent = stalledText

// SweepNow is the sweep that Run makes now and then.
func (s *Service) SweepNow(ctx context.Context, all bool) { s.sweep(ctx, all) }

// TakeNow is what Run does with an answer.
func (s *Service) TakeNow(ctx context.Context, a Answer) error { return s.takeAnswer(ctx, a) }

// Sweeps counts the sweeps that are done.
func (s *Service) Sweeps() uint64 { return s.count.sweeps.Load() }

// Patience is how long Run waits for an answer before it puts a part in the queue again.
const Patience = stallTime

// GiveUp is how old a review may become.
const GiveUp = giveUp
