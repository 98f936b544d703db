package manager_test

import (
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager/managertest"
)

func TestPresence(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	id := a.create(pair(livegame.TimeControl{}))
	onAnn := a.watch(id, ann)
	onAnn.sees(true, false, 0)
	onBob := a.watch(id, bob)
	onAnn.sees(true, true, 0)
	onBob.sees(true, true, 0)

	onEve := a.watch(id, eve)
	onEve.sees(true, true, 1)
	w.clock.Advance(time.Second) // watchers are reported by the second
	onAnn.sees(true, true, 1)

	second := a.watch(id, bob) // another tab
	onBob.Stop()
	w.clock.Advance(5 * time.Second)
	onAnn.sees(true, true, 1)

	left := w.clock.Now()
	second.Stop()
	second.Stop() // has no effect
	onAnn.sees(true, true, 1)
	w.clock.Advance(3 * time.Second)
	onAnn.sees(true, false, 1)
	if s := a.snapshot(id); !s.AwaySince[game.Black].Equal(left) || !s.AwaySince[game.White].IsZero() {
		t.Errorf("away since %v, want %v", s.AwaySince, left)
	}
	onEve.Stop()
	w.clock.Advance(time.Second)
	onAnn.sees(true, false, 0)
	if n := a.Stats().Watchers; n != 1 {
		t.Errorf("%d watchers, want 1", n)
	}
}

// A player who is away for a moment is not reported.
func TestReloadedPage(t *testing.T) {
	w := newWorld(t)
	a, b := w.node("a"), w.node("b")
	id := a.create(pair(livegame.TimeControl{}))
	onAnn, onBob := a.watch(id, ann), b.watch(id, bob)
	w.settle()
	w.clock.Advance(time.Second)
	w.settle()
	before := onAnn.updates()
	onBob.Stop()
	w.clock.Advance(1500 * time.Millisecond)
	onBob = b.watch(id, bob)
	w.clock.Advance(5 * time.Second)
	w.settle()
	if n := onAnn.updates() - before; n != 0 {
		t.Errorf("a reloaded page was reported %d times", n)
	}
	onBob.sees(true, true, 0)
}

func TestStaleConnection(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	id := a.create(pair(livegame.TimeControl{}))
	onAnn, onBob := a.watch(id, ann), a.watch(id, bob)
	onBob.SetUnresponsive(true)
	onBob.SetUnresponsive(true) // repeated
	w.clock.Advance(3 * time.Second)
	onAnn.sees(true, false, 0)
	onBob.SetUnresponsive(false)
	onAnn.sees(true, true, 0)
	onAnn.SetUnresponsive(true)
	w.clock.Advance(3 * time.Second)
	onBob.sees(false, true, 0)
	onAnn.SetUnresponsive(false)
	onBob.SetUnresponsive(true)
	onBob.Stop()
	w.clock.Advance(3 * time.Second)
	onAnn.sees(true, false, 0)
	onBob.SetUnresponsive(false) // after Stop
	onAnn.sees(true, false, 0)
}

func TestPresenceOfTwoNodes(t *testing.T) {
	w := newWorld(t)
	a, b := w.node("a"), w.node("b")
	id := a.create(pair(livegame.TimeControl{}))
	settle := func(d time.Duration) { // in steps, so that heartbeats arrive in time
		for ; d > 0; d -= time.Second {
			w.clock.Advance(min(d, time.Second))
			w.settle()
		}
	}
	onAnn := a.watch(id, ann)
	settle(time.Second)
	onBob := b.watch(id, bob) // loads the game and exchanges presence
	onEve := b.watch(id, eve)
	settle(2 * time.Second)
	onAnn.sees(true, true, 1)
	onBob.sees(true, true, 1)
	settle(time.Minute) // heartbeats keep it that way
	onAnn.sees(true, true, 1)
	onBob.sees(true, true, 1)

	also := a.watch(id, bob) // Bob changes the node
	onBob.Stop()
	settle(5 * time.Second)
	onAnn.sees(true, true, 1)
	also.Stop()
	settle(3 * time.Second)
	onAnn.sees(true, false, 1)
	onEve.sees(true, false, 1)

	b.kill()                 // and no notice says that Eve has left
	settle(14 * time.Second) // a heartbeat is at most 10 s old, and good for 25 s
	onAnn.sees(true, false, 1)
	settle(12 * time.Second)
	onAnn.sees(true, false, 0)
}

// The node of an opponent dies.
func TestDeadNode(t *testing.T) {
	w := newWorld(t)
	a, b := w.node("a"), w.node("b")
	id := a.create(pair(blitz))
	onAnn := a.watch(id, ann)
	b.watch(id, bob)
	w.settle()
	onAnn.sees(true, true, 0)
	a.play(id, "e2e4", "e7e5", "g1f3")
	b.kill()
	w.clock.Advance(nodeTimeout)
	onAnn.sees(true, false, 0)
	w.clock.Advance(20 * time.Second)
	a.refused(id, order(ann, livegame.DoClaimWin), livegame.NotAllowed) // 30 s after it is known
	w.clock.Advance(11 * time.Second)
	a.must(id, livegame.Command{ID: "claim", Kind: livegame.DoClaimWin, Guest: ann})
	a.ended(id, 4, game.WhiteWins, livegame.OpponentLeft)
}

