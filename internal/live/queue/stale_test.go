package queue

import (
	"context"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/live/job"
	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/queue/queuetest"
)

// Forged notices that jobs are stale cost them nothing, whether a worker has begun them or
// begins them later.
func TestForgedStale(t *testing.T) {
	t.Parallel()
	open := newCluster(t)
	home, forger := open(t, "home", slow), open(t, "forger", slow)
	begun, free := make(chan string, 10), make(chan struct{})
	working(t, func(ctx context.Context) error {
		return home.ConsumeMoves(ctx, 1, 0, func(ctx context.Context, j livegame.Job) (livegame.Answer, error) {
			begun <- j.ID
			select {
			case <-free:
				return livegame.Answer{Move: "e2e4"}, nil
			case <-ctx.Done():
				return livegame.Answer{}, ctx.Err()
			}
		})
	})
	answers := answers(t, home)
	queuetest.Enqueue(t, home, queuetest.Job(1), queuetest.Job(2))
	first := got(t, begun)
	var known livegame.ID
	for n := 1; n <= 2; n++ {
		forger.announceStale(stale{queuetest.Job(n).Game, 999})
		known = queuetest.Job(n).Game
	}
	for !home.running.heard(known) { // a notice has no reply
		job.Pause(t.Context(), time.Millisecond)
	}
	if err := forger.check(t.Context()); err != nil { // time for the reply of the stream
		t.Fatal(err)
	}
	for range 2 {
		free <- struct{}{}
		if a := got(t, answers); first != "" && a.Job != first {
			t.Errorf("%s is answered first, want %s", a.Job, first)
		}
		first = ""
	}
	emptied(t, home, home.streams.moveJobs)
	if len(begun) != 1 {
		t.Errorf("%d more jobs were begun, want 1", len(begun))
	}
}

// heard reports whether a notice about a game has come.
func (r *runningJobs) heard(id livegame.ID) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.known[0][id]+r.known[1][id] > 0
}

// The stream is asked whether a job is stale: only one that it no longer has is.
func TestIsStale(t *testing.T) {
	c := newCluster(t)(t, "a", slow)
	queuetest.Enqueue(t, c, queuetest.Job(1))
	if c.isStale(t.Context(), queuetest.Job(1)) {
		t.Error("a job that waits is stale")
	}
	if !c.isStale(t.Context(), queuetest.Job(2)) {
		t.Error("a job that the stream does not have is not stale")
	}
	done, cancel := context.WithCancel(t.Context())
	cancel()
	if c.isStale(done, queuetest.Job(2)) {
		t.Error("without a reply a job is stale")
	}
}
