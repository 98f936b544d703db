package manager_test

import (
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/manager/managertest"
	"github.com/wane-chess/wane/rules"
)

// wrongClock is the world's clock with an error.
type wrongClock struct {
	*managertest.Clock
	ahead atomic.Int64
}

// Now implements manager.Clock.
func (c *wrongClock) Now() time.Time { return c.Clock.Now().Add(time.Duration(c.ahead.Load())) }

// setClock is a wrongClock that knows how much time has passed.
type setClock struct{ *wrongClock }

// Steady implements the manager's interface.
func (c setClock) Steady() time.Duration { return c.Clock.Now().Sub(time.Unix(0, 0)) }

// wrongNode starts a node with a clock of its own; the store has the world's.
func (w *world) wrongNode(ahead time.Duration) (*node, *wrongClock) {
	w.Helper()
	w.store.SetNow(w.clock.Now)
	c := &wrongClock{Clock: w.clock}
	c.ahead.Store(int64(ahead))
	return w.nodeWith("b", c), c
}

// moveHeld plays a game's third move, and holds the load of the game until the channel is
// closed. The other channel gets the event.
func (n *node) moveHeld(id livegame.ID) (hold chan struct{}, played chan livegame.Event) {
	n.w.Helper()
	hold, played = make(chan struct{}), make(chan livegame.Event)
	held := make(chan struct{}, 1)
	n.w.store.SetFault(func(c managertest.Call) managertest.Fault {
		if c.Op == "load" && c.Game == id {
			held <- struct{}{}
			return managertest.Fault{Wait: hold}
		}
		return managertest.Fault{}
	})
	go func() {
		e, err := n.Do(n.w.ctx, id, move(ann, 2, "g1f3"), 0)
		if err != nil {
			n.w.Error(err)
		}
		played <- e
	}()
	<-held
	return hold, played
}

