package queue_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/queue"
	"github.com/wane-chess/wane/internal/server/queue/queuetest"
)

func TestConform(t *testing.T) {
	queuetest.Conform(t, queuetest.Implementation{
		Open: func(t *testing.T) func(string) livegame.Queue {
			q := queue.New(queue.Options{Retry: time.Millisecond})
			t.Cleanup(func() { _ = q.Close() })
			return func(string) livegame.Queue { return q }
		},
		Pending: func(_ *testing.T, q livegame.Queue) int { return q.(*queue.Queue).Pending() },
		Tries:   queue.Tries,
	})
}

// A node gets no notices of its own.
func TestAlone(t *testing.T) {
	q := queue.New(queue.Options{})
	stop, err := q.Subscribe("", func(livegame.Notice) { t.Error("a notice came") })
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	if err := q.Publish(queuetest.Notice("game1", 1)); err != nil || !q.Alone() {
		t.Error(err)
	}
}

// A job that panics, fails or takes too long is tried again, each time later, and ends after some tries. Others
// are done meanwhile.
func TestTries(t *testing.T) {
	for name, c := range map[string]struct {
		fail func(ctx context.Context) error
		each time.Duration
	}{
		"panic":   {func(context.Context) error { panic("no") }, 0},
		"failure": {func(context.Context) error { return errors.New("no") }, 0},
		"endless": {func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }, time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				q, begun := queue.New(queue.Options{}), time.Now()
				var tried []time.Duration
				ended := make(chan error)
				go func() {
					ended <- q.ConsumeMoves(t.Context(), 1, 1, func(ctx context.Context, j livegame.Job) (livegame.Answer, error) {
						if j.ID != "job.1" {
							return queuetest.Answered(ctx, j)
						}
						tried = append(tried, time.Since(begun))
						return livegame.Answer{}, c.fail(ctx)
					})
				}()
				queuetest.Enqueue(t, q, queuetest.Job(1))
				time.Sleep(time.Hour)
				queuetest.Enqueue(t, q, queuetest.Job(2))
				synctest.Wait()
				if moves := q.Pending(); moves != 1 { // the answer
					t.Errorf("%d jobs and answers are left, want 1", moves)
				}
				var want []time.Duration
				for n := range time.Duration(queue.Tries) {
					want = append(want, n*c.each+n*(n+1)/2*time.Second)
				}
				if !slices.Equal(tried, want) {
					t.Errorf("it was tried at %v, want %v", tried, want)
				}
				_ = q.Close()
				if err := <-ended; !errors.Is(err, queue.ErrClosed) {
					t.Error(err)
				}
			})
		})
	}
}

// A later attempt waits behind one in progress, and is replaced by one later still; a later position ends both.
func TestAttempts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := queue.New(queue.Options{})
		var log []string
		go func() {
			_ = q.ConsumeMoves(t.Context(), 1, 0, func(ctx context.Context, j livegame.Job) (livegame.Answer, error) {
				select {
				case <-time.After(time.Second):
					log = append(log, j.ID)
				case <-ctx.Done():
					log = append(log, j.ID+" ended")
				}
				return livegame.Answer{Move: "e2e4"}, nil
			})
		}()
		ask := func(seq, attempt int) {
			t.Helper()
			queuetest.Enqueue(t, q, livegame.Job{
				ID: fmt.Sprintf("g/%d/%d", seq, attempt), Game: "g", Seq: seq, Line: queuetest.Job(1).Line,
			})
			synctest.Wait()
		}
		ask(1, 0)
		queuetest.Enqueue(t, q, queuetest.Job(7))
		ask(1, 1)
		time.Sleep(1500 * time.Millisecond)
		ask(1, 2)
		time.Sleep(3 * time.Second)
		ask(2, 0)
		ask(2, 1)
		ask(3, 0)
		time.Sleep(3 * time.Second)
		synctest.Wait()
		if want := []string{"g/1/0", "job.7", "g/1/2", "g/2/0 ended", "g/3/0"}; !slices.Equal(log, want) {
			t.Errorf("done are %q, want %q", log, want)
		}
		if moves := q.Pending(); moves != 4 { // the answer to the job that was ended does not count
			t.Errorf("%d jobs and answers are left, want 4", moves)
		}
		_ = q.Close()
	})
}

