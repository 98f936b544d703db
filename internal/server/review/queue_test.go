package review_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"sync"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/queue"
	"github.com/wane-chess/wane/internal/server/review"
	"github.com/wane-chess/wane/notation"
)

// patience is how long a test waits before it fails.
const patience = 30 * time.Second

// newQueue returns an empty queue, which tries again soon.
func newQueue(t *testing.T) (*review.Parts, *queue.Queue) {
	q := queue.New(queue.Options{Retry: time.Millisecond})
	t.Cleanup(func() { _ = q.Close() })
	return review.NewQueue(q), q
}

// got waits for a value.
func got[T any](t *testing.T, c <-chan T) (v T) {
	t.Helper()
	select {
	case v = <-c:
	case <-time.After(patience):
		t.Fatal("nothing came")
	}
	return v
}

// working runs a function until the test ends.
func working(t *testing.T, f func(context.Context) error) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- f(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("it ended with %v", err)
		}
	})
}

// part is the job for the last of n positions and the one before.
func part(n int) review.Job {
	line := notation.Line{Variant: "chess", Moves: make([]string, n-1)}
	return review.Job{Game: "abcdefghijkl", Line: line, Level: review.Quick, From: n - 2, To: n}
}

func ask(t *testing.T, q *review.Parts, jobs ...review.Job) {
	t.Helper()
	for _, j := range jobs {
		if err := q.EnqueueReview(t.Context(), j); err != nil {
			t.Fatal(err)
		}
	}
}

// reviewed does a part at once.
func reviewed(_ context.Context, j review.Job) (review.Answer, error) {
	found := make([]review.Evaluation, j.To-j.From)
	return review.Answer{Game: j.Game, Level: j.Level, From: j.From, To: j.To, Evaluations: found}, nil
}

// verdicts collects the answers to the nodes.
func verdicts(t *testing.T, q *review.Parts) <-chan review.Answer {
	c := make(chan review.Answer, 100)
	working(t, func(ctx context.Context) error {
		return q.ConsumeReviewAnswers(ctx, func(_ context.Context, a review.Answer) error { c <- a; return nil })
	})
	return c
}

// A worker gets a part of a review unchanged, and a node the answer. While the part is in
// the queue, it is not enqueued again; when it is done, it can be.
func TestQueue(t *testing.T) {
	q, _ := newQueue(t)
	first := review.Job{
		Game:  "abcdefghijkl",
		Line:  notation.Line{Variant: "shrink", FEN: "8/8 w", Moves: []string{"e2e4", "e7e5"}},
		Level: review.Thorough,
		From:  0,
		To:    2,
		Next:  &review.Evaluation{Score: -5, PV: []string{"a2a3"}, Nodes: 7},
	}
	ask(t, q, first, first, part(9), first)
	found := []review.Evaluation{{Score: 3, PV: []string{"e2e4", "e7e5"}, Nodes: 9}, {Score: -31999, Over: true}}
	jobs := make(chan review.Job, 10)
	working(t, func(ctx context.Context) error {
		return q.ConsumeReviews(ctx, 1, func(_ context.Context, j review.Job) (review.Answer, error) {
			jobs <- j
			return review.Answer{Game: j.Game, Level: j.Level, From: j.From, To: j.To, Evaluations: found}, nil
		})
	})
	if j := got(t, jobs); !reflect.DeepEqual(j, first) {
		t.Errorf("got  %+v\nwant %+v", j, first)
	}
	if j := got(t, jobs); j.To != 9 {
		t.Errorf("%+v came twice", j)
	}
	answers := verdicts(t, q)
	seen := map[int]review.Answer{}
	for range 2 {
		v := got(t, answers)
		seen[v.To] = v
	}
	want := map[int]review.Answer{
		2: {Game: "abcdefghijkl", Level: review.Thorough, From: 0, To: 2, Evaluations: found},
		9: {Game: "abcdefghijkl", Level: review.Quick, From: 7, To: 9, Evaluations: found},
	}
	if !reflect.DeepEqual(seen, want) {
		t.Errorf("got  %+v\nwant %+v", seen, want)
	}
	for begun := time.Now(); len(jobs) == 0; time.Sleep(time.Millisecond) { // until its answer is taken
		if ask(t, q, first); time.Since(begun) > patience {
			t.Fatal("it does not come again")
		}
	}
	if j := got(t, jobs); !reflect.DeepEqual(j, first) {
		t.Errorf("the second time came %+v", j)
	}
	if v := got(t, answers); v.To != 2 {
		t.Errorf("the second answer is %+v", v)
	}
}

// A part that fails, or whose answer is invalid, is retried a limited number of times, an
// invalid part never.
func TestQueueFails(t *testing.T) {
	q, _ := newQueue(t)
	var mu sync.Mutex
	tried := map[int]int{}
	working(t, func(ctx context.Context) error {
		return q.ConsumeReviews(ctx, 1, func(ctx context.Context, j review.Job) (review.Answer, error) {
			mu.Lock()
			defer mu.Unlock()
			tried[j.To]++
			a, err := reviewed(ctx, j)
			switch j.To {
			case 7:
				a.Evaluations = a.Evaluations[1:] // one is missing
			case 8:
				err = fmt.Errorf("%w: it cannot be", livegame.ErrBadJob)
			case 9:
				err = errors.New("it always fails")
			}
			return a, err
		})
	})
	answers := verdicts(t, q)
	ask(t, q, part(7), part(8), part(9), part(6))
	if v := got(t, answers); v.To != 6 {
		t.Errorf("%+v", v)
	}
	want := map[int]int{6: 1, 7: queue.Tries, 8: 1, 9: queue.Tries}
	all := func() map[int]int {
		mu.Lock()
		defer mu.Unlock()
		return maps.Clone(tried)
	}
	for begun := time.Now(); !maps.Equal(all(), want) && time.Since(begun) < patience; {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(50 * time.Millisecond) // in which they would be tried again
	if tried := all(); !maps.Equal(tried, want) {
		t.Errorf("parts were tried %v times, want %v", tried, want)
	}
}

// A queue rejects invalid parts, and all calls once it is closed.
func TestQueueRefuses(t *testing.T) {
	q, messages := newQueue(t)
	for i, change := range []func(*review.Job){
		func(j *review.Job) { j.Game = "" },
		func(j *review.Job) { j.Game = "a.b" },
		func(j *review.Job) { j.Level = "deep" },
		func(j *review.Job) { j.Variant = "" },
		func(j *review.Job) { j.From = -1 },
		func(j *review.Job) { j.From = j.To },
		func(j *review.Job) { j.To++ },
		func(j *review.Job) { j.Moves = make([]string, review.MaxPlies+1) },
	} {
		j := part(9)
		change(&j)
		if err := q.EnqueueReview(t.Context(), j); err == nil {
			t.Errorf("job %d was accepted: %+v", i, j)
		}
	}
	if err := messages.Close(); err != nil {
		t.Fatal(err)
	}
	for name, err := range map[string]error{
		"EnqueueReview": q.EnqueueReview(t.Context(), part(3)),
		"WorkReviews":   q.ConsumeReviews(t.Context(), 1, reviewed),
		"ReviewAnswers": q.ConsumeReviewAnswers(t.Context(), nil),
	} {
		if err == nil {
			t.Errorf("%s succeeds after Close", name)
		}
	}
}
