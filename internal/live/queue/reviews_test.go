package queue

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/wane-chess/wane/internal/live/review"
	"github.com/wane-chess/wane/notation"
)

// part is the job for the last of n positions and the one before.
func part(n int) review.Job {
	line := notation.Line{Variant: "chess", Moves: make([]string, n-1)}
	return review.Job{Game: "abcdefghijkl", Line: line, Level: review.Quick, From: n - 2, To: n}
}

func ask(t *testing.T, c *Client, jobs ...review.Job) {
	t.Helper()
	for _, j := range jobs {
		if err := c.EnqueueReview(t.Context(), j); err != nil {
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
func verdicts(t *testing.T, b *Client) <-chan review.Answer {
	c := make(chan review.Answer, 100)
	working(t, func(ctx context.Context) error {
		return b.ConsumeReviewAnswers(ctx, func(_ context.Context, a review.Answer) error { c <- a; return nil })
	})
	return c
}

// If a worker dies, another does its part.
func TestReviewerDies(t *testing.T) {
	t.Parallel()
	open := newCluster(t)
	timing := slow
	timing.AckWait = time.Second
	home, a, c := open(t, "home", timing), open(t, "a", timing), open(t, "b", timing)
	begun, free := make(chan int, 1), make(chan struct{})
	working(t, func(ctx context.Context) error {
		return a.ConsumeReviews(ctx, 1, func(ctx context.Context, j review.Job) (review.Answer, error) {
			begun <- j.To
			<-free
			return reviewed(ctx, j)
		})
	})
	t.Cleanup(func() { close(free) })
	ask(t, home, part(9))
	got(t, begun)
	a.nc.Close() // a is dead
	ask(t, home, part(9))
	working(t, func(ctx context.Context) error { return c.ConsumeReviews(ctx, 1, reviewed) })
	answers := verdicts(t, home)
	if v := got(t, answers); v.To != 9 || len(v.Evaluations) != 2 {
		t.Errorf("%+v", v)
	}
	emptied(t, home, home.streams.reviewJobs)
	if len(answers) > 0 {
		t.Errorf("a second answer came: %+v", got(t, answers))
	}
}

// Invalid jobs and answers are dropped, and a job that is too long is rejected.
func TestForeignReviews(t *testing.T) {
	t.Parallel()
	open := newCluster(t)
	c := open(t, "b", slow)
	c.log = bookLog(&notebook{})
	long := part(9)
	long.FEN = string(make([]byte, maxReviewJob))
	if err := c.EnqueueReview(t.Context(), long); err == nil {
		t.Error("a job that is too long is accepted")
	}
	working(t, func(ctx context.Context) error { return c.ConsumeReviews(ctx, 1, reviewed) })
	answers := verdicts(t, c)
	for _, bad := range []string{"", "null", "{}", "\x00", strings.Repeat("9", maxReviewJob+100)} {
		for _, subject := range []string{reviewJobSubject + "x.y.1", reviewAnswerSubject} {
			_, _ = c.publishMsg(t.Context(), &nats.Msg{Subject: subject, Data: []byte(bad)}, "") // the longest is rejected
		}
	}
	ask(t, c, part(6))
	if v := got(t, answers); v.To != 6 {
		t.Errorf("%+v", v)
	}
	emptied(t, c, c.streams.reviewJobs)
	emptied(t, c, c.streams.reviewAnswers)
}
