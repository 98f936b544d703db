package manager_test

import (
	"errors"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// gone checks that the observer heard once that the game was deleted.
func (o *observer) gone() {
	o.t.Helper()
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.deleted != 1 {
		o.t.Errorf("a watcher heard %d times that the game was deleted, want once", o.deleted)
	}
}

// missing checks that a command finds no game.
func (n *node) missing(id livegame.ID, c livegame.Command) {
	n.w.Helper()
	if _, err := n.Do(n.w.ctx, id, c, 0); !errors.Is(err, livegame.ErrNotFound) {
		n.w.Errorf("a command to a deleted game: %v", err)
	}
}

// A game is deleted while two nodes have it: one hears of it by a command, the other by its
// comparison with the store. The game does not come back.
func TestDeleted(t *testing.T) {
	w := newWorld(t)
	a, b := w.node("a"), w.node("b")
	id := a.create(pair(blitz))
	onA, onB := a.watch(id, ann), b.watch(id, bob)
	a.play(id, "e2e4", "e7e5")
	w.settle()
	w.store.Delete(id, w.clock.Now())
	a.missing(id, move(ann, 2, "g1f3"))
	onA.gone()
	w.clock.Advance(6 * time.Second)
	w.settle()
	onB.gone()
	for range 20 {
		w.clock.Advance(time.Second)
		w.settle()
	}
	b.missing(id, move(ann, 2, "g1f3"))
	onA.gone()
	onB.gone()
	again := pair(blitz)
	again.ID = id
	if _, err := a.Create(w.ctx, again, ""); !errors.Is(err, livegame.ErrNotFound) {
		t.Errorf("a deleted game is created again: %v", err)
	}
	onA.Stop()
	onB.Stop()
	w.clock.Advance(2 * time.Second)
	w.settle()
	if n := a.Stats().Loaded + b.Stats().Loaded; n != 0 {
		t.Errorf("%d games are loaded", n)
	}
}

// A game is deleted while the engine thinks: its job is canceled, and a late answer changes
// nothing.
func TestDeletedWhileTheEngineThinks(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	id := a.create(versus(game.Black))
	onA := a.watch(id, ann)
	a.play(id, "e2e4")
	jobs, err := w.hub.AwaitJobs(w.ctx, 1)
	if err != nil {
		t.Fatal(err)
	}
	w.store.Delete(id, w.clock.Now())
	w.clock.Advance(6 * time.Second)
	w.settle()
	onA.gone()
	if n := a.queue.PendingMoves(); n > 0 {
		t.Error("the job of a deleted game is not canceled")
	}
	w.hub.Answer(livegame.Answer{Job: jobs[0].ID, Game: id, Ply: 1, Move: "e7e5"})
	if _, err := w.hub.AwaitAnswers(w.ctx); err != nil {
		t.Fatal(err)
	}
	if s := a.Stats(); s.WaitingJobs+s.QueuedJobs != 0 {
		t.Errorf("%d jobs wait, %d are queued", s.WaitingJobs, s.QueuedJobs)
	}
}