// A consumer that ends gives back what it has, however often, and another has it at once, before the others.
func TestGivenBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q, begun := queue.New(queue.Options{}), time.Now()
		queuetest.Enqueue(t, q, queuetest.Job(1), queuetest.Job(2))
		for n := range 2 * queue.Tries {
			ctx, cancel := context.WithCancel(t.Context())
			err := q.ConsumeMoves(ctx, 1, 0, func(_ context.Context, j livegame.Job) (livegame.Answer, error) {
				cancel()
				if j.ID != "job.1" {
					t.Errorf("%s comes first at try %d", j.ID, n)
				}
				return livegame.Answer{}, ctx.Err()
			})
			if err != nil {
				t.Error(err)
			}
		}
		if took := time.Since(begun); took > 0 {
			t.Errorf("it took %v", took)
		}
		go func() {
			_ = q.ConsumeMoves(t.Context(), 1, 0, func(context.Context, livegame.Job) (livegame.Answer, error) {
				return livegame.Answer{}, errors.New("the first failure")
			})
		}()
		synctest.Wait()
		if moves := q.Pending(); moves != 2 {
			t.Errorf("%d jobs are left, want 2", moves)
		}
		_ = q.Close()
	})
}

// An ID counts once in five minutes, and the queue takes so many jobs and no more.
func TestKnown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := queue.New(queue.Options{})
		pending := func(want int) {
			t.Helper()
			if moves := q.Pending(); moves != want {
				t.Errorf("%d jobs wait, want %d", moves, want)
			}
		}
		for _, c := range []struct {
			wait time.Duration
			want int
		}{{0, 1}, {4*time.Minute + 59*time.Second, 0}, {10 * time.Minute, 1}} {
			time.Sleep(c.wait)
			queuetest.Enqueue(t, q, queuetest.Job(1))
			pending(c.want)
			if err := q.CancelMoves(t.Context(), queuetest.Job(1).Game, 1); err != nil {
				t.Fatal(err)
			}
			pending(0)
		}
		n := 1
		for err := error(nil); err == nil && n < 1<<20; {
			n++
			err = q.EnqueueMove(t.Context(), queuetest.Job(n))
		}
		pending(n - 2)
		if n-2 != 1<<16 {
			t.Errorf("%d jobs are taken", n-2)
		}
	})
}

func BenchmarkJobs(b *testing.B) { queuetest.Bench(b, queue.New(queue.Options{})) }

// A busy consumer leaves a job to one that is free, and a lost worker costs a try.
func TestExtraAndLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := queue.New(queue.Options{})
		var log []string
		consume := func(name string, extra int) {
			go func() {
				_ = q.ConsumeMoves(t.Context(), 1, extra, func(_ context.Context, j livegame.Job) (livegame.Answer, error) {
					log = append(log, name+" "+j.ID)
					time.Sleep(time.Second)
					return livegame.Answer{Move: "e2e4"}, nil
				})
			}()
			synctest.Wait()
		}
		consume("a", 2)
		consume("b", 0)
		for n := range 5 {
			queuetest.Enqueue(t, q, queuetest.Job(n))
			synctest.Wait()
		}
		if want := []string{"a job.0", "b job.1", "a job.2", "a job.3"}; !slices.Equal(log, want) {
			t.Errorf("begun are %q, want %q", log, want)
		}
		time.Sleep(5 * time.Second)
		_ = q.Close()

		q = queue.New(queue.Options{})
		queuetest.Enqueue(t, q, queuetest.Job(1))
		tries := 0
		for range 2 * queue.Tries {
			ctx, cancel := context.WithCancel(t.Context())
			go func() {
				_ = q.ConsumeMoves(ctx, 1, 0, func(context.Context, livegame.Job) (livegame.Answer, error) {
					tries++
					cancel()
					return livegame.Answer{}, queue.ErrLost
				})
			}()
			synctest.Wait()
			cancel()
			time.Sleep(time.Minute) // each try comes later
		}
		if moves := q.Pending(); tries != queue.Tries || moves != 0 {
			t.Errorf("%d tries, and %d jobs are left; want %d and none", tries, moves, queue.Tries)
		}
		_ = q.Close()
	})
}
