package manager_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager/managertest"
)

func TestNodesNotifyEachOther(t *testing.T) {
	w := newWorld(t)
	a, b := w.node("a"), w.node("b")
	id := a.create(pair(blitz))
	onA, onB := a.watch(id, ann), b.watch(id, bob)
	a.must(id, move(ann, 0, "e2e4"))
	w.settle()
	onB.await(1)
	b.must(id, move(bob, 1, "e7e5"))
	w.settle()
	onA.await(2)
	onB.await(2)
	if n := w.store.Calls("after"); n != 0 {
		t.Errorf("the store was read %d times, although the notices had everything", n)
	}
}

// Two nodes play different moves at the same ply: one wins, the other gets the error
// that the position has changed, and all watchers see the same.
func TestRace(t *testing.T) {
	w := newWorld(t)
	a, b := w.node("a"), w.node("b")
	id := a.create(pair(blitz))
	onA, onB := a.watch(id, eve), b.watch(id, eve)
	w.hub.Hold() // so that b does not know of it
	a.must(id, move(ann, 0, "e2e4"))
	b.refused(id, move(ann, 0, "d2d4"), livegame.Stale)
	onA.await(1)
	onB.await(1)
	if c := b.Stats().Conflicts; c != 1 {
		t.Errorf("%d conflicts, want 1", c)
	}
	w.hub.Release(1)
	w.settle()
	onB.await(1)
}

// A command that loses a race but stays valid is carried out.
func TestRaceOfIndependentCommands(t *testing.T) {
	w := newWorld(t)
	a, b := w.node("a"), w.node("b")
	id := a.create(pair(blitz))
	b.play(id, "e2e4", "e7e5")
	w.settle()
	w.hub.Hold()
	a.must(id, order(bob, livegame.DoOfferDraw))
	e := b.must(id, move(ann, 2, "g1f3"))
	if e.Seq != 4 {
		t.Errorf("the move is event %d, want 4: after the offer", e.Seq)
	}
}