// nodeWith starts a node with a clock.
func (w *world) nodeWith(name string, c manager.Clock) *node {
	w.Helper()
	queue := w.hub.Node(name)
	m, stop := managertest.Run(w,
		manager.Options{Node: name, Store: w.store, Queue: queue, Lookup: rules.ByName, Clock: c})
	n := &node{m, w, queue, stop}
	w.nodes = append(w.nodes, n)
	return n
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
		b, clock := w.wrongNode(ahead)
		seen := b.watch(id, eve)
		if err := b.Ready(w.ctx); err == nil ||
			!strings.Contains(err.Error(), "the clock of this machine is "+ahead.Abs().String()) {
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
	b, clock := w.wrongNode(0)
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

// The clock jumps, and one command's check finds it while another command waits for the
// store: neither ends a game.
func TestClockJumpsForAll(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	control := livegame.TimeControl{Base: time.Minute}
	first, second := a.create(pair(control)), a.create(pair(control))
	a.play(first, "e2e4", "e7e5")
	a.play(second, "e2e4", "e7e5")
	a.kill()
	b, clock := w.wrongNode(0)
	w.clock.Advance(10 * time.Second)
	b.snapshot(first)
	clock.ahead.Store(int64(time.Hour))
	hold, waited := b.moveHeld(second)
	if e := b.must(first, move(ann, 2, "g1f3")); e.Kind != livegame.Move {
		t.Errorf("the first game: %+v", e)
	}
	close(hold)
	if e := <-waited; e.Kind != livegame.Move || e.Clocks[game.White] != 50*time.Second {
		t.Errorf("the second game: %+v", e)
	}
}

// A jump that is shorter than the player's time is noticed, too: nobody is charged for it.
func TestShortJump(t *testing.T) {
	w := newWorld(t)
	w.store.SetNow(w.clock.Now)
	clock := &wrongClock{Clock: w.clock}
	b := w.nodeWith("b", setClock{clock})
	id := b.create(pair(livegame.TimeControl{Base: time.Minute}))
	b.play(id, "e2e4", "e7e5")
	w.clock.Advance(2 * time.Second)
	clock.ahead.Store(int64(55 * time.Second))
	if e := b.must(id, move(ann, 2, "g1f3")); e.Clocks[game.White] != 58*time.Second {
		t.Errorf("White has %v, want 58 s", e.Clocks[game.White])
	}
	clock.ahead.Store(0)
	w.clock.Advance(3 * time.Second)
	if e := b.must(id, move(bob, 3, "g8f6")); e.Clocks[game.Black] != 57*time.Second {
		t.Errorf("Black has %v, want 57 s", e.Clocks[game.Black])
	}
}

// A wrong clock is set right, and one command's check of it waits for the store: another
// command waits for the check, too, and is not stamped with a wrong time.
func TestSetRightForAll(t *testing.T) {
	w := newWorld(t)
	clock := &wrongClock{Clock: w.clock}
	clock.ahead.Store(int64(-10 * time.Second))
	w.store.SetNow(w.clock.Now)
	b := w.nodeWith("b", setClock{clock})
	control := livegame.TimeControl{Base: time.Minute}
	var ids []livegame.ID
	for range 2 {
		ids = append(ids, b.create(pair(control)))
		b.play(ids[len(ids)-1], "e2e4", "e7e5")
	}
	w.clock.Advance(time.Second)
	hold, held := make(chan struct{}), make(chan struct{}, 2)
	w.store.SetFault(func(c managertest.Call) managertest.Fault {
		if c.Op == "now" {
			held <- struct{}{}
			return managertest.Fault{Wait: hold}
		}
		return managertest.Fault{}
	})
	clock.ahead.Store(0)
	events := make(chan livegame.Event)
	for i, id := range ids {
		go func() {
			e, err := b.Do(w.ctx, id, move(ann, 2, "g1f3"), 0)
			if err != nil {
				t.Error(err)
			}
			events <- e
		}()
		if i == 0 {
			<-held
		}
	}
	select {
	case e := <-events:
		t.Fatalf("it did not wait: %+v", e)
	case <-time.After(20 * time.Millisecond):
	}
	close(hold)
	for range ids {
		if e := <-events; e.Clocks[game.White] != 59*time.Second {
			t.Errorf("White has %v left, want 59 s", e.Clocks[game.White])
		}
	}
}

// The clock is set while a command waits for the store, and another command has it checked:
// the first is stamped with the time at which it came, not with a mixture.
func TestSetWhileWaiting(t *testing.T) {
	w := newWorld(t)
	w.store.SetNow(w.clock.Now)
	a := w.node("a")
	control := livegame.TimeControl{Base: time.Minute}
	first, second := a.create(pair(control)), a.create(pair(control))
	a.play(first, "e2e4", "e7e5")
	a.play(second, "e2e4", "e7e5")
	a.kill()
	clock := &wrongClock{Clock: w.clock}
	b := w.nodeWith("c", setClock{clock})
	w.clock.Advance(time.Second)
	hold, waited := b.moveHeld(second)
	clock.ahead.Store(int64(-10 * time.Second))
	if e := b.must(first, move(ann, 2, "g1f3")); e.Clocks[game.White] != 59*time.Second {
		t.Errorf("the first game: %+v", e)
	}
	close(hold)
	if e := <-waited; e.Clocks[game.White] != 59*time.Second {
		t.Errorf("the second game: %+v", e)
	}
}

// The clock is set while the store does not answer: a command is not carried out at a wrong
// time, even if the store takes it.
func TestUnknownTime(t *testing.T) {
	w := newWorld(t)
	clock := &wrongClock{Clock: w.clock}
	w.store.SetNow(w.clock.Now)
	b := w.nodeWith("b", setClock{clock})
	id := b.create(pair(livegame.TimeControl{Base: time.Minute}))
	b.play(id, "e2e4", "e7e5")
	clock.ahead.Store(int64(30 * time.Second))
	w.store.SetFault(func(c managertest.Call) managertest.Fault {
		if c.Op == "now" {
			return managertest.Fault{Before: managertest.ErrBroken}
		}
		return managertest.Fault{}
	})
	if e, err := b.Do(w.ctx, id, move(ann, 2, "g1f3"), 0); err == nil {
		t.Errorf("the move became %+v", e)
	}
	w.store.SetFault(nil)
	if e := b.must(id, move(ann, 2, "g1f3")); e.Clocks[game.White] != time.Minute {
		t.Errorf("White has %v left, want a minute", e.Clocks[game.White])
	}
}

// A node that has not reached the store's clock since its start carries out no command, and
// asks again with the next one.
func TestNotYetChecked(t *testing.T) {
	w := newWorld(t)
	w.store.SetNow(w.clock.Now)
	a := w.node("a")
	id := a.create(pair(livegame.TimeControl{Base: time.Minute}))
	a.play(id, "e2e4", "e7e5")
	w.store.SetFault(func(c managertest.Call) managertest.Fault {
		if c.Op == "now" {
			return managertest.Fault{Before: managertest.ErrBroken}
		}
		return managertest.Fault{}
	})
	b, _ := w.wrongNode(30 * time.Second)
	if e, err := b.Do(w.ctx, id, move(ann, 2, "g1f3"), 0); err == nil {
		t.Errorf("the move became %+v", e)
	}
	w.store.SetFault(nil)
	if e := b.must(id, move(ann, 2, "g1f3")); e.Clocks[game.White] != time.Minute {
		t.Errorf("White has %v left, want a minute", e.Clocks[game.White])
	}
}

// lateClock is a setClock on whose machine time passes beside the world's.
type lateClock struct {
	setClock
	passed *atomic.Int64
}

// Now implements manager.Clock.
func (c lateClock) Now() time.Time { return c.setClock.Now().Add(time.Duration(c.passed.Load())) }

// Steady implements the manager's interface.
func (c lateClock) Steady() time.Duration {
	return c.setClock.Steady() + time.Duration(c.passed.Load())
}

// A clock is wrong for sure, but the answer takes too long to tell by how much: no command is
// stamped with a guess.
func TestSlowAnswerIsNoGuess(t *testing.T) {
	w := newWorld(t)
	clock := lateClock{setClock{&wrongClock{Clock: w.clock}}, &atomic.Int64{}}
	now := func() time.Time { return w.clock.Now().Add(time.Duration(clock.passed.Load())) }
	w.store.SetNow(now)
	b := w.nodeWith("b", clock)
	id := b.create(pair(livegame.TimeControl{Base: time.Minute}))
	b.play(id, "e2e4", "e7e5")
	clock.ahead.Store(int64(-10 * time.Second))
	w.store.SetNow(func() time.Time {
		defer clock.passed.Add(int64(2 * time.Second))
		return now()
	})
	if e, err := b.Do(w.ctx, id, move(ann, 2, "g1f3"), 0); err == nil {
		t.Errorf("the move became %+v", e)
	}
	w.store.SetNow(now)
	thought := time.Duration(clock.passed.Load())
	if e := b.must(id, move(ann, 2, "g1f3")); e.Clocks[game.White] != time.Minute-thought {
		t.Errorf("White has %v left, want %v", e.Clocks[game.White], time.Minute-thought)
	}
}

// A clock that was behind is set right. The node, which does not know it yet, believes that a
// time is over: it checks first, and looks again.
func TestSetRightBeforeFlag(t *testing.T) {
	w := newWorld(t)
	b, clock := w.wrongNode(-30 * time.Second)
	id := b.create(pair(livegame.TimeControl{Base: time.Minute}))
	seen := b.watch(id, eve)
	b.play(id, "e2e4", "e7e5")
	w.clock.Advance(31 * time.Second)
	w.settle()
	clock.ahead.Store(0)
	w.clock.Advance(5 * time.Second) // a sweep comes before the next check
	w.settle()
	seen.check(2)
	w.clock.Advance(time.Minute)
	w.settle()
	b.ended(id, 3, game.BlackWins, game.TimeOut)
}

// A node whose clock is known to be wrong leaves a game whose time is over to others, even if
// a command comes for it.
func TestWrongClockEndsNothing(t *testing.T) {
	w := newWorld(t)
	b, clock := w.wrongNode(time.Hour)
	id := b.create(pair(livegame.TimeControl{Base: time.Minute}))
	b.play(id, "e2e4", "e7e5")
	w.clock.Advance(2 * time.Minute)
	if e, err := b.Do(w.ctx, id, order(bob, livegame.DoOfferDraw), 0); err == nil {
		t.Errorf("an offer after the end: %+v", e)
	}
	if got := w.stored(id); len(got) != 2 {
		t.Errorf("stored: %+v", got)
	}
	clock.ahead.Store(0)
	w.clock.Advance(15 * time.Second)
	w.settle()
	b.ended(id, 3, game.BlackWins, game.TimeOut)
}

// An answer that takes long does not tell: what was known stays.
func TestSlowCheckOfClock(t *testing.T) {
	w := newWorld(t)
	b, clock := w.wrongNode(time.Second)
	if b.Ready(w.ctx) == nil {
		t.Fatal("a second is not noticed")
	}
	w.store.SetNow(func() time.Time { // four seconds pass meanwhile, on this machine
		now := w.clock.Now().Add(time.Duration(clock.ahead.Load()) - time.Second)
		clock.ahead.Add(int64(4 * time.Second))
		return now
	})
	w.clock.Advance(10 * time.Second)
	if b.Ready(w.ctx) == nil {
		t.Error("a slow answer makes the clock right")
	}
}

// A clock that is a little wrong is right.
func TestClockNearlyRight(t *testing.T) {
	for _, ahead := range []time.Duration{150 * time.Millisecond, -150 * time.Millisecond} {
		w := newWorld(t)
		b, _ := w.wrongNode(ahead)
		if err := b.Ready(w.ctx); err != nil {
			t.Errorf("%v ahead: %v", ahead, err)
		}
	}
}
