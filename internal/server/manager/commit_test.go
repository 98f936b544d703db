package manager_test

import (
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/manager/managertest"
)

// heard has the events that the nodes published.
type heard struct {
	mu     sync.Mutex
	events []livegame.Event
	games  int // new games
}

// overhear records the notices of the nodes, and lets none arrive.
func (w *world) overhear() *heard {
	h := &heard{}
	w.hub.Filter(func(_ string, n livegame.Notice) bool {
		h.mu.Lock()
		defer h.mu.Unlock()
		switch {
		case n.Event != nil:
			h.events = append(h.events, *n.Event)
		case n.Presence == nil:
			h.games++
		}
		return false
	})
	return h
}

func (h *heard) all() []livegame.Event {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.events)
}

// An event that the store does not take reaches neither other nodes nor watchers.
func TestUnstoredEventIsNotPublished(t *testing.T) {
	for name, failure := range map[string]error{"an error": managertest.ErrBroken, "a conflict": livegame.ErrConflict} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			a := w.node("a")
			w.node("b") // who would see it
			id := a.create(pair(blitz))
			onA := a.watch(id, eve)
			published := w.overhear()
			w.store.SetFault(func(c managertest.Call) managertest.Fault {
				if c.Op != "append" {
					return managertest.Fault{}
				}
				if got := published.all(); len(got) != 0 {
					t.Errorf("published before it is stored: %+v", got)
				}
				return managertest.Fault{Before: failure}
			})
			if _, err := a.Do(w.ctx, id, move(ann, 0, "e2e4"), 0); !errors.Is(err, failure) {
				t.Fatalf("the move that is not stored: %v", err)
			}
			w.clock.Advance(livegame.FirstMoveTime + time.Second) // nor is the timeout
			onA.await(0)
			if got := published.all(); len(got) != 0 {
				t.Errorf("published although it is not stored: %+v", got)
			}
			w.store.SetFault(nil)
			w.clock.Advance(10 * time.Second)
			onA.await(1)
			if got := published.all(); !slices.Equal(got, w.stored(id)) {
				t.Errorf("published %+v, stored %+v", got, w.stored(id))
			}
		})
	}
}

// Of two moves at once, only the stored one is published.
func TestLostRaceIsNotPublished(t *testing.T) {
	w := newWorld(t)
	a, b := w.node("a"), w.node("b")
	id := a.create(pair(blitz))
	b.watch(id, eve)
	w.settle()
	published := w.overhear()
	a.must(id, move(ann, 0, "e2e4"))
	b.refused(id, move(ann, 0, "d2d4"), livegame.Stale)
	if got := published.all(); !slices.Equal(got, w.stored(id)) {
		t.Errorf("published %+v, stored %+v", got, w.stored(id))
	}
}

// A new game that the store does not take is not announced.
func TestUnstoredGameIsNotAnnounced(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	w.node("b")
	published := w.overhear()
	w.store.SetFault(func(managertest.Call) managertest.Fault { return managertest.Fault{Before: managertest.ErrBroken} })
	if _, err := a.Create(w.ctx, pair(blitz), ""); !errors.Is(err, managertest.ErrBroken) {
		t.Fatalf("a game that is not stored: %v", err)
	}
	if published.games != 0 {
		t.Error("a game that is not stored is announced")
	}
}

// A player is not charged for the lag of a move, up to a bound.
func TestLag(t *testing.T) {
	for _, c := range []struct{ lag, left time.Duration }{
		{0, 50 * time.Second},
		{120 * time.Millisecond, 50*time.Second + 120*time.Millisecond},
		{time.Minute, 50*time.Second + 500*time.Millisecond},
		{-time.Second, 50 * time.Second},
	} {
		w := newWorld(t)
		a := w.node("a")
		id := a.create(pair(livegame.TimeControl{Base: time.Minute}))
		a.play(id, "e2e4", "e7e5")
		w.clock.Advance(10 * time.Second)
		e, err := a.Do(w.ctx, id, move(ann, 2, "g1f3"), c.lag)
		if err != nil || e.Clocks[game.White] != c.left {
			t.Errorf("with a lag of %v, %v are left: %v; want %v", c.lag, e.Clocks[game.White], err, c.left)
		}
	}
}

// A move that waits for another command of its game counts from its arrival.
func TestWaitingForOthersCostsNothing(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	id := a.create(pair(livegame.TimeControl{Base: time.Minute}))
	a.play(id, "e2e4", "e7e5")
	w.clock.Advance(10 * time.Second)
	reached, free := make(chan struct{}), make(chan struct{})
	w.store.SetFault(func(c managertest.Call) managertest.Fault {
		if c.Op != "append" || c.Event.Kind != livegame.DrawOffer {
			return managertest.Fault{}
		}
		close(reached)
		return managertest.Fault{Wait: free}
	})
	offered, moved := make(chan error, 1), make(chan error, 1)
	go func() {
		_, err := a.Do(w.ctx, id, order(bob, livegame.DoOfferDraw), 0)
		offered <- err
	}()
	<-reached
	waiting := &notingContext{Context: w.ctx, waits: make(chan struct{}, 100)}
	var e livegame.Event
	go func() {
		var err error
		e, err = a.Do(waiting, id, move(ann, 2, "g1f3"), 0)
		moved <- err
	}()
	<-waiting.waits
	w.clock.Advance(20 * time.Second)
	close(free)
	if err := errors.Join(<-offered, <-moved); err != nil {
		t.Fatal(err)
	}
	if e.Kind != livegame.Move || e.Clocks[game.White] != 50*time.Second {
		t.Errorf("the move is %+v, want 50 s left", e)
	}
}

// More notices come than the inbox of a game in use can hold: the game reads the dropped
// events from the store.
func TestFullInbox(t *testing.T) {
	w := newWorld(t)
	a, b := w.node("a"), w.node("b")
	id := a.create(pair(livegame.TimeControl{}))
	onB := b.watch(id, eve)
	reached, free := make(chan struct{}), make(chan struct{})
	_, held, err := b.Watch(w.ctx, id, eve, func(u *manager.Update) {
		if u.Event != nil && u.Event.Seq == 1 {
			close(reached)
			<-free // keeps the game in use
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	defer held.Stop()
	done := make(chan error, 1)
	go func() {
		_, err := b.Do(w.ctx, id, move(ann, 0, "e2e4"), 0)
		done <- err
	}()
	<-reached
	a.must(id, move(bob, 1, "e7e5"))
	for i := range 64 { // as many as the inbox holds, so that the first is dropped
		n := livegame.Notice{Node: "c", Game: id, Presence: &livegame.Presence{Watchers: i}}
		if err := w.hub.Node("c").Publish(n); err != nil {
			t.Fatal(err)
		}
	}
	w.settle()
	close(free)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	onB.await(2)
}
