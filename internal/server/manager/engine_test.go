package manager_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/manager/managertest"
	"github.com/wane-chess/wane/rules"
)

// jobs waits for n jobs.
func (w *world) jobs(n int) []livegame.Job {
	w.Helper()
	jobs, err := w.hub.AwaitJobs(w.ctx, n)
	if err != nil || len(jobs) != n {
		w.Fatalf("%d jobs were queued, want %d: %v", len(jobs), n, err)
	}
	return jobs
}

// answer delivers an answer and waits until it is handled. It returns how many answers
// wait for redelivery.
func (w *world) answer(j livegame.Job, text string) (refused int) {
	w.Helper()
	w.hub.Answer(livegame.Answer{Job: j.ID, Game: j.Game, Ply: j.Ply, Move: text})
	refused, err := w.hub.AwaitAnswers(w.ctx)
	if err != nil {
		w.Fatal(err)
	}
	return refused
}

func TestEngineAnswers(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	id := a.create(versus(game.Black))
	seen := a.watch(id, ann)
	a.must(id, move(ann, 0, "e2e4"))
	j := w.jobs(1)[0]
	if j.Game != id || j.Ply != 1 || len(j.Moves) != 1 || j.Level != 1 {
		t.Errorf("the job is %+v", j)
	}
	for _, text := range []string{"e7e4", "e7e5", "e7e5", "d7d5"} { // wrong, right, repeated, from another worker
		if n := w.answer(j, text); n != 0 {
			t.Errorf("the answer %s waits for redelivery", text)
		}
	}
	seen.await(2)
	if s := a.snapshot(id); len(s.Moves) != 2 || s.Moves[1] != "e7e5" {
		t.Errorf("the moves are %v", s.Moves)
	}
	if n := w.answer(livegame.Job{ID: "nobodyknows1/1/0", Game: "nobodyknows1"}, "e7e5"); n != 0 {
		t.Error("an answer for an unknown game waits for redelivery")
	}
	if n := a.Stats().Answers; n != 5 {
		t.Errorf("%d answers, want 5", n)
	}
}

func TestEngineMovesFirst(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	h := versus(game.White)
	h.ID = "engine-begins"
	id := a.create(h)
	j := w.jobs(1)[0]
	a.create(h) // repeated: the same job
	w.answer(j, "d2d4")
	a.must(id, move(ann, 1, "d7d5"))
	w.jobs(2)
}

// An answer about a position that was taken back does not count, even if the board has
// as many moves again.
func TestAnswerAfterTakeback(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	id := a.create(versus(game.Black))
	a.must(id, move(ann, 0, "e2e4"))
	old := w.jobs(1)[0]
	a.must(id, order(ann, livegame.DoOfferTakeback))
	a.must(id, move(ann, 0, "d2d4"))
	w.jobs(2)
	w.answer(old, "e7e5")
	if s := a.snapshot(id); len(s.Moves) != 1 {
		t.Errorf("the moves are %v", s.Moves)
	}
}

// answeredTwice delivers an answer while the store fails, and again when it works: the
// second time the move is made.
func (w *world) answeredTwice(n *node, id livegame.ID, j livegame.Job) {
	w.Helper()
	if again := w.answer(j, "e7e5"); again != 1 {
		w.Fatalf("%d answers wait for redelivery, want 1", again)
	}
	w.store.SetFault(nil)
	w.hub.Redeliver()
	if again, err := w.hub.AwaitAnswers(w.ctx); again != 0 || err != nil {
		w.Fatalf("%d answers wait for redelivery: %v", again, err)
	}
	if s := n.snapshot(id); len(s.Moves) != 2 {
		w.Errorf("the moves are %v", s.Moves)
	}
}

func TestAnswerWhileStoreFails(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	id := a.create(versus(game.Black))
	a.must(id, move(ann, 0, "e2e4"))
	j := w.jobs(1)[0]
	w.store.SetFault(func(managertest.Call) managertest.Fault { return managertest.Fault{Before: managertest.ErrBroken} })
	w.answeredTwice(a, id, j)
}

