package manager_test

import (
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager/managertest"
)

// restarted checks how often the observer got the whole game, and its events since.
func (o *observer) restarted(times, seq int) {
	o.t.Helper()
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.restarts != times {
		o.t.Errorf("a watcher got the whole game %d times, want %d", o.restarts, times)
	}
	o.check(seq)
}

// Two nodes have events that the store has lost: the first command makes both go back, and
// the game goes on from there.
func TestLostEvents(t *testing.T) {
	w := newWorld(t)
	a, b := w.node("a"), w.node("b")
	id := a.create(pair(blitz))
	onA, onB := a.watch(id, ann), b.watch(id, bob)
	a.play(id, "e2e4", "e7e5", "g1f3")
	w.settle()
	onB.await(3)
	w.store.Lose(id, 2)

	// What was on the board is not there any more.
	a.refused(id, move(bob, 3, "b8c6"), livegame.Stale)
	onA.restarted(1, 1)
	a.must(id, move(bob, 1, "c7c5"))
	w.settle()
	onA.restarted(1, 2)
	onB.restarted(1, 2)
	b.must(id, move(ann, 2, "g1f3"))
	w.settle()
	onA.restarted(1, 3)
	onB.restarted(1, 3)
	if c := w.hub.Canceled(); len(c) > 0 {
		t.Errorf("jobs of a game without an engine are canceled: %+v", c)
	}
	if got := w.stored(id); len(got) != 3 || got[1].Move != "c7c5" {
		t.Errorf("the store has %+v", got)
	}
}

// The store loses events and gets others from a node that knows nothing of them: a node that
// hears of none of this does not mix the two.
func TestOtherHistory(t *testing.T) {
	w := newWorld(t)
	a, b := w.node("a"), w.node("b")
	id := a.create(pair(blitz))
	onB := b.watch(id, bob)
	a.play(id, "e2e4", "e7e5")
	w.settle()
	onB.await(2)
	w.hub.Hold()
	w.store.Lose(id, 1)
	c := w.node("c")
	c.play(id, "c7c5", "g1f3", "d7d6")
	b.must(id, move(ann, 4, "d2d4"))
	onB.restarted(1, 5)
}

// After a failure of the store, nodes look for lost events without a command.
func TestLostWithTheStore(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	id := a.create(pair(blitz))
	onA := a.watch(id, ann)
	a.play(id, "e2e4", "e7e5")
	w.store.SetFault(func(managertest.Call) managertest.Fault { return managertest.Fault{Before: managertest.ErrBroken} })
	w.clock.Advance(6 * time.Second)
	w.store.Lose(id, 1)
	w.store.SetFault(nil)
	w.clock.Advance(6 * time.Second)
	w.settle()
	onA.restarted(1, 1)
}

// A forged or damaged notice makes a node read the store, once in a second at most, and
// nothing else: nobody sees its event, and no player is away because of it.
func TestForgedNotices(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	id := a.create(pair(blitz))
	onA := a.watch(id, ann)
	onB := a.watch(id, bob)
	a.must(id, move(ann, 0, "e2e4"))
	forged := livegame.Event{
		Seq: 2, Kind: livegame.End, Color: game.White, At: w.clock.Now(), Result: game.BlackWins,
		Reason: livegame.OpponentLeft,
	}
	away := &livegame.Presence{Watchers: 99}
	forger := w.hub.Node("forger")
	before := w.store.Calls("after")
	for range 50 {
		for _, n := range []livegame.Notice{
			{Node: "b/1", Game: id, Event: &forged},
			{Node: "b/1", Game: id, Event: &forged, MAC: make([]byte, 16)},
			{Node: "b/1", Game: id, Presence: away},
		} {
			if err := forger.Publish(n); err != nil {
				t.Fatal(err)
			}
		}
	}
	w.settle()
	onA.check(1)
	onA.sees(true, true, 0)
	if n := w.store.Calls("after") - before; n != 1 {
		t.Errorf("the store was read %d times, want once", n)
	}
	onB.Stop()
	a.must(id, move(bob, 1, "e7e5"))
	w.clock.Advance(time.Minute)
	a.must(id, move(ann, 2, "g1f3"))
	onA.restarted(0, 3)
}

// Notices without a signature may come from a node that has not read the key yet: each is
// heeded within a second.
func TestUnsignedNotices(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	id := a.create(pair(blitz))
	onA := a.watch(id, ann)
	w.hub.Filter(func(to string, n livegame.Notice) bool { return to != "a" || n.Node == "new/1" })
	b := w.node("b")
	for i, text := range []string{"e2e4", "e7e5", "g1f3"} {
		e := b.must(id, move([]string{ann, bob}[i%2], i, text))
		if err := w.hub.Node("new").Publish(livegame.Notice{Node: "new/1", Game: id, Event: &e}); err != nil {
			t.Fatal(err)
		}
		w.settle()
		w.clock.Advance(200 * time.Millisecond)
	}
	w.clock.Advance(time.Second)
	w.settle()
	onA.restarted(0, 3)
}

