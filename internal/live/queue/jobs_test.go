package queue

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/live/livegame"
)

// A job comes to a worker as it was, and its answer to a node. What was asked for
// twice is done once.
func TestJobs(t *testing.T) {
	each(t, func(t *testing.T, open cluster) {
		a, b := open(t, "a", slow), open(t, "b", slow)
		first := livegame.Job{
			ID: "g/1/0", Game: "abcdefghijkl", Ply: 2, Variant: "shrink", FEN: "8/8 w", Moves: []string{"e2e4", "e7e5"}, Level: 3,
			Clocks: [2]time.Duration{time.Minute, time.Second}, Increment: time.Second, Issued: time.UnixMilli(1e12).UTC(),
		}
		enqueue(t, a, first, first, job(2), first)
		jobs := make(chan livegame.Job, 10)
		working(t, func(ctx context.Context) error {
			return b.Work(ctx, 1, func(_ context.Context, j livegame.Job) (livegame.Answer, error) {
				jobs <- j
				return livegame.Answer{Move: "g1f3"}, nil
			})
		})
		if j := got(t, jobs); fmt.Sprint(j) != fmt.Sprint(first) {
			t.Errorf("got  %+v\nwant %+v", j, first)
		}
		if j := got(t, jobs); j.ID != "job.2" {
			t.Errorf("%s came twice", j.ID)
		}
		answers := answers(t, a)
		seen := map[livegame.Answer]bool{got(t, answers): true, got(t, answers): true}
		for _, want := range []livegame.Answer{{Job: "g/1/0", Game: "abcdefghijkl", Ply: 2, Move: "g1f3"}, {Job: "job.2", Game: "abcdefghijkl", Ply: 2, Move: "g1f3"}} {
			if !seen[want] {
				t.Errorf("no answer %+v", want)
			}
		}
	})
}

// A job whose worker dies is done by another, once.
func TestWorkerDies(t *testing.T) {
	each(t, func(t *testing.T, open cluster) {
		timing := slow
		timing.AckWait = time.Second
		home, a, b := open(t, "home", timing), open(t, "a", timing), open(t, "b", timing)
		begun, free := make(chan string, 1), make(chan struct{})
		working(t, func(ctx context.Context) error {
			return a.Work(ctx, 1, func(_ context.Context, j livegame.Job) (livegame.Answer, error) {
				begun <- j.ID
				<-free
				return livegame.Answer{Move: "a2a4"}, nil
			})
		})
		t.Cleanup(func() { close(free) })
		enqueue(t, home, job(1))
		got(t, begun)
		a.nc.Close() // nothing more is heard of a
		doneOnce(t, home, b)
	})
}

// A worker that is told to stop gives its job back at once.
func TestWorkerStops(t *testing.T) {
	each(t, func(t *testing.T, open cluster) {
		home, a, b := open(t, "home", slow), open(t, "a", slow), open(t, "b", slow)
		begun := make(chan string, 1)
		stop := working(t, func(ctx context.Context) error {
			return a.Work(ctx, 1, func(ctx context.Context, j livegame.Job) (livegame.Answer, error) {
				begun <- j.ID
				<-ctx.Done()
				return livegame.Answer{}, ctx.Err()
			})
		})
		enqueue(t, home, job(1))
		got(t, begun)
		stop()
		doneOnce(t, home, b)
	})
}

// doneOnce checks that b does job 1, and after it the next, and that both are
// answered once.
func doneOnce(t *testing.T, home, b *Bus) {
	t.Helper()
	done := make(chan string, 10)
	working(t, func(ctx context.Context) error {
		return b.Work(ctx, 1, func(_ context.Context, j livegame.Job) (livegame.Answer, error) {
			done <- j.ID
			return livegame.Answer{Move: "e2e4"}, nil
		})
	})
	answers := answers(t, home)
	for n := 1; n <= 2; n++ {
		if id := got(t, done); id != job(n).ID {
			t.Errorf("%s is done, want %s", id, job(n).ID)
		}
		if a := got(t, answers); a.Job != job(n).ID || a.Move != "e2e4" {
			t.Errorf("answer %+v", a)
		}
		if n == 1 {
			enqueue(t, home, job(2))
		}
	}
}

// A job that takes longer than the server waits for signs of life is not given to
// a second worker.
func TestLongJob(t *testing.T) {
	each(t, func(t *testing.T, open cluster) {
		timing := slow
		timing.AckWait = 1500 * time.Millisecond
		a, b := open(t, "a", timing), open(t, "b", timing)
		begun := make(chan string, 10)
		work := func(ctx context.Context, j livegame.Job) (livegame.Answer, error) {
			begun <- j.ID
			if j.ID == "job.1" {
				pause(ctx, 2*timing.AckWait)
			}
			return livegame.Answer{Move: "e2e4"}, ctx.Err()
		}
		working(t, func(ctx context.Context) error { return a.Work(ctx, 1, work) })
		working(t, func(ctx context.Context) error { return b.Work(ctx, 1, work) })
		enqueue(t, a, job(1))
		if got(t, answers(t, a)); len(begun) != 1 {
			t.Errorf("the job was begun %d times", len(begun))
		}
	})
}

