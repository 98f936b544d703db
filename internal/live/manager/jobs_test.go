package manager_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/live/livegame"
)

// pending checks how many jobs a node has in its queue.
func (n *node) pending(want int) {
	n.w.Helper()
	if got := n.queue.PendingMoves(); got != want {
		n.w.Fatalf("%d jobs are in the queue of a node, want %d", got, want)
	}
}

// An event on another node takes the job out of this one's queue: by its notice, and if that is lost, by the recheck.
func TestEventElsewhereCancelsJob(t *testing.T) {
	w := newWorld(t)
	a, b := w.node("a"), w.node("b")
	for _, lost := range []bool{false, true} {
		w.hub.Filter(func(string, livegame.Notice) bool { return !lost })
		id := a.against(ann, "somewhere")
		w.settle()
		a.pending(1)
		b.must(id, order(ann, livegame.DoResign))
		w.settle()
		if lost {
			a.pending(1)
			w.clock.Advance(6 * time.Second)
			w.settle()
		}
		a.pending(0)
		b.pending(0)
	}
	if s := a.Stats(); s.StaleJobs != 2 || s.QueuedJobs != 0 {
		t.Errorf("%d jobs were stale, %d are queued, want 2 and 0", s.StaleJobs, s.QueuedJobs)
	}
}

// So does an event after the job, which no worker takes, has lost its place to another one of its owner.
func TestEventElsewhereCancelsLateJob(t *testing.T) {
	w := newWorld(t)
	a, b := w.node("a"), w.node("b")
	var ids []livegame.ID
	for range 4 {
		ids = append(ids, a.against(ann, "somewhere"))
	}
	w.settle()
	a.pending(2)
	for a.queue.PendingMoves() < 4 && w.ctx.Err() == nil {
		w.pass(5 * time.Second)
	}
	for n, id := range ids { // those that wait for their turn again come first
		b.must(id, order(ann, livegame.DoResign))
		w.settle()
		a.pending(3 - n)
	}
}

// A guest who moves on one node and resigns on another has no more jobs in the queue than
// others have.
func TestGuestAlternatesNodes(t *testing.T) {
	w := newWorld(t)
	a, b := w.node("a"), w.node("b")
	for n := range 40 {
		id := a.against("eve", "greedy")
		c := order("eve", livegame.DoResign)
		c.ID = fmt.Sprint("resign ", n)
		b.must(id, c)
		w.settle()
		a.pending(0)
	}
	for range 40 {
		a.against("eve", "greedy")
	}
	w.settle()
	a.pending(2)
	b.pending(0)
}
