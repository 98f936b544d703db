package queuetest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"sync"
	"testing"

	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/review"
	"github.com/wane-chess/wane/notation"
)

// part is the job for the last of n positions and the one before.
func part(n int) review.Job {
	line := notation.Line{Variant: "chess", Moves: make([]string, n-1)}
	return review.Job{Game: "abcdefghijkl", Line: line, Level: review.Quick, From: n - 2, To: n}
}

func ask(t *testing.T, q Queue, jobs ...review.Job) {
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
func verdicts(t *testing.T, q Queue) <-chan review.Answer {
	c := make(chan review.Answer, 100)
	working(t, func(ctx context.Context) error {
		return q.ConsumeReviewAnswers(ctx, func(_ context.Context, a review.Answer) error { c <- a; return nil })
	})
	return c
}

// A worker gets a part of a review unchanged, and a node the answer. While the part is in
// the queue, it is not enqueued again; when it is done, it can be.
func testReviews(t *testing.T, k Implementation) {
	node := k.Open(t)
	a, b := node("a"), node("b")
	first := review.Job{
		Game:  "abcdefghijkl",
		Line:  notation.Line{Variant: "shrink", FEN: "8/8 w", Moves: []string{"e2e4", "e7e5"}},
		Level: review.Thorough,
		From:  0,
		To:    2,
		Next:  &review.Evaluation{Score: -5, PV: []string{"a2a3"}, Nodes: 7},
	}
	ask(t, a, first, first, part(9), first)
	Enqueue(t, a, Job(1)) // reviewers get no moves
	found := []review.Evaluation{{Score: 3, PV: []string{"e2e4", "e7e5"}, Nodes: 9}, {Score: -31999, Over: true}}
	jobs := make(chan review.Job, 10)
	working(t, func(ctx context.Context) error {
		return b.ConsumeReviews(ctx, 1, func(_ context.Context, j review.Job) (review.Answer, error) {
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
	answers := verdicts(t, a)
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
	k.emptied(t, a, ofReviews)
	ask(t, b, first)
	if j := got(t, jobs); !reflect.DeepEqual(j, first) {
		t.Errorf("the second time came %+v", j)
	}
	if v := got(t, answers); v.To != 2 {
		t.Errorf("the second answer is %+v", v)
	}
}

// A part that fails, or whose answer is invalid, is retried a limited number of times, an
// invalid part never.
func testReviewsFail(t *testing.T, k Implementation) {
	q := k.Open(t)("b")
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
	k.emptied(t, q, ofReviews)
	mu.Lock()
	defer mu.Unlock()
	if want := map[int]int{6: 1, 7: k.Tries, 8: 1, 9: k.Tries}; !maps.Equal(tried, want) {
		t.Errorf("parts were tried %v times, want %v", tried, want)
	}
}

// EnqueueReview rejects invalid parts.
func testReviewsRefused(t *testing.T, k Implementation) {
	q := k.Open(t)("b")
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
}
