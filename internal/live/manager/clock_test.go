package manager_test

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/manager"
	"github.com/wane-chess/wane/internal/live/manager/managertest"
	"github.com/wane-chess/wane/rules"
)

// wrongClock is the world's clock with an error.
type wrongClock struct {
	*managertest.Clock
	ahead atomic.Int64
}

// Now implements manager.Clock.
func (c *wrongClock) Now() time.Time { return c.Clock.Now().Add(time.Duration(c.ahead.Load())) }

// wrongNode starts a node with a clock of its own; the store has the world's.
func (w *world) wrongNode(name string, ahead time.Duration) (*node, *wrongClock) {
	w.Helper()
	w.store.SetNow(w.clock.Now)
	c := &wrongClock{Clock: w.clock}
	c.ahead.Store(int64(ahead))
	queue := w.hub.Node(name)
	m, stop := managertest.Run(w, manager.Options{Node: name, Store: w.store, Queue: queue, Lookup: rules.ByName, Clock: c})
	n := &node{m, w, queue, stop}
	w.nodes = append(w.nodes, n)
	return n, c
}

// A node whose clock is wrong says so, ends no game on time and charges players correctly.
// When its clock is right again, it does its work.
func TestWrongClock(t *testing.T) {
	for _, ahead := range []time.Duration{10 * time.Minute, -10 * time.Minute, 250 * time.Millisecond} {
		w := newWorld(t)
		a := w.node("a")
		id := a.create(pair(livegame.TimeControl{Base: time.Minute}))
		a.play(id, "e2e4", "e7e5")
		a.kill() // only the other node has the game
		b, clock := w.wrongNode("b", ahead)
		seen := b.watch(id, eve)
		if err := b.Ready(w.ctx); err == nil || !strings.Contains(err.Error(), "the clock of this machine is "+ahead.Abs().String()) {
			t.Errorf("%v ahead: ready says %v", ahead, err)
		}
		w.clock.Advance(30 * time.Second)
		e := b.must(id, move(ann, 2, "g1f3"))
		if left := e.Clocks[game.White]; left != 30*time.Second {
			t.Errorf("%v ahead: White has %v left, want 30 s", ahead, left)
		}
		w.clock.Advance(2 * time.Minute)
		w.settle()
		seen.check(3)
		clock.ahead.Store(0)
		w.clock.Advance(20 * time.Second)
		w.settle()
		if err := b.Ready(w.ctx); err != nil {
			t.Errorf("%v ahead: later %v", ahead, err)
		}
		b.ended(id, 4, game.WhiteWins, game.TimeOut)
	}
}

// A clock may jump just before a time is over: it is checked before a game ends on time.
func TestClockJumps(t *testing.T) {
	w := newWorld(t)
	b, clock := w.wrongNode("b", 0)
	id := b.create(pair(livegame.TimeControl{Base: time.Minute}))
	seen := b.watch(id, eve)
	b.play(id, "e2e4", "e7e5")
	w.clock.Advance(10 * time.Second)
	clock.ahead.Store(int64(time.Hour))
	e := b.must(id, move(ann, 2, "g1f3")) // not an end on time
	if e.Kind != livegame.Move || e.Clocks[game.White] != 50*time.Second {
		t.Errorf("the move is %+v", e)
	}
	clock.ahead.Store(int64(2 * time.Hour))
	w.clock.Advance(time.Second)
	w.settle()
	seen.check(3)
	if err := b.Ready(w.ctx); err == nil {
		t.Error("the node is ready")
	}
}

// A clock that is a little wrong, or whose check takes long, is right.
func TestClockNearlyRight(t *testing.T) {
	for _, ahead := range []time.Duration{150 * time.Millisecond, -150 * time.Millisecond} {
		w := newWorld(t)
		b, _ := w.wrongNode("b", ahead)
		if err := b.Ready(w.ctx); err != nil {
			t.Errorf("%v ahead: %v", ahead, err)
		}
	}
}
