package review

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"github.com/wane-chess/wane/internal/server/eventlog"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/notation"
)

// Errors of Service.Request, meant for users.
var (
	// ErrNoMoves: the game has no moves.
	ErrNoMoves = errors.New("the game has no moves")
	// ErrTooLong: the game is longer than MaxPlies.
	ErrTooLong = errors.New("the game is too long")
	// ErrTooManyOwn: the guest has too many open reviews.
	ErrTooManyOwn = errors.New("the guest waits for many reviews already")
	// ErrTooManyAddress: the guests of the address have too many open reviews.
	ErrTooManyAddress = errors.New("the address waits for many reviews already")
	// ErrTooMany: there are too many open reviews.
	ErrTooMany = errors.New("many reviews are being made")
)

// ServiceOptions are what a Service needs.
type ServiceOptions struct {
	Store  Store
	Queue  Queue
	Lookup livegame.Lookup
	Now    func() time.Time // nil: the system's clock
	Sweep  time.Duration    // interval of checks for stalled reviews; default 5 s
	Log    *slog.Logger     // nil: none
}

// Service runs reviews. Its methods are safe for concurrent use.
type Service struct {
	ServiceOptions
	requests map[livegame.ID]attempt // of the sweeps
	count    counters
}

// counters are the numbers of Stats, and finished sweeps.
type counters struct{ requested, finished, failed, jobs, panics, sweeps atomic.Uint64 }

// ServiceStats counts events on this node since its start.
type ServiceStats struct {
	Requested, Finished, Failed uint64 // reviews
	Jobs                        uint64 // enqueued parts
	Panics                      uint64
}

// NewService returns a service. It needs Jobs.
func NewService(o ServiceOptions) *Service {
	o.Sweep = cmp.Or(o.Sweep, 5*time.Second)
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Service{ServiceOptions: o, requests: map[livegame.ID]attempt{}}
}

// Request requests the review of a finished game.
type Request struct {
	Game  livegame.ID
	Line  notation.Line
	Level Level
	Guest string // ID of the guest
	// Address is a hash of the guest's address, or empty.
	Address string
	// MaxOwn, MaxAddress and MaxAll limit the open reviews of the guest, of the address, and of
	// all guests; all of them 0: there are no limits.
	MaxOwn, MaxAddress, MaxAll int
}

// Request requests a review and returns its state. An existing review that is as
// thorough, finished or not, is kept.
func (s *Service) Request(ctx context.Context, q Request) (State, error) {
	switch n := len(q.Line.Moves); {
	case n == 0:
		return State{}, ErrNoMoves
	case n > MaxPlies:
		return State{}, ErrTooLong
	}
	now := s.Now()
	next, changed, err := s.update(ctx, q.Game, func(r *Review) error {
		if again, changed := r.Request(q.Level, q.Guest, now); r.Seq == 0 {
			*r = NewReview(q.Game, q.Line, q.Level, q.Guest, now)
		} else if changed {
			*r = again
		} else {
			return eventlog.ErrUnchanged
		}
		r.Address = q.Address
		return s.checkLimits(ctx, q)
	})
	if err != nil {
		return State{}, err
	}
	if changed {
		s.count.requested.Add(1)
		s.enqueueInTurn(ctx, ownerOf(OpenReview{RequestedBy: next.RequestedBy, Address: next.Address}))
	}
	return next.State(), nil
}

// State returns the state of a game's review.
func (s *Service) State(ctx context.Context, id livegame.ID) (State, error) {
	r, err := s.Store.Review(ctx, id)
	if errors.Is(err, livegame.ErrNotFound) {
		return State{Status: None}, nil
	}
	return r.State(), err
}

// Stats returns the service's numbers.
func (s *Service) Stats() ServiceStats {
	c := &s.count
	return ServiceStats{c.requested.Load(), c.finished.Load(), c.failed.Load(), c.jobs.Load(), c.panics.Load()}
}

// update changes a review as decide says, and reports whether anything changed. A review that was not requested has
// the number 0. Decide returns the review with a number above that of before, or eventlog.ErrUnchanged.
func (s *Service) update(
	ctx context.Context, id livegame.ID, decide func(*Review) error,
) (r Review, changed bool, err error) {
	r, err = eventlog.Update(ctx, livegame.ErrConflict, func(ctx context.Context) (Review, error) {
		r, err := s.Store.Review(ctx, id)
		if errors.Is(err, livegame.ErrNotFound) {
			return Review{}, nil
		}
		return r, err
	}, func(r *Review) error {
		before := r.Seq
		err := decide(r)
		changed = err == nil && r.Seq != before
		return err
	}, s.Store.PutReview)
	return r, changed && err == nil, err
}

// checkLimits returns an error if too many reviews are open. Two simultaneous requests
// may both pass.
func (s *Service) checkLimits(ctx context.Context, q Request) error {
	if q.MaxOwn <= 0 && q.MaxAll <= 0 {
		return nil
	}
	open, err := s.Store.OpenReviews(ctx, q.MaxAll)
	if err != nil || slices.ContainsFunc(open, func(o OpenReview) bool { return o.Game == q.Game }) {
		return err
	}
	own, near := 0, 0
	for _, o := range open {
		if o.RequestedBy == q.Guest {
			own++
		}
		if o.Address == q.Address && q.Address != "" {
			near++
		}
	}
	switch {
	case own >= q.MaxOwn:
		return ErrTooManyOwn
	case near >= q.MaxAddress && q.Address != "":
		return ErrTooManyAddress
	case len(open) >= q.MaxAll:
		return ErrTooMany
	}
	return nil
}
