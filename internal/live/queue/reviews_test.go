package queue

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/review"
)

// part is the job about the last of n positions and the one before.
func part(n int) review.Job {
	return review.Job{Game: "abcdefghijkl", Line: review.Line{Variant: "chess", Moves: make([]string, n-1)}, Level: review.Quick, From: n - 2, To: n}
}

func ask(t *testing.T, b *Bus, jobs ...review.Job) {
	t.Helper()
	for _, j := range jobs {
		if err := b.EnqueueReview(t.Context(), j); err != nil {
			t.Fatal(err)
		}
	}
}

// reviewed does a part in no time.
func reviewed(_ context.Context, j review.Job) (review.Answer, error) {
	return review.Answer{Game: j.Game, Level: j.Level, From: j.From, To: j.To, Found: make([]review.Found, j.To-j.From)}, nil
}

// verdicts collects what the nodes are answered.
func verdicts(t *testing.T, b *Bus) <-chan review.Answer {
	c := make(chan review.Answer, 100)
	working(t, func(ctx context.Context) error {
		return b.ReviewAnswers(ctx, func(_ context.Context, a review.Answer) error { c <- a; return nil })
	})
	return c
}

// A part of a review comes to a worker as it was, and what was found to a node.
// While it stands in the queue it is not put there again; when it has been done it
// can be asked for anew.
func TestReviews(t *testing.T) {
	each(t, func(t *testing.T, open cluster) {
		a, b := open(t, "a", slow), open(t, "b", slow)
		first := review.Job{
			Game: "abcdefghijkl", Line: review.Line{Variant: "shrink", FEN: "8/8 w", Moves: []string{"e2e4", "e7e5"}}, Level: review.Thorough,
			From: 0, To: 2, After: &review.Found{Score: -5, Line: []string{"a2a3"}, Nodes: 7},
		}
		ask(t, a, first, first, part(9), first)
		enqueue(t, a, job(1)) // a move does not come to those who review
		found := []review.Found{{Score: 3, Line: []string{"e2e4", "e7e5"}, Nodes: 9}, {Score: -31999, Over: true}}
		jobs := make(chan review.Job, 10)
		working(t, func(ctx context.Context) error {
			return b.WorkReviews(ctx, 1, func(_ context.Context, j review.Job) (review.Answer, error) {
				jobs <- j
				return review.Answer{Game: j.Game, Level: j.Level, From: j.From, To: j.To, Found: found}, nil
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
			2: {Game: "abcdefghijkl", Level: review.Thorough, From: 0, To: 2, Found: found},
			9: {Game: "abcdefghijkl", Level: review.Quick, From: 7, To: 9, Found: found},
		}
		if !reflect.DeepEqual(seen, want) {
			t.Errorf("got  %+v\nwant %+v", seen, want)
		}
		emptied(t, a, a.queues.reviews)
		ask(t, b, first)
		if j := got(t, jobs); !reflect.DeepEqual(j, first) {
			t.Errorf("the second time came %+v", j)
		}
		if v := got(t, answers); v.To != 2 {
			t.Errorf("the second answer is %+v", v)
		}
	})
}

// A part whose worker dies is done by another.
func TestReviewerDies(t *testing.T) {
	each(t, func(t *testing.T, open cluster) {
		timing := slow
		timing.AckWait = time.Second
		home, a, b := open(t, "home", timing), open(t, "a", timing), open(t, "b", timing)
		begun, free := make(chan int, 1), make(chan struct{})
		working(t, func(ctx context.Context) error {
			return a.WorkReviews(ctx, 1, func(ctx context.Context, j review.Job) (review.Answer, error) {
				begun <- j.To
				<-free
				return reviewed(ctx, j)
			})
		})
		t.Cleanup(func() { close(free) })
		ask(t, home, part(9))
		got(t, begun)
		a.nc.Close() // nothing more is heard of a
		ask(t, home, part(9))
		working(t, func(ctx context.Context) error { return b.WorkReviews(ctx, 1, reviewed) })
		answers := verdicts(t, home)
		if v := got(t, answers); v.To != 9 || len(v.Found) != 2 {
			t.Errorf("%+v", v)
		}
		emptied(t, home, home.queues.reviews)
		if len(answers) > 0 {
			t.Errorf("a second answer came: %+v", got(t, answers))
		}
	})
}

// What is no job or answer is refused where it is put in, and thrown away where it
// comes out.
func TestHostileReviews(t *testing.T) {
	each(t, func(t *testing.T, open cluster) {
		timing := slow
		timing.Tries = 2
		b := open(t, "b", timing)
		b.log = bookLog(&notebook{})
		for i, change := range []func(*review.Job){
			func(j *review.Job) { j.Game = "" }, func(j *review.Job) { j.Game = "a.b" }, func(j *review.Job) { j.Level = "deep" }, func(j *review.Job) { j.Variant = "" },
			func(j *review.Job) { j.From = -1 }, func(j *review.Job) { j.From = j.To }, func(j *review.Job) { j.To++ },
			func(j *review.Job) { j.Moves = make([]string, review.MaxPlies+1) }, func(j *review.Job) { j.FEN = string(make([]byte, maxReview)) },
		} {
			j := part(9)
			change(&j)
			if err := b.EnqueueReview(t.Context(), j); err == nil {
				t.Errorf("job %d was taken: %+v", i, j)
			}
		}
		jobs := make(chan int, 10)
		working(t, func(ctx context.Context) error {
			return b.WorkReviews(ctx, 1, func(ctx context.Context, j review.Job) (review.Answer, error) {
				jobs <- j.To
				a, err := reviewed(ctx, j)
				switch j.To {
				case 7:
					a.Found = a.Found[1:] // not all that was asked for
				case 8:
					err = fmt.Errorf("%w: it cannot be", livegame.ErrBadJob)
				case 9:
					err = errors.New("it always fails")
				}
				return a, err
			})
		})
		answers := verdicts(t, b)
		for _, bad := range []string{"", "null", "{}", "\x00", strings.Repeat("9", maxReview+100)} {
			for _, subject := range []string{reviewSubject + "x.y.1", reviewedSubject} {
				_ = b.put(t.Context(), &nats.Msg{Subject: subject, Data: []byte(bad)}, "") // the longest is refused
			}
		}
		ask(t, b, part(7), part(8), part(9), part(6))
		if v := got(t, answers); v.To != 6 {
			t.Errorf("%+v", v)
		}
		emptied(t, b, b.queues.reviews)
		emptied(t, b, b.queues.reviewed)
		close(jobs)
		counts := map[int]int{}
		for to := range jobs {
			counts[to]++
		}
		if want := map[int]int{6: 1, 7: 2, 8: 1, 9: 2}; !reflect.DeepEqual(counts, want) {
			t.Errorf("parts were tried %v times, want %v", counts, want)
		}
	})
}

func TestReviewsAfterClose(t *testing.T) {
	b := opened(t, Options{URL: Embedded, Dir: t.TempDir()})
	closed(t, b)
	if err := b.EnqueueReview(t.Context(), part(3)); !errors.Is(err, ErrClosed) {
		t.Errorf("EnqueueReview: %v", err)
	}
	if err := b.WorkReviews(t.Context(), 1, reviewed); !errors.Is(err, ErrClosed) {
		t.Errorf("WorkReviews: %v", err)
	}
	if err := b.ReviewAnswers(t.Context(), func(context.Context, review.Answer) error { return nil }); !errors.Is(err, ErrClosed) {
		t.Errorf("ReviewAnswers: %v", err)
	}
}