// A job that fails is tried again, but not for ever; one that is bad is not. What
// takes too long is cut off.
func TestFailingJobs(t *testing.T) {
	each(t, func(t *testing.T, open cluster) {
		timing := slow
		timing.Tries = 3
		timing.JobTime = time.Millisecond
		b := open(t, "b", timing)
		var mu sync.Mutex
		tried := map[string]int{}
		working(t, func(ctx context.Context) error {
			return b.Work(ctx, 1, func(ctx context.Context, j livegame.Job) (livegame.Answer, error) {
				mu.Lock()
				defer mu.Unlock()
				tried[j.ID]++
				switch {
				case j.Ply == 1:
					return livegame.Answer{}, errors.New("it always fails")
				case j.Ply == 2:
					return livegame.Answer{}, fmt.Errorf("%w: no such variant", livegame.ErrBadJob)
				case j.Ply == 3 && tried[j.ID] < 3:
					return livegame.Answer{}, errors.New("it fails twice")
				case j.Ply == 4 && tried[j.ID] < 2:
					<-ctx.Done()
					return livegame.Answer{}, ctx.Err()
				case j.Ply == 5:
					return livegame.Answer{}, nil // no move
				}
				return livegame.Answer{Move: "e2e4"}, nil
			})
		})
		answers := answers(t, b)
		enqueue(t, b, job(1), job(2), job(3), job(4), job(5))
		seen := map[string]bool{got(t, answers).Job: true, got(t, answers).Job: true}
		if !seen["job.3"] || !seen["job.4"] {
			t.Errorf("answered: %v", seen)
		}
		for _, q := range []queue{b.queues.jobs, b.queues.answers} {
			emptied(t, b, q)
		}
		mu.Lock()
		defer mu.Unlock()
		if want := map[string]int{"job.1": 3, "job.2": 1, "job.3": 3, "job.4": 2, "job.5": 3}; fmt.Sprint(tried) != fmt.Sprint(want) {
			t.Errorf("tried %v, want %v", tried, want)
		}
	})
}

// emptied waits until nothing is left in a queue.
func emptied(t *testing.T, b *Bus, q queue) {
	t.Helper()
	for ctx := t.Context(); ; {
		s, err := b.js.Stream(ctx, q.stream.Name)
		if err != nil {
			t.Fatal(err)
		}
		if s.CachedInfo().State.Msgs == 0 {
			return
		}
		pause(ctx, time.Millisecond) // the server tells nobody when a queue is empty
	}
}

// An answer that is not taken comes again, to this node or another; each comes to
// one node only.
func TestAnswers(t *testing.T) {
	each(t, func(t *testing.T, open cluster) {
		const count = 50
		a, b := open(t, "a", slow), open(t, "b", slow)
		var mu sync.Mutex
		offered, taken := map[string]int{}, map[string]int{}
		all := make(chan struct{})
		for _, node := range []*Bus{a, b} {
			working(t, func(ctx context.Context) error {
				return node.Answers(ctx, func(_ context.Context, got livegame.Answer) error {
					mu.Lock()
					defer mu.Unlock()
					if offered[got.Job]++; offered[got.Job] <= got.Ply%3 {
						return errors.New("not now")
					}
					if taken[got.Job]++; len(taken) == count && taken[got.Job] == 1 {
						close(all)
					}
					return nil
				})
			})
		}
		working(t, func(ctx context.Context) error { return a.Work(ctx, 3, answered) })
		for n := range count {
			enqueue(t, b, job(n))
		}
		got(t, all)
		emptied(t, a, a.queues.answers)
		mu.Lock()
		defer mu.Unlock()
		for id, n := range taken {
			if n != 1 {
				t.Errorf("%s was taken %d times", id, n)
			}
		}
	})
}

// Bytes from anybody on our subjects harm nothing.
func TestHostileBytes(t *testing.T) {
	each(t, func(t *testing.T, open cluster) {
		a, b := open(t, "a", slow), open(t, "b", slow)
		book := &notebook{}
		b.log = bookLog(book)
		one, _ := heard(t, b, "game1")
		all, _ := heard(t, b, "")
		jobs := make(chan livegame.Job, 10)
		working(t, func(ctx context.Context) error {
			return b.Work(ctx, 1, func(_ context.Context, j livegame.Job) (livegame.Answer, error) {
				jobs <- j
				return answered(ctx, j)
			})
		})
		answers := answers(t, b)
		for _, bad := range []string{
			"", "null", "[]", "{}", "\x00\xff", `{"g":"game2","e":null}`, `{"g":"game1","e":{"q":1,"k":"move","s":7}}`, `{"g":"game1","e":{"q":-1,"k":"move"}}`,
			`{"g":"game1","p":{"watchers":-5}}`, `{"id":"x"}`, `{"id":"x\r\ny","game":"game1","variant":"chess"}`, `{"id":"x","game":"../..","variant":"chess"}`,
			`{"id":"x","game":"game1","variant":"chess","ply":-1}`, `{"job":"x","game":"game1","move":"e2e4","ply":-3}`, `{"job":"x","game":"game1"}`, string(make([]byte, 100_000)),
		} {
			for _, subject := range []string{gameSubject + "game1", jobSubject, answerSubject} {
				if err := a.nc.Publish(subject, []byte(bad)); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := a.nc.Flush(); err != nil {
			t.Fatal(err)
		}
		publish(t, a, notice("game1", 5))
		enqueue(t, a, job(1))
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
	})
}

// Jobs that workers would throw away, or that are too long, are refused.
func TestEnqueueRefuses(t *testing.T) {
	b := embeddedCluster(t)(t, "a", slow)
	for _, change := range []func(*livegame.Job){
		func(j *livegame.Job) { j.ID = "" }, func(j *livegame.Job) { j.ID = "a\nb" }, func(j *livegame.Job) { j.Game = "" }, func(j *livegame.Job) { j.Game = "*" },
		func(j *livegame.Job) { j.Variant = "" }, func(j *livegame.Job) { j.Ply = -1 }, func(j *livegame.Job) { j.Moves = []string{string(make([]byte, maxJob))} },
	} {
		j := job(1)
		change(&j)
		if err := b.Enqueue(t.Context(), j); err == nil {
			t.Errorf("in the queue: %+.300v", j)
		}
	}
}