// The answer comes to a node that cannot load the game at the moment.
func TestAnswerWhileLoadFails(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	id := a.create(versus(game.Black))
	a.must(id, move(ann, 0, "e2e4"))
	j := w.jobs(1)[0]
	a.kill()
	b := w.node("b", manager.Timing{Sweep: time.Hour, Recheck: time.Hour})
	w.store.SetFault(func(managertest.Call) managertest.Fault { return managertest.Fault{Before: managertest.ErrBroken} })
	w.clock.Advance(10 * time.Minute) // until the game is unloaded
	w.answeredTwice(b, id, j)
}

// The answer comes to a node that has not loaded the game.
func TestAnswerElsewhere(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	id := a.create(versus(game.Black))
	a.must(id, move(ann, 0, "e2e4"))
	j := w.jobs(1)[0]
	a.kill()
	b := w.node("b")
	onB := b.watch(id, ann)
	w.answer(j, "e7e5")
	onB.await(2)
}

func TestJobIsRepeated(t *testing.T) {
	w := newWorld(t)
	a, b := w.node("a"), w.node("b") // the node with the player does, with one job each time
	id := a.create(versus(game.Black))
	a.must(id, move(ann, 0, "e2e4"))
	first := w.jobs(1)[0]
	for _, wait := range []struct {
		after time.Duration
		jobs  int
	}{{15 * time.Second, 1}, {10 * time.Second, 2}, {20 * time.Second, 3}, {10 * time.Second, 3}, {30 * time.Second, 4}} {
		w.pass(wait.after)
		w.jobs(wait.jobs)
	}
	all := w.jobs(4)
	for _, j := range all {
		if j.Game != id || j.Ply != first.Ply {
			t.Errorf("a job is %+v", j)
		}
	}
	w.answer(all[3], "e7e5")
	w.answer(first, "d7d5")
	w.pass(5 * time.Minute)
	w.jobs(4)
	if s := b.snapshot(id); len(s.Moves) != 2 {
		t.Errorf("the moves are %v", s.Moves)
	}
}

// A node dies between the move and the job; the next one enqueues the job.
func TestMissingJobIsEnqueued(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	id := a.create(versus(game.Black))
	w.hub.Break(errors.New("cut"))
	a.must(id, move(ann, 0, "e2e4"))
	a.kill()
	w.hub.Break(nil)
	w.clock.Advance(time.Second)
	w.node("b")
	w.pass(5 * time.Second) // until it would know other nodes
	if j := w.jobs(1)[0]; j.Game != id {
		t.Errorf("the job is %+v", j)
	}
}

func TestEnqueueIsRetried(t *testing.T) {
	w := newWorld(t)
	queue := &flakyQueue{Queue: w.hub.Node("a"), failed: make(chan struct{}, 1)}
	m, _ := managertest.Run(t, manager.Options{Store: w.store, Queue: queue, Lookup: rules.ByName, Clock: w.clock})
	if _, err := m.Create(w.ctx, versus(game.White), ""); err != nil {
		t.Fatal(err)
	}
	<-queue.failed
	m.Idle() // the timer is set
	w.clock.Advance(time.Second)
	w.jobs(1)
	// A sweep would have made a job with another number.
	if id := w.hub.Jobs()[0].ID; !strings.HasSuffix(id, "/0") {
		t.Errorf("the queue has the job %s, want the one that failed", id)
	}
}

// flakyQueue fails for the first job.
type flakyQueue struct {
	livegame.Queue
	failed chan struct{}
	tries  int // used by one goroutine after the other
}

func (b *flakyQueue) EnqueueMove(ctx context.Context, j livegame.Job) error {
	if b.tries++; b.tries == 1 {
		b.failed <- struct{}{}
		return errors.New("not now")
	}
	return b.Queue.EnqueueMove(ctx, j)
}

// TestWorkers plays with workers on the queue.
func TestWorkers(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	ctx, cancel := context.WithCancel(w.ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = a.queue.ConsumeMoves(ctx, 2, 0, func(_ context.Context, j livegame.Job) (livegame.Answer, error) {
			return livegame.Answer{Job: j.ID, Game: j.Game, Ply: j.Ply, Move: []string{"", "e7e5", "", "b8c6"}[j.Ply]}, nil
		})
	}()
	id := a.create(versus(game.Black))
	seen := a.watch(id, ann)
	a.must(id, move(ann, 0, "e2e4"))
	seen.await(2)
	a.must(id, move(ann, 2, "g1f3"))
	seen.await(4)
	cancel()
	<-done
}
