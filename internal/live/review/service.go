package review

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync/atomic"
	"time"

	"github.com/wane-chess/wane/internal/live/livegame"
)

// Errors of Ask, which people can do something about.
var (
	// ErrNoMoves: no move was played.
	ErrNoMoves = errors.New("the game has no moves")
	// ErrTooLong: the game is longer than MaxPlies.
	ErrTooLong = errors.New("the game is too long")
	// ErrTooManyOwn: the asker waits for as many reviews as he may.
	ErrTooManyOwn = errors.New("the guest waits for many reviews already")
	// ErrTooMany: as many reviews are being made as may be.
	ErrTooMany = errors.New("many reviews are being made")
)

// ServiceOptions are what reviews need.
type ServiceOptions struct {
	Store  Store
	Queue  Queue
	Lookup livegame.Lookup
	Now    func() time.Time // nil: the system's clock
	Sweep  time.Duration    // how often to look for reviews that do not go on; default 5 s
	Log    *slog.Logger     // nil: none
}

// Service carries reviews on. Its methods are safe for concurrent use.
type Service struct {
	ServiceOptions
	requests map[livegame.ID]attempt // of the sweeps
	count    counters
}

// counters are what Stats is made of, and the sweeps that have ended.
type counters struct{ requested, finished, failed, jobs, panics, sweeps atomic.Uint64 }

// ServiceStats are numbers for the metrics, from the start of this node on.
type ServiceStats struct {
	Requested, Finished, Failed uint64 // reviews begun, finished and given up here
	Jobs                        uint64 // parts put in the queue
	Panics                      uint64
}

// NewService makes the service. Run must be called for reviews to go on.
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

// Request asks for the review of a game that has ended.
type Request struct {
	Game  livegame.ID
	Line  Line
	Level Level
	Guest string // the guest
	// MaxOwn and All are how many reviews may be open for the asker, and for everybody.
	MaxOwn, MaxAll int
}

// maxRaces is how often a change is tried anew that another node was faster with.
const maxRaces = 10

// Request asks for a review, and returns how far it has come. A review that is there
// already, or being made, and is as thorough, is not made again.
func (s *Service) Request(ctx context.Context, q Request) (State, error) {
	switch n := len(q.Line.Moves); {
	case n == 0:
		return State{}, ErrNoMoves
	case n > MaxPlies:
		return State{}, ErrTooLong
	}
	now := s.Now()
	next, changed, err := s.update(ctx, q.Game, func(r Review, found bool) (Review, bool, error) {
		if !found {
			r = NewReview(q.Game, q.Line, q.Level, q.Guest, now)
		} else if again, changed := r.Request(q.Level, q.Guest, now); changed {
			r = again
		} else {
			return r, false, nil
		}
		return r, true, s.checkLimits(ctx, q)
	})
	if err != nil {
		return State{}, err
	}
	if changed {
		s.count.requested.Add(1)
		s.enqueue(ctx, next)
	}
	return next.State(), nil
}

// State tells how far the review of a game has come.
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

// update changes a review as decide says, and decides anew when another node was
// faster. It reports whether anything was changed.
func (s *Service) update(ctx context.Context, id livegame.ID, decide func(r Review, found bool) (next Review, changed bool, err error)) (Review, bool, error) {
	for range maxRaces {
		r, err := s.Store.Review(ctx, id)
		found := err == nil
		if err != nil && !errors.Is(err, livegame.ErrNotFound) {
			return r, false, err
		}
		next, changed, err := decide(r, found)
		if err != nil || !changed {
			return next, false, err
		}
		err = s.Store.PutReview(ctx, next)
		if err == nil {
			return next, true, nil
		}
		if !errors.Is(err, livegame.ErrConflict) {
			return next, false, err
		}
	}
	return Review{}, false, fmt.Errorf("the review of game %s changes too fast", id)
}

// checkLimits refuses another review where too many are open. Two requests at once may
// both be let through: that does no harm.
func (s *Service) checkLimits(ctx context.Context, q Request) error {
	if q.MaxOwn <= 0 && q.MaxAll <= 0 {
		return nil
	}
	open, err := s.Store.OpenReviews(ctx, q.MaxAll)
	if err != nil || slices.ContainsFunc(open, func(o OpenReview) bool { return o.Game == q.Game }) {
		return err
	}
	own := 0
	for _, o := range open {
		if o.RequestedBy == q.Guest {
			own++
		}
	}
	switch {
	case own >= q.MaxOwn:
		return ErrTooManyOwn
	case len(open) >= q.MaxAll:
		return ErrTooMany
	}
	return nil
}