func TestSameCommandOnTwoNodes(t *testing.T) {
	for range 20 {
		w := newWorld(t)
		nodes := []*node{w.node("a"), w.node("b")}
		id := nodes[0].create(pair(blitz))
		var got [6]livegame.Event
		var all sync.WaitGroup
		for i := range got {
			all.Go(func() {
				var err error
				if got[i], err = nodes[i%2].Do(w.ctx, id, move(ann, 0, "e2e4"), 0); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		events := w.stored(id)
		if len(events) != 1 {
			t.Fatalf("one command led to %d events", len(events))
		}
		for _, e := range got {
			if e != events[0] {
				t.Errorf("a sender got %+v, but %+v is stored", e, events[0])
			}
		}
	}
}

func TestLostNotices(t *testing.T) {
	w := newWorld(t)
	a, b := w.node("a"), w.node("b")
	id := a.create(pair(blitz))
	onB := b.watch(id, bob)
	w.settle()
	w.hub.Filter(func(_ string, n livegame.Notice) bool { return n.Event == nil })
	a.play(id, "e2e4", "e7e5")
	w.settle()
	onB.check(0)

	// The recheck finds them.
	w.clock.Advance(6 * time.Second)
	onB.await(2)

	// So does the next notice that comes through, by the gap.
	a.play(id, "g1f3")
	w.hub.Filter(nil)
	a.play(id, "b8c6")
	onB.await(4)

	// So does a snapshot.
	w.hub.Filter(func(string, livegame.Notice) bool { return false })
	a.play(id, "f1b5")
	b.must(id, move(bob, 5, "a7a6"))
	onB.await(6)
}

// A change that was stored long after its time is found, too, among more games than one query asks for.
func TestLateCommit(t *testing.T) {
	w := newWorld(t)
	a, b := w.node("a"), w.node("b")
	id := a.create(pair(livegame.TimeControl{PerMove: 48 * time.Hour}))
	for range livegame.MaxQueryIDs {
		b.snapshot(a.create(pair(livegame.TimeControl{PerMove: 48 * time.Hour})))
	}
	onB := b.watch(id, bob)
	w.settle()
	w.hub.Filter(func(_ string, n livegame.Notice) bool { return n.Event == nil })
	reached, free := make(chan struct{}), make(chan struct{})
	w.store.SetFault(func(c managertest.Call) managertest.Fault {
		if c.Op != "append" {
			return managertest.Fault{}
		}
		close(reached)
		return managertest.Fault{Wait: free}
	})
	moved := make(chan error, 1)
	go func() {
		_, err := a.Do(w.ctx, id, move(ann, 0, "e2e4"), 0)
		moved <- err
	}()
	<-reached
	w.clock.Advance(time.Minute)
	close(free)
	if err := <-moved; err != nil {
		t.Fatal(err)
	}
	w.store.SetFault(nil)
	onB.check(0)
	w.clock.Advance(6 * time.Second)
	onB.await(1)
}

func TestLateAndDoubledNotices(t *testing.T) {
	w := newWorld(t)
	a, b := w.node("a"), w.node("b")
	id := a.create(pair(blitz))
	onB := b.watch(id, bob)
	w.settle()
	w.hub.Hold()
	a.play(id, "e2e4", "e7e5", "g1f3")
	b.must(id, move(bob, 3, "b8c6"))
	w.hub.Release(3)
	w.settle()
	onB.await(4)
	a.watch(id, ann).await(4)
	if s := a.snapshot(id); len(s.Moves) != 4 {
		t.Errorf("the first node knows %v", s.Moves)
	}
}

// An inconsistent notice changes no game.
func TestForgedNotice(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	id := a.create(pair(blitz))
	onA := a.watch(id, ann)
	forger := w.hub.Node("forger")
	for _, e := range []livegame.Event{
		{Seq: 1, Kind: livegame.Move, Color: game.White, Move: "e2e5", At: w.clock.Now()},
		{Seq: 1, Kind: "nonsense", At: w.clock.Now()},
		{Seq: 9, Kind: livegame.Move, Color: game.White, Move: "e2e4", At: w.clock.Now()},
		{Seq: -1},
	} {
		// The queue rejects an invalid event.
		if err := forger.Publish(livegame.Notice{Node: "forger", Game: id, Event: &e}); (err != nil) != (e.Seq < 1) {
			t.Fatal(err)
		}
		w.settle()
		onA.await(0)
	}
	a.must(id, move(ann, 0, "e2e4"))
	onA.await(1)
}

func TestOneNodeDies(t *testing.T) {
	w := newWorld(t)
	a, b := w.node("a"), w.node("b")
	id := a.create(pair(blitz))
	onB := b.watch(id, bob)
	w.settle()
	w.hub.Filter(func(_ string, n livegame.Notice) bool { return n.Event == nil })
	a.play(id, "e2e4")
	a.kill()
	w.hub.Filter(nil)
	b.must(id, move(bob, 1, "e7e5"))
	b.must(id, move(ann, 2, "g1f3"))
	onB.await(3)
	if again := b.must(id, move(ann, 0, "e2e4")); again.Seq != 1 {
		t.Errorf("the move that the dead node had acknowledged is event %d when it is sent again", again.Seq)
	}
}

// A node starts while the queue cannot be reached.
func TestQueueComesLate(t *testing.T) {
	w := newWorld(t)
	b := w.node("b")
	w.hub.Break(errors.New("not yet"))
	a := w.node("a")
	id := a.create(pair(blitz))
	onA := a.watch(id, ann)
	b.play(id, "e2e4")
	w.clock.Advance(6 * time.Second) // the recheck needs no queue
	onA.await(1)
	w.hub.Break(nil)
	w.clock.Advance(6 * time.Second)
	before := w.store.Calls("after")
	b.play(id, "e7e5")
	w.settle()
	onA.await(2)
	if w.store.Calls("after") != before {
		t.Error("no notice came although the queue is back")
	}
}

// Several players on several nodes move and make offers at once, while notices are lost
// at random: every watcher sees the stored events, each once and in order.
func TestStress(t *testing.T) {
	w := newWorld(t)
	nodes := []*node{w.node("a"), w.node("b")}
	var lost sync.Mutex
	count := 0
	w.hub.Filter(func(string, livegame.Notice) bool {
		lost.Lock()
		defer lost.Unlock()
		count++
		return count%3 != 0
	})
	id := nodes[0].create(pair(livegame.TimeControl{}))
	var watchers []*observer
	for i := range 6 {
		watchers = append(watchers, nodes[i%2].watch(id, []string{ann, bob, eve}[i%3]))
	}
	ctx, cancel := context.WithCancel(w.ctx)
	var all sync.WaitGroup
	all.Go(func() { // a watcher comes and goes
		for i := 0; ctx.Err() == nil; i++ {
			o := nodes[i%2].watch(id, eve)
			o.SetUnresponsive(true)
			o.Stop()
			w.clock.Advance(time.Second)
		}
	})
	dance := []string{"g1f3", "g8f6", "b1c3", "b8c6", "e2e3", "e7e6", "d2d3", "d7d6", "f1e2", "f8e7", "e1g1", "e8g8",
		"a2a3", "a7a6", "h2h3", "h7h6", "c1d2", "c8d7", "d1e1", "d8e8", "b2b3", "b7b6", "g2g3", "g7g6"}
	var players sync.WaitGroup
	for i := range 4 { // both nodes get the moves of both players
		players.Go(func() {
			guest := []string{ann, bob}[i%2]
			for ply := i % 2; ply < len(dance); ply += 2 {
				for {
					_, err := nodes[i/2].Do(w.ctx, id, move(guest, ply, dance[ply]), 0)
					if r := (*livegame.Error)(nil); errors.As(err, &r) && r.Code == livegame.NotYourTurn ||
						errors.As(err, &r) && r.Code == livegame.Stale {
						continue // too early
					}
					if err != nil {
						t.Error(err)
					}
					break
				}
				c := livegame.Command{ID: fmt.Sprint("offer", i, ply), Kind: livegame.DoOfferDraw, Guest: guest}
				if guest == bob {
					c.Kind = livegame.DoDeclineDraw
				}
				_, _ = nodes[1-i/2].Do(w.ctx, id, c, 0) // the result does not matter
			}
		})
	}
	players.Wait()
	cancel()
	all.Wait()
	w.hub.Filter(nil)
	w.settle()
	w.clock.Advance(10 * time.Second)
	events := w.stored(id)
	for _, o := range watchers {
		o.await(len(events))
		if !slices.Equal(o.events, events) {
			t.Error("a watcher saw other events than the stored ones")
		}
	}
	for _, n := range nodes {
		if s := n.snapshot(id); !slices.Equal(s.Moves, dance) || !slices.Equal(s.Events, events) {
			t.Errorf("a node has %v, %d events; the store %d", s.Moves, len(s.Events), len(events))
		}
	}
}