// The queue fails for minutes, and the opponent is connected to the other node all the time:
// no claim counts until the nodes must have heard of each other again.
func TestClaimWithoutQueue(t *testing.T) {
	w := newWorld(t)
	a, b := w.node("a"), w.node("b")
	id := a.create(pair(livegame.TimeControl{Base: time.Hour}))
	onAnn := a.watch(id, ann)
	onBob := b.watch(id, bob)
	w.settle()
	a.play(id, "e2e4", "e7e5", "g1f3")
	w.hub.Break(managertest.ErrBroken)
	for range 24 { // in steps, as in truth
		w.clock.Advance(5 * time.Second)
	}
	a.refused(id, livegame.Command{ID: "claim 1", Kind: livegame.DoClaimWin, Guest: ann}, livegame.NotAllowed)
	w.hub.Break(nil)
	for range 12 {
		w.clock.Advance(5 * time.Second)
		w.settle()
	}
	onAnn.sees(true, true, 0)
	a.refused(id, livegame.Command{ID: "claim 2", Kind: livegame.DoClaimWin, Guest: ann}, livegame.NotAllowed)
	onBob.Stop() // now he leaves
	for range 7 {
		w.clock.Advance(5 * time.Second)
		w.settle()
	}
	a.must(id, livegame.Command{ID: "claim 3", Kind: livegame.DoClaimWin, Guest: ann})
}

// nodeTimeout is after how long without a heartbeat a node counts as dead.
const nodeTimeout = 26 * time.Second

// A node that ends reports that its players are away.
func TestGracefulEnd(t *testing.T) {
	w := newWorld(t)
	a, b := w.node("a"), w.node("b")
	id := a.create(pair(livegame.TimeControl{}))
	onAnn := a.watch(id, ann)
	b.watch(id, bob)
	w.settle()
	onAnn.sees(true, true, 0)
	b.stop()
	w.settle()
	onAnn.sees(true, false, 0)
}

func TestNeverSeen(t *testing.T) {
	w := newWorld(t)
	id := w.node("a").create(pair(blitz))
	b := w.node("b")
	w.clock.Advance(7 * time.Second)
	since := w.clock.Now()
	b.watch(id, ann)
	w.clock.Advance(5 * time.Second)
	if s := b.snapshot(id); !s.AwaySince[game.Black].Equal(since) {
		t.Errorf("away since %v, want %v: when the game was loaded", s.AwaySince[game.Black], since)
	}
}

// A player who moves without a lasting connection counts as present.
func TestMoveCountsAsPresence(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	id := a.create(pair(blitz))
	a.watch(id, ann)
	a.play(id, "e2e4")
	w.clock.Advance(50 * time.Second)
	a.play(id, "e7e5", "g1f3")
	a.refused(id, order(ann, livegame.DoClaimWin), livegame.NotAllowed)
	if s := a.snapshot(id); !s.AwaySince[game.Black].Equal(w.clock.Now()) {
		t.Errorf("away since %v, want %v", s.AwaySince[game.Black], w.clock.Now())
	}
}

// Watchers become players.
func TestSeats(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	h := pair(blitz)
	h.Seats[game.Black] = livegame.Player{}
	id := a.create(h)
	onAnn, onBob := a.watch(id, ann), a.watch(id, bob)
	w.clock.Advance(time.Second)
	if got := a.snapshot(id); got.Presence != (livegame.Presence{Colors: [2]bool{true, false}, Watchers: 1}) ||
		!got.AwaySince[game.Black].IsZero() {
		t.Errorf("before: %+v, away %v", got.Presence, got.AwaySince)
	}
	onAnn.Stop() // she reloads her page while he joins
	a.must(id, livegame.Command{ID: "join", Kind: livegame.DoJoin, Guest: bob, Name: "Bob"})
	onBob.sees(true, true, 0)
	onAnn = a.watch(id, ann)
	onBob.Stop()
	w.clock.Advance(3 * time.Second)
	onAnn.sees(true, false, 0)

	alone := pair(blitz)
	alone.Seats[game.Black] = alone.Seats[game.White]
	a.watch(a.create(alone), ann).sees(true, true, 0)
	a.watch(a.create(versus(game.Black)), ann).sees(true, true, 0)
}

// A connection becomes unresponsive while the store works.
func TestStaleDoesNotWait(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	id := a.create(pair(livegame.TimeControl{}))
	onAnn, onBob := a.watch(id, ann), a.watch(id, bob)
	reached, free := make(chan struct{}), make(chan struct{})
	w.store.SetFault(func(c managertest.Call) managertest.Fault {
		if c.Op == "append" {
			close(reached)
			return managertest.Fault{Wait: free}
		}
		return managertest.Fault{}
	})
	done := make(chan struct{})
	go func() {
		defer close(done)
		if _, err := a.Do(w.ctx, id, move(ann, 0, "e2e4"), 0); err != nil {
			t.Error(err)
		}
	}()
	<-reached
	onBob.SetUnresponsive(true)
	close(free)
	<-done
	w.clock.Advance(3 * time.Second)
	onAnn.sees(true, false, 0)
}