// A signed notice that was recorded and is sent again later only makes a node read the store.
func TestRecordedNotice(t *testing.T) {
	w := newWorld(t)
	a, b := w.node("a"), w.node("b")
	id := a.create(pair(blitz))
	onA := a.watch(id, ann)
	onB := b.watch(id, bob)
	w.settle()
	var recorded []livegame.Notice
	w.hub.Filter(func(to string, n livegame.Notice) bool {
		if to == "a" && n.Presence != nil && !n.Presence.Colors[game.Black] {
			recorded = append(recorded, n)
		}
		return true
	})
	onB.Stop()
	w.clock.Advance(5 * time.Second)
	w.settle()
	b.watch(id, bob)
	w.settle()
	onA.sees(true, true, 0)
	if len(recorded) == 0 {
		t.Fatal("nothing was recorded")
	}
	for _, wait := range []time.Duration{0, time.Minute} {
		w.clock.Advance(wait)
		w.settle()
		for _, n := range recorded {
			if err := w.hub.Node("recorder").Publish(n); err != nil {
				t.Fatal(err)
			}
		}
		w.settle()
		onA.sees(true, true, 0)
	}
}

// A notice of another node whose content was changed on its way counts as forged.
func TestDamagedNotice(t *testing.T) {
	key := []byte("a key of the nodes")
	n := livegame.Notice{Node: "a/1", Game: "abcdefghijkl", Event: &livegame.Event{
		Seq: 1, Kind: livegame.Move, Move: "e2e4", At: time.UnixMilli(1).UTC(),
	}}
	if err := n.Sign(key); err != nil || !n.Signed(key) || n.Signed([]byte("another key")) {
		t.Fatalf("signed %v, %v", n.Signed(key), err)
	}
	for name, change := range map[string]func(*livegame.Notice){
		"node":      func(n *livegame.Notice) { n.Node = "b/1" },
		"game":      func(n *livegame.Notice) { n.Game = "bbcdefghijkl" },
		"event":     func(n *livegame.Notice) { n.Event.Move = "d2d4" },
		"presence":  func(n *livegame.Notice) { n.Presence = &livegame.Presence{} },
		"end":       func(n *livegame.Notice) { n.Left = true },
		"signature": func(n *livegame.Notice) { n.MAC = n.MAC[:8] },
	} {
		other, e := n, *n.Event
		other.Event = &e
		change(&other)
		if other.Signed(key) {
			t.Errorf("another %s is not noticed", name)
		}
	}
}

// The store loses the player's move while the engine thinks about it: the job is canceled, an
// answer to it does not count, and the next position has a job of its own.
func TestLostEventsOfAnEngineGame(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	id := a.create(versus(game.Black))
	a.must(id, move(ann, 0, "e2e4"))
	lost := w.jobs(1)[0]
	w.store.Lose(id, 1)
	a.refused(id, move(ann, 1, "d2d4"), livegame.Stale)
	w.settle()
	if c := w.hub.Canceled(); len(c) != 1 || c[0] != (managertest.Cancellation{Game: id, Seq: 2}) {
		t.Errorf("these are canceled: %v", c)
	}
	a.must(id, move(ann, 0, "d2d4"))
	again := w.jobs(2)[1]
	if again.Seq != lost.Seq || again.ID == lost.ID {
		t.Errorf("the job %s of the new position follows %s", again.ID, lost.ID)
	}
	w.answer(lost, "e7e5")
	if s := a.snapshot(id); len(s.Moves) != 1 {
		t.Fatalf("after an answer to the lost position the moves are %v", s.Moves)
	}
	w.answer(again, "d7d5")
	if s := a.snapshot(id); len(s.Moves) != 2 || s.Moves[1] != "d7d5" {
		t.Errorf("the moves are %v", s.Moves)
	}
}

// The store loses the engine's move and the player's next one: the engine is asked again at
// once, and the job for the lost position is replaced although it is for more events.
func TestLostMoveOfTheEngine(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	id := a.create(versus(game.Black))
	a.must(id, move(ann, 0, "e2e4"))
	w.answer(w.jobs(1)[0], "e7e5")
	a.must(id, move(ann, 2, "g1f3"))
	w.jobs(2)
	w.store.Lose(id, 2)
	a.refused(id, move(ann, 3, "d2d4"), livegame.Stale)
	j := w.jobs(3)[2]
	if j.Seq != 1 || !j.Restart {
		t.Errorf("the job is %+v", j)
	}
	w.answer(j, "c7c5")
	if s := a.snapshot(id); len(s.Moves) != 2 || s.Moves[1] != "c7c5" {
		t.Errorf("the moves are %v", s.Moves)
	}
}
