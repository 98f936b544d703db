package manager_test

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager/managertest"
)

// TestStoreFails has the store fail in every way while it stores a move. After the sender
// has sent the move again, it is stored once; everything acknowledged is stored; and
// watchers saw only stored events.
func TestStoreFails(t *testing.T) {
	type way struct {
		name   string
		faults map[string][]managertest.Fault // by operation, in order
		acked  bool                           // the first sending succeeds
	}
	before, after := managertest.Fault{Before: managertest.ErrBroken}, managertest.Fault{After: managertest.ErrBroken}
	late := managertest.Fault{After: context.DeadlineExceeded}
	never := slices.Repeat([]managertest.Fault{before}, 100)
	for _, c := range []way{
		{"not stored, once", map[string][]managertest.Fault{"append": {before}}, true},
		{"stored, but an error", map[string][]managertest.Fault{"append": {after}}, true},
		{"stored, but too late", map[string][]managertest.Fault{"append": {late}}, true},
		{"not stored, twice", map[string][]managertest.Fault{"append": {before, before}}, false},
		{"not stored, then stored with an error", map[string][]managertest.Fault{"append": {before, after}}, true},
		{"not stored, and reads fail",
			map[string][]managertest.Fault{"append": {before}, "after": never, "load": never}, false},
		{"stored with an error, and reads fail",
			map[string][]managertest.Fault{"append": {after}, "after": never, "load": never}, false},
		{"stored with an error, read at the second attempt",
			map[string][]managertest.Fault{"append": {after}, "after": {before}}, false},
		{"a false conflict",
			map[string][]managertest.Fault{"append": {{Before: livegame.ErrConflict}, {Before: livegame.ErrConflict}}}, true},
		{"endless conflicts",
			map[string][]managertest.Fault{"append": slices.Repeat([]managertest.Fault{{Before: livegame.ErrConflict}}, 100)},
			false},
		{"nothing works", map[string][]managertest.Fault{"append": never, "after": never, "load": never}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t)
			a, b := w.node("a"), w.node("b")
			id := a.create(pair(blitz))
			onA, onB := a.watch(id, ann), b.watch(id, bob)
			var calls = map[string]*atomic.Int32{"append": {}, "after": {}, "load": {}}
			w.store.SetFault(func(call managertest.Call) managertest.Fault {
				list := c.faults[call.Op]
				if n := calls[call.Op]; n != nil {
					if i := int(n.Add(1)); i <= len(list) {
						return list[i-1]
					}
				}
				return managertest.Fault{}
			})
			first, err := a.Do(w.ctx, id, move(ann, 0, "e2e4"), 0)
			if (err == nil) != c.acked {
				t.Fatalf("sent once: %+v, %v", first, err)
			}
			if r := (*livegame.Error)(nil); errors.As(err, &r) {
				t.Fatalf("a failure is reported as a rejection: %v", err)
			}
			if kept := w.faultless(func() []livegame.Event { return w.stored(id) }); err == nil && len(kept) != 1 {
				t.Fatalf("acknowledged, but %d events are stored", len(kept))
			}
			w.store.SetFault(nil)
			again := a.must(id, move(ann, 0, "e2e4"))
			if err == nil && first != again {
				t.Errorf("acknowledged first as %+v, then as %+v", first, again)
			}
			kept := w.stored(id)
			if len(kept) != 1 || kept[0] != again {
				t.Errorf("acknowledged %+v, stored %+v", again, kept)
			}
			a.must(id, move(bob, 1, "e7e5"))
			w.settle()
			w.clock.Advance(10 * time.Second)
			onA.await(2)
			onB.await(2)
		})
	}
}

// faultless turns the faults of the store off and reads it.
func (w *world) faultless(read func() []livegame.Event) []livegame.Event {
	w.store.SetFault(nil)
	return read()
}

// The store carries out a write after the manager has given up and has not found it.
func TestLateWrite(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	id := a.create(pair(blitz))
	onA := a.watch(id, eve)
	w.store.SetFault(func(c managertest.Call) managertest.Fault {
		if c.Op == "append" {
			return managertest.Fault{Before: managertest.ErrBroken}
		}
		return managertest.Fault{}
	})
	if _, err := a.Do(w.ctx, id, move(ann, 0, "e2e4"), 0); err == nil {
		t.Fatal("the store is broken, but the move is acknowledged")
	}
	w.store.SetFault(nil)
	late := w.node("late") // the same as the write
	w.hub.Hold()
	e := late.must(id, move(ann, 0, "e2e4"))
	if again := a.must(id, move(ann, 0, "e2e4")); again != e {
		t.Errorf("sent again: %+v, want %+v", again, e)
	}
	onA.await(1)
}

