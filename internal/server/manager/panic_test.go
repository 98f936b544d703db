package manager_test

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager/managertest"
)

// A panic in the background ends neither the node nor the game.
func TestPanics(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	id := a.create(pair(livegame.TimeControl{Base: time.Minute}))
	seen := a.watch(id, eve)
	a.play(id, "e2e4", "e7e5")
	var bugs atomic.Int32
	w.store.SetFault(func(c managertest.Call) managertest.Fault {
		if c.Op == "append" && bugs.Add(1) <= 2 {
			panic("a bug in a store")
		}
		return managertest.Fault{}
	})
	for range 6 { // the timer panics, then a sweep; the next sweep succeeds
		w.clock.Advance(time.Minute)
	}
	seen.await(3)
	a.ended(id, 3, game.BlackWins, game.TimeOut)
	if n := a.Stats().Panics; n != 2 {
		t.Errorf("%d panics, want 2", n)
	}
}

// A client that knows more events than a node sees all of them there.
func TestExpect(t *testing.T) {
	w := newWorld(t)
	a, b := w.node("a"), w.node("b")
	id := a.create(pair(blitz))
	b.watch(id, eve)
	w.hub.Filter(func(string, livegame.Notice) bool { return false })
	a.play(id, "e2e4", "e7e5")
	if n := len(b.snapshot(id).Events); n != 0 {
		t.Fatalf("notices are lost, but b has %d events", n)
	}
	b.ExpectEvent(id, 2)
	if n := len(b.snapshot(id).Events); n != 2 {
		t.Errorf("b has %d events, want 2", n)
	}
	b.ExpectEvent("nosuchgame", 7)
}

// Two nodes with the same name notify each other.
func TestNodesWithTheSameName(t *testing.T) {
	w := newWorld(t)
	a, b := w.node("twin"), w.node("twin")
	id := a.create(pair(blitz))
	onB := b.watch(id, bob)
	a.play(id, "e2e4")
	onB.await(1)
}
