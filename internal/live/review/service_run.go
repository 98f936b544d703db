package review

import (
	"context"
	"errors"
	"math/bits"
	"runtime/debug"
	"time"

	"github.com/wane-chess/wane/internal/live/livegame"
)

const (
	// stallTime is how long a review may stand still before its part is put in the
	// queue again; from then on, the time doubles, lest a part of which workers die
	// kills one after the other.
	stallTime = 10 * time.Second
	// giveUp is how long a review may stand still at all.
	giveUp = time.Hour
	// pause is what lies between two tries of what did not work.
	pause = time.Second
	// storeTime is how long store and queue may take for one call.
	storeTime = 10 * time.Second
	// maxOpen is how many reviews one sweep looks at.
	maxOpen = 10_000
)

// given up: what people are told.
const stalledText = "The server’s engine did not get to it for a long time. Ask again later."

// Run carries reviews on until the context is done: it takes answers, and looks for
// reviews that do not go on. It returns nil.
func (s *Service) Run(ctx context.Context) error {
	swept := make(chan struct{})
	go func() {
		defer close(swept)
		s.sweep(ctx, true)
		tick := time.NewTicker(s.Sweep)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				s.sweep(ctx, false)
			}
		}
	}()
	for ctx.Err() == nil {
		if err := s.Queue.ConsumeReviewAnswers(ctx, s.takeAnswer); ctx.Err() == nil {
			s.Log.Warn("what was found for reviews does not come", "error", err)
			select {
			case <-ctx.Done():
			case <-time.After(pause):
			}
		}
	}
	<-swept
	return nil
}

// takeAnswer takes what was found for a part. After an error the answer comes again.
func (s *Service) takeAnswer(ctx context.Context, a Answer) error {
	defer s.recoverPanic("an answer")
	next, changed, err := s.update(ctx, a.Game, func(r Review, found bool) (Review, bool, error) {
		if !found {
			return r, false, nil
		}
		next, ok := r.Apply(a, s.Lookup, s.Now())
		return next, ok, nil
	})
	switch {
	case err != nil:
		return err
	case !changed: // it comes a second time, or something else is asked for by now
		s.Log.Debug("a part of a review was not needed", "review", a.Game, "level", a.Level, "to", a.To)
	case next.Status == Failed:
		s.logFailure(next)
	case next.Status == Done:
		s.count.finished.Add(1)
		s.Log.Info("a review is done", "review", next.Game, "level", next.Level, "plies", len(next.Line.Moves), "took", next.Updated.Sub(next.RequestedAt))
	default:
		s.enqueue(ctx, next)
	}
	return nil
}

// enqueue puts the next part of a review in the queue. If that fails, a sweep will
// do it.
func (s *Service) enqueue(ctx context.Context, r Review) {
	j, open := r.Job()
	if !open {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), storeTime)
	defer cancel()
	if err := s.Queue.EnqueueReview(ctx, j); err != nil {
		s.Log.Warn("a part of a review could not be put in the queue", "review", j.Game, "error", err)
		return
	}
	s.count.jobs.Add(1)
}

// attempt is how often the part that follows a change has been asked for.
type attempt struct{ seq, n int }

// sweep looks for reviews that do not go on, because a node died or a part was
// lost. The first time it looks after all that are open: the queue knows the parts
// that are in it.
func (s *Service) sweep(ctx context.Context, first bool) {
	defer s.count.sweeps.Add(1)
	defer s.recoverPanic("a sweep")
	open, err := s.Store.OpenReviews(ctx, maxOpen)
	if err != nil {
		if ctx.Err() == nil {
			s.Log.Warn("open reviews cannot be listed", "error", err)
		}
		return
	}
	now := s.Now()
	before := s.requests
	s.requests = make(map[livegame.ID]attempt, len(open))
	for _, o := range open {
		age := max(now.Sub(o.Updated), 0)
		this := attempt{o.Seq, bits.Len64(uint64(age / stallTime))}
		s.requests[o.Game] = this
		switch {
		case ctx.Err() != nil:
			return
		case age >= giveUp:
			s.abandon(ctx, o)
		case first || this.n > 0 && before[o.Game] != this:
			if r, err := s.Store.Review(ctx, o.Game); err == nil && r.Seq == o.Seq {
				s.enqueue(ctx, r)
			}
		}
	}
}

// abandon gives a review up of which nothing has been heard.
func (s *Service) abandon(ctx context.Context, o OpenReview) {
	next, changed, err := s.update(ctx, o.Game, func(r Review, found bool) (Review, bool, error) {
		if !found || r.Seq != o.Seq {
			return r, false, nil
		}
		return r.Fail(stalledText, s.Now()), true, nil
	})
	if err != nil && !errors.Is(err, context.Canceled) {
		s.Log.Warn("a review could not be given up", "review", o.Game, "error", err)
	}
	if changed {
		s.logFailure(next)
	}
}

func (s *Service) logFailure(r Review) {
	s.count.failed.Add(1)
	s.Log.Error("a review failed", "review", r.Game, "level", r.Level, "why", r.Fault)
}

// recoverPanic is deferred by work that nobody waits for: should it panic, the node goes
// on.
func (s *Service) recoverPanic(at string) {
	if p := recover(); p != nil {
		s.count.panics.Add(1)
		s.Log.Error("a review panicked", "at", at, "panic", p, "stack", string(debug.Stack()))
	}
}
