package review

import (
	"context"
	"log/slog"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/eventlog"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/notation"
)

// Errors of Service.Request.
var (
	errNoMoves = notAllowed("Nothing was played in this game, so there is nothing to review.")
	errTooLong = notAllowed(
		"This game is too long: games of up to " + strconv.Itoa(MaxPlies/2) + " moves are reviewed.")
	errNotOver = notAllowed("The game is not over yet. It can be reviewed when it has ended.")
)

func notAllowed(why string) error {
	return problem.New(http.StatusConflict, string(livegame.NotAllowed), why)
}

func tooMany(why string) error {
	return problem.New(http.StatusTooManyRequests, problem.CodeTooMany, why)
}

// Games is what the service needs of the game manager.
type Games interface {
	Snapshot(ctx context.Context, id livegame.ID) (manager.Snapshot, error)
	Now() time.Time
}

// Queue is what the service needs of Parts.
type Queue interface {
	EnqueueReview(ctx context.Context, j Job) error
	ConsumeReviewAnswers(ctx context.Context, take func(context.Context, Answer) error) error
}

// Options are what a Service needs.
type Options struct {
	DB    *db.DB
	Games Games
	// Public returns those of the games that are archived and public, in any order. Only the routes need it.
	Public  func(ctx context.Context, ids []livegame.ID) ([]archive.Game, error)
	Queue   Queue
	Lookup  livegame.Lookup
	Limits  limits.Limits         // of open reviews
	Metrics prometheus.Registerer // nil: none
	Log     *slog.Logger          // nil: none
}

// Service runs reviews. Its methods are safe for concurrent use.
type Service struct {
	Options
	requests map[livegame.ID]attempt // of the last sweep; nil: there was none
	count    counters
}

// counters count events on this node since its start.
type counters struct{ requested, finished, failed, jobs, panics prometheus.Counter }

// New returns a service. It needs Jobs.
func New(o Options) *Service {
	o.Limits = o.Limits.WithDefaults()
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	counter := func(name, help string) prometheus.Counter {
		c := prometheus.NewCounter(prometheus.CounterOpts{Name: name, Help: help})
		if o.Metrics != nil {
			o.Metrics.MustRegister(c)
		}
		return c
	}
	return &Service{Options: o, count: counters{
		requested: counter("wane_reviews_asked_total", "Reviews started."),
		finished:  counter("wane_reviews_finished_total", "Reviews finished."),
		failed:    counter("wane_reviews_failed_total", "Reviews that failed or were canceled."),
		jobs:      counter("wane_review_jobs_total", "Review jobs sent to engines."),
		panics:    counter("wane_review_panics_total", "Panics while making reviews."),
	}}
}

// Request requests the review of a finished game.
type Request struct {
	Game  livegame.ID
	Line  notation.Line
	Level Level
	Guest string // ID of the guest
	// Address is a hash of the guest's address, or empty.
	Address string
}

// Request requests a review and returns its state. An existing review that is as
// thorough, finished or not, is kept.
func (s *Service) Request(ctx context.Context, q Request) (State, error) {
	switch n := len(q.Line.Moves); {
	case n == 0:
		return State{}, errNoMoves
	case n > MaxPlies:
		return State{}, errTooLong
	}
	now := s.Games.Now()
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
		s.count.requested.Inc()
		s.enqueueInTurn(ctx, ownerOf(OpenReview{RequestedBy: next.RequestedBy, Address: next.Address}))
	}
	return next.State(), nil
}

// State returns the state of a game's review.
func (s *Service) State(ctx context.Context, id livegame.ID) (State, error) {
	r, err := s.stored(ctx, id)
	return r.State(), err
}

// Report returns the last finished report of a game's review; nil: there is none.
func (s *Service) Report(ctx context.Context, id livegame.ID) (*Report, error) {
	state, err := s.State(ctx, id)
	return state.Result, err
}

// update changes a review as decide says, and reports whether anything changed. Decide returns the review with a number
// above that of before, or eventlog.ErrUnchanged.
func (s *Service) update(
	ctx context.Context, id livegame.ID, decide func(*Review) error,
) (r Review, changed bool, err error) {
	r, err = eventlog.Update(ctx, livegame.ErrConflict, func(ctx context.Context) (Review, error) {
		return s.stored(ctx, id)
	}, func(r *Review) error {
		before := r.Seq
		err := decide(r)
		changed = err == nil && r.Seq != before
		return err
	}, s.put)
	return r, changed && err == nil, err
}

// checkLimits returns an error if too many reviews are open. Two simultaneous requests
// may both pass.
func (s *Service) checkLimits(ctx context.Context, q Request) error {
	l := s.Limits
	if l.Off {
		return nil
	}
	open, err := s.open(ctx, l.AllReviews)
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
	case own >= l.Reviews:
		return tooMany("You are waiting for " + message.Plural(l.Reviews, "review") +
			" already: wait until one of them is finished.")
	case near >= l.AddressReviews && q.Address != "":
		return tooMany("Your address is waiting for " + message.Plural(l.AddressReviews, "review") +
			" already: wait until one of them is finished.")
	case len(open) >= l.AllReviews:
		return tooMany("Too many reviews are in progress: try again in a few minutes.")
	}
	return nil
}
