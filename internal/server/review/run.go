package review

import (
	"context"
	"errors"
	"math/bits"
	"runtime/debug"
	"time"

	"github.com/wane-chess/wane/internal/server/eventlog"
	"github.com/wane-chess/wane/internal/server/job"
	"github.com/wane-chess/wane/internal/server/livegame"
)

const (
	sweepEvery = 5 * time.Second
	// stallTime is how long a review may stall before its part is enqueued again, perhaps on another
	// node than that which has it: the first answer counts. The time doubles with each attempt, for
	// the sake of parts that kill workers.
	stallTime = 30 * time.Second
	// giveUp is how long a review may stall before it fails.
	giveUp = time.Hour
	// storeTime bounds one call of database or queue.
	storeTime = 10 * time.Second
	// maxOpen is how many reviews one sweep handles.
	maxOpen = 10_000
)

// stalledText is the fault of a review that was given up.
const stalledText = "The server’s engine did not get to it for a long time. Ask again later."

// Jobs registers what handles answers and resumes stalled reviews.
func (s *Service) Jobs(r *job.Runner) {
	r.Always("answers for reviews", func(ctx context.Context) error {
		return s.Queue.ConsumeReviewAnswers(ctx, s.takeAnswer)
	})
	r.Every("reviews", sweepEvery, job.OneNode, s.sweep)
}

// takeAnswer applies the answer for a part. After an error it is delivered again.
func (s *Service) takeAnswer(ctx context.Context, a Answer) error {
	defer s.recoverPanic("an answer")
	owner := ""
	next, changed, err := s.update(ctx, a.Game, func(r *Review) error {
		owner = ownerOf(OpenReview{RequestedBy: r.RequestedBy, Address: r.Address})
		next, ok := r.Apply(a, s.Lookup, s.Games.Now()) // not if there is no review
		if !ok {
			return eventlog.ErrUnchanged
		}
		*r = next
		return nil
	})
	switch {
	case err != nil:
		return err
	case !changed: // a duplicate, or outdated
		s.Log.Debug("ignored the answer for a part of a review", "review", a.Game, "level", a.Level, "to", a.To)
	case next.Status == Failed:
		s.logFailure(next)
		s.enqueueInTurn(ctx, owner)
	case next.Status == Done:
		defer s.enqueueInTurn(ctx, owner)
		s.count.finished.Inc()
		s.Log.Info("a review is done", "review", next.Game, "level", next.Level, "plies", len(next.Line.Moves),
			"took", next.Updated.Sub(next.RequestedAt))
	default:
		s.enqueue(ctx, next)
	}
	return nil
}

// enqueue enqueues the next part of a review. If that fails, a sweep will retry.
func (s *Service) enqueue(ctx context.Context, r Review) {
	j, open := r.Job()
	if !open {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), storeTime)
	defer cancel()
	if err := s.Queue.EnqueueReview(ctx, j); err != nil {
		s.Log.Warn("cannot enqueue a part of a review", "review", j.Game, "error", err)
		return
	}
	s.count.jobs.Inc()
}

// turns is how many reviews of an address are worked on at a time. The others wait, so that
// those of other addresses get as many turns, however many reviews one address requests.
const turns = 2

// ownerOf names whose turn a review takes: the address, or the guest if that is unknown.
func ownerOf(o OpenReview) string {
	if o.Address == "" {
		return "guest " + o.RequestedBy
	}
	return o.Address
}

// inTurn returns those of the open reviews that are worked on: the first requested of each
// address. All nodes find the same ones.
func inTurn(open []OpenReview) []OpenReview {
	var list []OpenReview
	taken := map[string]int{}
	for _, o := range open {
		if who := ownerOf(o); taken[who] < turns {
			taken[who]++
			list = append(list, o)
		}
	}
	return list
}

// enqueueInTurn enqueues the parts of an owner's reviews whose turn it is. The queue of the node
// ignores those that it has. If that fails, a sweep will retry.
func (s *Service) enqueueInTurn(ctx context.Context, owner string) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), storeTime)
	defer cancel()
	open, err := s.open(ctx, maxOpen)
	if err != nil {
		s.Log.Warn("cannot list open reviews", "error", err)
		return
	}
	for _, o := range inTurn(open) {
		if ownerOf(o) != owner {
			continue
		}
		r, err := s.stored(ctx, o.Game)
		if err == nil && r.Status == Waiting && s.Games.Now().Sub(r.Updated) >= stallTime {
			// What it has waited for its turn is no stall.
			r, _, err = s.update(ctx, o.Game, func(r *Review) error {
				if r.Status != Waiting {
					return eventlog.ErrUnchanged
				}
				r.Seq, r.Updated = r.Seq+1, s.Games.Now()
				return nil
			})
		}
		if err == nil {
			s.enqueue(ctx, r)
		}
	}
}

// attempt counts the requests of the part that follows a change.
type attempt struct{ seq, n int }

// sweep resumes reviews that have stalled because a node died or a part was lost. The
// first sweep of a node resumes all open ones: its queue ignores parts that it has.
func (s *Service) sweep(ctx context.Context) error {
	open, err := s.open(ctx, maxOpen)
	if err != nil {
		return err
	}
	now := s.Games.Now()
	before := s.requests
	s.requests = make(map[livegame.ID]attempt, len(open))
	// Those whose turn it is not wait, however long.
	return job.Each(ctx, inTurn(open), func(ctx context.Context, o OpenReview) error {
		age := max(now.Sub(o.Updated), 0)
		this := attempt{o.Seq, bits.Len64(uint64(age / stallTime))}
		s.requests[o.Game] = this
		switch {
		case age >= giveUp:
			s.abandon(ctx, o)
		case before == nil || this.n > 0 && before[o.Game] != this:
			if r, err := s.stored(ctx, o.Game); err == nil && r.Seq == o.Seq {
				s.enqueue(ctx, r)
			}
		}
		return nil
	})
}

// abandon gives up a stalled review.
func (s *Service) abandon(ctx context.Context, o OpenReview) {
	next, changed, err := s.update(ctx, o.Game, func(r *Review) error {
		if r.Seq != o.Seq {
			return eventlog.ErrUnchanged
		}
		*r = r.Fail(stalledText, s.Games.Now())
		return nil
	})
	if err != nil && !errors.Is(err, context.Canceled) {
		s.Log.Warn("cannot give up a review", "review", o.Game, "error", err)
	}
	if changed {
		s.logFailure(next)
		s.enqueueInTurn(ctx, ownerOf(o))
	}
}

func (s *Service) logFailure(r Review) {
	s.count.failed.Inc()
	s.Log.Error("a review failed", "review", r.Game, "level", r.Level, "why", r.Fault)
}

// recoverPanic is deferred by background work: the node survives a panic.
func (s *Service) recoverPanic(at string) {
	if p := recover(); p != nil {
		s.count.panics.Inc()
		s.Log.Error("a review panicked", "at", at, "panic", p, "stack", string(debug.Stack()))
	}
}
