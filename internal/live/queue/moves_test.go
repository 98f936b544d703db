package queue

import (
	"context"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/live/job"
	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/queue/queuetest"
)

// If a worker dies, another does its job, once.
func TestWorkerDies(t *testing.T) {
	t.Parallel()
	open := newCluster(t)
	timing := slow
	timing.AckWait = time.Second
	home, a, c := open(t, "home", timing), open(t, "a", timing), open(t, "b", timing)
	begun, free := make(chan string, 1), make(chan struct{})
	working(t, func(ctx context.Context) error {
		return a.ConsumeMoves(ctx, 1, 0, func(_ context.Context, j livegame.Job) (livegame.Answer, error) {
			begun <- j.ID
			<-free
			return livegame.Answer{Move: "a2a4"}, nil
		})
	})
	t.Cleanup(func() { close(free) })
	queuetest.Enqueue(t, home, queuetest.Job(1))
	got(t, begun)
	a.nc.Close() // a is dead
	doneOnce(t, home, c)
}

// doneOnce checks that b does job 1 and then the next, and that each has one answer.
func doneOnce(t *testing.T, home, c *Client) {
	t.Helper()
	done := make(chan string, 10)
	working(t, func(ctx context.Context) error {
		return c.ConsumeMoves(ctx, 1, 0, func(_ context.Context, j livegame.Job) (livegame.Answer, error) {
			done <- j.ID
			return livegame.Answer{Move: "e2e4"}, nil
		})
	})
	answers := answers(t, home)
	for n := 1; n <= 2; n++ {
		if id := got(t, done); id != queuetest.Job(n).ID {
			t.Errorf("%s is done, want %s", id, queuetest.Job(n).ID)
		}
		if a := got(t, answers); a.Job != queuetest.Job(n).ID || a.Move != "e2e4" {
			t.Errorf("answer %+v", a)
		}
		if n == 1 {
			queuetest.Enqueue(t, home, queuetest.Job(2))
		}
	}
}

// A job that takes longer than the server waits for heartbeats stays with its worker.
func TestLongJob(t *testing.T) {
	t.Parallel()
	open := newCluster(t)
	timing := slow
	timing.AckWait = 1500 * time.Millisecond
	a, c := open(t, "a", timing), open(t, "b", timing)
	begun := make(chan string, 10)
	work := func(ctx context.Context, j livegame.Job) (livegame.Answer, error) {
		begun <- j.ID
		if j.ID == "job.1" {
			job.Pause(ctx, 2*timing.AckWait)
		}
		return livegame.Answer{Move: "e2e4"}, ctx.Err()
	}
	working(t, func(ctx context.Context) error { return a.ConsumeMoves(ctx, 1, 0, work) })
	working(t, func(ctx context.Context) error { return c.ConsumeMoves(ctx, 1, 0, work) })
	queuetest.Enqueue(t, a, queuetest.Job(1))
	if got(t, answers(t, a)); len(begun) != 1 {
		t.Errorf("the job was started %d times", len(begun))
	}
}

// A job that takes too long is interrupted and retried.
func TestEndlessJob(t *testing.T) {
	t.Parallel()
	open := newCluster(t)
	timing := slow
	timing.JobTime = time.Millisecond
	c := open(t, "b", timing)
	tried := 0
	working(t, func(ctx context.Context) error {
		return c.ConsumeMoves(ctx, 1, 0, func(ctx context.Context, j livegame.Job) (livegame.Answer, error) {
			if tried++; tried == 1 {
				<-ctx.Done()
				return livegame.Answer{}, ctx.Err()
			}
			return queuetest.Answered(ctx, j)
		})
	})
	answers := answers(t, c)
	queuetest.Enqueue(t, c, queuetest.Job(4))
	if a := got(t, answers); a.Job != "job.4" || tried != 2 {
		t.Errorf("%+v after %d tries", a, tried)
	}
}

// left is how many messages are in a queue.
func left(t *testing.T, c *Client, q stream) int {
	t.Helper()
	s, err := c.js.Stream(t.Context(), q.config.Name)
	if err != nil {
		t.Fatal(err)
	}
	return int(s.CachedInfo().State.Msgs) //nolint:gosec // a few
}

// emptied waits until a queue is empty.
func emptied(t *testing.T, c *Client, q stream) {
	t.Helper()
	for left(t, c, q) > 0 {
		job.Pause(t.Context(), time.Millisecond) // the server has no notice of an empty queue
	}
}

// Foreign messages on our subjects are dropped.
func TestForeignMessages(t *testing.T) {
	t.Parallel()
	open := newCluster(t)
	a, c := open(t, "a", slow), open(t, "b", slow)
	book := &notebook{}
	c.log = bookLog(book)
	one := heard(t, c, "game1")
	all := heard(t, c, "")
	jobs := make(chan livegame.Job, 10)
	working(t, func(ctx context.Context) error {
		return c.ConsumeMoves(ctx, 1, 0, func(_ context.Context, j livegame.Job) (livegame.Answer, error) {
			jobs <- j
			return queuetest.Answered(ctx, j)
		})
	})
	answers := answers(t, c)
	for _, bad := range []string{
		"", "null", "[]", "{}", "\x00\xff", string(make([]byte, 100_000)),
		`{"g":"game2","e":null}`,
		`{"g":"game1","e":{"q":1,"k":"move","s":7}}`,
		`{"g":"game1","e":{"q":-1,"k":"move"}}`,
		`{"g":"game1","p":{"watchers":-5}}`,
		`{"id":"x"}`,
		`{"id":"x\r\ny","game":"game1","variant":"chess"}`,
		`{"id":"x","game":"../..","variant":"chess"}`,
		`{"id":"x","game":"game1","variant":"chess","ply":-1}`,
		`{"job":"x","game":"game1","move":"e2e4","ply":-3}`,
		`{"job":"x","game":"game1"}`,
	} {
		for _, subject := range []string{gameSubject + "game1", moveJobSubject + "game1", moveAnswerSubject} {
			if err := a.nc.Publish(subject, []byte(bad)); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := a.nc.Flush(); err != nil {
		t.Fatal(err)
	}
	publish(t, a, queuetest.Notice("game1", 5))
	queuetest.Enqueue(t, a, queuetest.Job(1))
	if n := got(t, one); n.Event == nil || n.Event.Seq != 5 {
		t.Errorf("%+v", n)
	}
	if n := got(t, all); n.Event == nil || n.Event.Seq != 5 {
		t.Errorf("%+v", n)
	}
	if j := got(t, jobs); j.ID != "job.1" {
		t.Errorf("%+v", j)
	}
	if a := got(t, answers); a.Job != "job.1" {
		t.Errorf("%+v", a)
	}
	if !book.has("malformed") {
		t.Error("nothing is logged")
	}
}

// EnqueueMove rejects a job that is too long.
func TestEnqueueErrors(t *testing.T) {
	c := newCluster(t)(t, "a", slow)
	j := queuetest.Job(1)
	j.Moves = []string{string(make([]byte, maxMoveJob))}
	if err := c.EnqueueMove(t.Context(), j); err == nil {
		t.Error("in the queue")
	}
}