// A game cannot be loaded, and later can.
func TestLoadIsRetried(t *testing.T) {
	w := newWorld(t)
	id := w.node("a").create(pair(blitz))
	b := w.node("b")
	w.store.SetFault(func(c managertest.Call) managertest.Fault {
		if c.Op == "load" {
			return managertest.Fault{Before: managertest.ErrBroken}
		}
		return managertest.Fault{}
	})
	if _, err := b.Snapshot(w.ctx, id); !errors.Is(err, managertest.ErrBroken) {
		t.Errorf("a game that cannot be read: %v", err)
	}
	if n := b.Stats().Loaded; n != 0 {
		t.Errorf("%d games count as loaded after a failure", n)
	}
	w.store.SetFault(nil)
	b.must(id, move(ann, 0, "e2e4"))
}

// Many requests for a game at the same time load it once.
func TestLoadedOnce(t *testing.T) {
	w := newWorld(t)
	id := w.node("a").create(pair(blitz))
	b, c := w.node("b"), w.node("c")
	other := c.create(pair(blitz))
	before := w.store.Calls("load")
	free, reached := make(chan struct{}), make(chan struct{}, 1)
	w.store.SetFault(func(c managertest.Call) managertest.Fault {
		if c.Op == "load" && c.Game == id {
			reached <- struct{}{}
			return managertest.Fault{Wait: free}
		}
		return managertest.Fault{}
	})
	done := make(chan error)
	for range 10 {
		go func() {
			_, err := b.Snapshot(w.ctx, id)
			done <- err
		}()
	}
	<-reached
	b.snapshot(other) // another game need not wait
	close(free)
	for range 10 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	if n := w.store.Calls("load") - before; n != 2 {
		t.Errorf("two games were loaded %d times", n)
	}
}

// Many requests wait for a game that cannot be loaded: one failure counts for all.
func TestLoadFailsForAll(t *testing.T) {
	w := newWorld(t)
	id := w.node("a").create(pair(blitz))
	b := w.node("b")
	before := w.store.Calls("load")
	free, reached := make(chan struct{}), make(chan struct{})
	w.store.SetFault(func(c managertest.Call) managertest.Fault {
		if c.Op == "load" {
			reached <- struct{}{}
			return managertest.Fault{Wait: free, Before: managertest.ErrBroken}
		}
		return managertest.Fault{}
	})
	const callers = 10
	var late context.Context = &notingContext{Context: w.ctx, waits: make(chan struct{}, 4*callers)}
	done := make(chan error)
	ask := func() {
		_, err := b.Snapshot(late, id)
		done <- err
	}
	go ask()
	<-reached
	for range callers - 1 {
		go ask()
	}
	for range callers - 1 {
		<-late.(*notingContext).waits
	}
	close(free)
	for range callers {
		if err := <-done; !errors.Is(err, managertest.ErrBroken) {
			t.Error(err)
		}
	}
	if n := w.store.Calls("load") - before; n != 1 {
		t.Errorf("the game was loaded %d times", n)
	}
}

// notingContext reports the first wait for its end.
type notingContext struct {
	context.Context
	waits chan struct{}
}

func (c *notingContext) Done() <-chan struct{} {
	c.waits <- struct{}{}
	return c.Context.Done()
}

// A command without an ID cannot be recognized, so it is not retried.
func TestCommandWithoutID(t *testing.T) {
	for _, f := range []managertest.Fault{{Before: managertest.ErrBroken}, {After: managertest.ErrBroken}} {
		w := newWorld(t)
		a := w.node("a")
		id := a.create(pair(blitz))
		w.store.SetFault(func(c managertest.Call) managertest.Fault {
			if c.Op == "append" {
				return f
			}
			return managertest.Fault{}
		})
		c := move(ann, 0, "e2e4")
		c.ID = ""
		if e, err := a.Do(w.ctx, id, c, 0); !errors.Is(err, managertest.ErrBroken) {
			t.Errorf("%+v, %v", e, err)
		}
		if n := w.store.Calls("append"); n != 1 {
			t.Errorf("the store got it %d times", n)
		}
	}
}

// The stored game differs from the loaded one: the game is loaded again, and its watcher
// misses nothing.
func TestWatcherSurvivesReload(t *testing.T) {
	w := newWorld(t)
	a, b := w.node("a"), w.node("b")
	id := a.create(pair(blitz))
	onA := a.watch(id, ann)
	w.settle()
	w.hub.Filter(func(_ string, n livegame.Notice) bool { return n.Event == nil })
	b.play(id, "e2e4", "e7e5")
	w.hub.Filter(nil)
	bad := livegame.Event{Seq: 1, Kind: livegame.Move, Move: "a1a8", At: w.clock.Now()}
	if err := w.hub.Node("bad").Publish(livegame.Notice{Node: "bad", Game: id, Event: &bad}); err != nil {
		t.Fatal(err)
	}
	w.settle()
	onA.await(2)
	a.play(id, "g1f3")
	onA.await(3)
}
