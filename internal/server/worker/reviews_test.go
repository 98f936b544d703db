package worker

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/review"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

// fakeQueue delivers parts of reviews and records the answers.
type fakeQueue struct {
	endless
	jobs     []review.Job
	parallel int
	answers  []review.Answer
	errs     []error
}

type doPart = func(context.Context, review.Job) (review.Answer, error)

// ConsumeReviews implements Queue: one job after the other, each once.
func (q *fakeQueue) ConsumeReviews(ctx context.Context, parallel int, do doPart) error {
	q.parallel = parallel
	for _, j := range q.jobs {
		a, err := do(ctx, j)
		q.answers, q.errs = append(q.answers, a), append(q.errs, err)
	}
	return nil
}

func part(change func(*review.Job)) review.Job {
	line := notation.Line{Variant: "chess", Moves: []string{"f2f3", "e7e5", "g2g4", "d8h4"}}
	j := review.Job{Game: "g", Line: line, Level: review.Quick, From: 3, To: 5}
	if change != nil {
		change(&j)
	}
	return j
}

func runReviews(ctx context.Context, t *testing.T, e func() engine.Engine, jobs ...review.Job) *fakeQueue {
	t.Helper()
	q := &fakeQueue{jobs: jobs}
	o := Options{Queue: q, Lookup: rules.ByName, NewEngine: e, Parallel: 5}
	if err := Run(ctx, o); err != nil {
		t.Fatal(err)
	}
	if q.parallel != 2 {
		t.Errorf("%d reviews at a time, want 2 of 5 hands", q.parallel)
	}
	return q
}

// A worker does a part of a review as Job.Do does.
func TestReview(t *testing.T) {
	j := part(nil)
	q := runReviews(t.Context(), t, func() engine.Engine { return search.New(eval.NewNode) }, j, j)
	want, err := j.Do(t.Context(), search.New(eval.NewNode), rules.ByName, nil)
	if err != nil || len(want.Evaluations) != 2 || want.Evaluations[0].PV[0] != "d8h4" || !want.Evaluations[1].Over {
		t.Fatalf("%+v, %v", want, err)
	}
	for i, got := range q.answers {
		if q.errs[i] != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, %v\nwant %+v", got, q.errs[i], want)
		}
	}
}

// An impossible part is answered with a fault, so that it is not retried.
func TestReviewFaults(t *testing.T) {
	for _, c := range []struct {
		change func(*review.Job)
		want   string
	}{
		{func(j *review.Job) { j.Variant = "checkers" }, "checkers"},
		{func(j *review.Job) { j.FEN = "nonsense" }, ""},
		{func(j *review.Job) { j.Moves[1] = "e7e3" }, "move 2"},
		{func(j *review.Job) { j.To = 6 }, "has no such"},
		{func(j *review.Job) { j.Level = "deep" }, "has no such"},
	} {
		q := runReviews(t.Context(), t, func() engine.Engine { return &fakeEngine{} }, part(c.change))
		if a := q.answers[0]; q.errs[0] != nil || a.Fault == "" || !strings.Contains(a.Fault, c.want) {
			t.Errorf("%+v, %v; want a fault with %q", a, q.errs[0], c.want)
		}
	}
	var made []*fakeEngine
	q := runReviews(t.Context(), t, func() engine.Engine {
		made = append(made, &fakeEngine{panics: len(made) == 0})
		return made[len(made)-1]
	}, part(nil), part(nil))
	if a := q.answers[0]; a.Fault != engineFailedText || a.Game != "g" || a.To != 5 || q.errs[0] != nil {
		t.Errorf("after a panic: %+v, %v", a, q.errs[0])
	}
	if a := q.answers[1]; a.Fault != "" || len(a.Evaluations) != 2 || len(made) != 2 || made[1].hash != review.HashMB {
		t.Errorf("with a new engine: %+v; %d engines", a, len(made))
	}
}

// A part that is interrupted because the worker stops has no answer.
func TestReviewStops(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	q := runReviews(ctx, t, func() engine.Engine { return &fakeEngine{} }, part(nil))
	if !errors.Is(q.errs[0], context.Canceled) || q.answers[0].Fault != "" {
		t.Errorf("%+v, %v", q.answers[0], q.errs[0])
	}
}

// endless is a queue whose kinds of work end with their context, or at once with an error.
type endless struct{ moves, reviews error }

func unlessFailed(ctx context.Context, err error) error {
	if err == nil {
		<-ctx.Done()
	}
	return err
}

func (b endless) ConsumeMoves(ctx context.Context, _, _ int, _ doMove) error {
	return unlessFailed(ctx, b.moves)
}

func (b endless) ConsumeReviews(ctx context.Context, _ int, _ doPart) error {
	return unlessFailed(ctx, b.reviews)
}

// If the queue of moves or of reviews fails, the worker ends.
func TestQueueFails(t *testing.T) {
	gone := errors.New("gone")
	for _, o := range []Options{
		{Queue: endless{moves: gone}},
		{Queue: endless{reviews: gone}},
	} {
		o.NewEngine = func() engine.Engine { return &fakeEngine{} }
		if err := Run(t.Context(), o); !errors.Is(err, gone) {
			t.Errorf("it ends with %v", err)
		}
	}
}

// Reviews run only when moves leave capacity. Moves never wait.
func TestReviewsYield(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScheduler(2, time.Now)
		a, b := s.beginReview(t.Context()), s.beginReview(t.Context())
		a.yield(t.Context()) // there is capacity for two
		endMove := s.beginMove(t.Context(), livegame.Owner{}, 1).end
		var back []string
		rest := func(name string, u *slot) {
			go func() {
				u.yield(t.Context())
				back = append(back, name)
			}()
			synctest.Wait()
		}
		rest("a", a)
		if len(back) > 0 || s.reviews != 1 {
			t.Fatalf("with a move %d reviews are at work", s.reviews)
		}
		b.yield(t.Context()) // there is capacity for one beside the move
		endSecond := s.beginMove(t.Context(), livegame.Owner{}, 1).end
		rest("b", b)
		if len(back) > 0 || s.reviews != 0 {
			t.Fatalf("with two moves %d reviews are at work", s.reviews)
		}
		endMove()
		synctest.Wait()
		if len(back) != 1 || s.reviews != 1 {
			t.Fatalf("back are %v", back)
		}
		endSecond()
		synctest.Wait()
		if len(back) != 2 || s.reviews != 2 {
			t.Fatalf("back are %v", back)
		}
		a.end()
		b.end()
		if s.reviews != 0 || s.moves != 0 {
			t.Errorf("at the end %d reviews and %d moves are at work", s.reviews, s.moves)
		}
	})
}

// Without capacity a review still runs for a while at intervals.
func TestReviewsDoNotStarve(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScheduler(1, time.Now)
		defer s.beginMove(t.Context(), livegame.Owner{}, 1).end()
		begun := time.Now()
		u := s.beginReview(t.Context())
		if got := time.Since(begun); got != patience {
			t.Errorf("it began after %v, want %v", got, patience)
		}
		u.yield(t.Context())
		if got := time.Since(begun); got != patience {
			t.Errorf("it had to rest at once, until %v", got)
		}
		time.Sleep(extraTime)
		u.yield(t.Context())
		if got, want := time.Since(begun), 2*patience+extraTime; got != want {
			t.Errorf("it ran again after %v, want %v", got, want)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		time.Sleep(extraTime)
		u.yield(ctx) // a canceled job need not wait
		if got, want := time.Since(begun), 2*patience+2*extraTime; got != want {
			t.Errorf("a review that stops waited until %v, want %v", got, want)
		}
		u.end()
	})
}
