package manager_test

import (
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/manager/managertest"
)

// ended checks how a game ended.
func (n *node) ended(id livegame.ID, events int, result game.Result, reason game.Reason) {
	n.w.Helper()
	kept := n.w.stored(id)
	if len(kept) != events {
		n.w.Fatalf("%d events are stored, want %d", len(kept), events)
	}
	if last := kept[events-1]; last.Result != result || last.Reason != reason {
		n.w.Errorf("the last event is %+v, want %v: %v", last, result, reason)
	}
}

func TestFlagFalls(t *testing.T) {
	w := newWorld(t)
	a, b := w.node("a"), w.node("b")
	id := a.create(pair(livegame.TimeControl{Base: time.Minute}))
	onA, onB := a.watch(id, eve), b.watch(id, eve)
	a.play(id, "e2e4", "e7e5")
	w.clock.Advance(40 * time.Second)
	a.play(id, "g1f3")
	w.clock.Advance(30 * time.Second)
	a.play(id, "b8c6") // White has 20 s left, Black 30 s
	w.settle()
	w.clock.Advance(20*time.Second + livegame.MaxLag - 10*time.Millisecond)
	onA.await(4)
	w.settle()   // a refresh in the background would find the other node's end
	w.hub.Hold() // so that both nodes end the game, and one is second
	w.clock.Advance(20 * time.Millisecond)
	w.hub.Release(1)
	w.settle()
	if n := a.Stats().Conflicts + b.Stats().Conflicts; n != 1 {
		t.Errorf("%d conflicts, want 1", n)
	}
	onA.await(5)
	onB.await(5)
	a.ended(id, 5, game.BlackWins, game.TimeOut)
	w.clock.Advance(10 * time.Minute)
	w.settle()
	a.ended(id, 5, game.BlackWins, game.TimeOut)
}

func TestNoFirstMove(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	id := a.create(pair(blitz))
	seen := a.watch(id, eve)
	w.clock.Advance(livegame.FirstMoveTime + livegame.MaxLag + 10*time.Millisecond)
	seen.await(1)
	a.ended(id, 1, game.Ongoing, livegame.NoFirstMove)
}

// Only its timer ends the game: the timer was set for an earlier deadline, fires too
// early, and is set again.
func TestTimerFiresEarly(t *testing.T) {
	w := newWorld(t)
	a := w.node("a", manager.Timing{Sweep: 100 * time.Hour, Recheck: 100 * time.Hour})
	id := a.create(pair(livegame.TimeControl{Base: 3 * time.Minute}))
	seen := a.watch(id, eve)
	a.play(id, "e2e4", "e7e5")
	w.clock.Advance(30 * time.Second)
	a.play(id, "g1f3") // half a minute before the timer for the first move fires
	w.clock.Advance(3*time.Minute + livegame.MaxLag - time.Millisecond)
	seen.await(3)
	w.clock.Advance(10 * time.Millisecond)
	seen.await(4)
	a.ended(id, 4, game.WhiteWins, game.TimeOut)
}

// The only node that has the game dies; a sweep of another ends it.
func TestFlagFallsInUnloadedGame(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	id := a.create(pair(livegame.TimeControl{Base: time.Minute}))
	a.play(id, "e2e4", "e7e5")
	a.kill()
	b := w.node("b")
	w.clock.Advance(2 * time.Minute)
	b.ended(id, 3, game.BlackWins, game.TimeOut)
}

// A deadline passes while no node runs.
func TestDueAtStart(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	var games []livegame.ID
	for range 1100 { // more than two pages
		games = append(games, a.create(pair(blitz)))
	}
	a.kill()
	w.clock.Advance(time.Hour)
	b := w.node("b")
	w.node("c") // both nodes find them
	w.clock.Advance(6 * time.Second)
	for _, id := range games {
		b.ended(id, 1, game.Ongoing, livegame.NoFirstMove)
	}
}

// A flag falls while the store fails: the end comes when the store is back, even without
// a sweep.
func TestFlagFallsWhileStoreFails(t *testing.T) {
	w := newWorld(t)
	a := w.node("a", manager.Timing{Sweep: time.Hour, Recheck: time.Hour})
	id := a.create(pair(livegame.TimeControl{Base: time.Minute}))
	seen := a.watch(id, eve)
	a.play(id, "e2e4", "e7e5")
	w.store.SetFault(func(managertest.Call) managertest.Fault { return managertest.Fault{Before: managertest.ErrBroken} })
	w.clock.Advance(90 * time.Second)
	seen.await(2)
	w.store.SetFault(nil)
	w.clock.Advance(3 * time.Second)
	seen.await(3)
	a.ended(id, 3, game.BlackWins, game.TimeOut)
}

// A slow store does not cost the player time.
func TestSlowStoreCostsNoTime(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	id := a.create(pair(livegame.TimeControl{Base: time.Minute}))
	a.play(id, "e2e4", "e7e5")
	w.clock.Advance(10 * time.Second)
	reached, free := make(chan struct{}), make(chan struct{})
	w.store.SetFault(func(c managertest.Call) managertest.Fault {
		if c.Op == "append" {
			close(reached)
			return managertest.Fault{Wait: free}
		}
		return managertest.Fault{}
	})
	done := make(chan livegame.Event)
	go func() {
		e, err := a.Do(w.ctx, id, move(ann, 2, "g1f3"), 0)
		if err != nil {
			t.Error(err)
		}
		done <- e
	}()
	<-reached
	ticked := make(chan struct{})
	go func() { // the flag would fall meanwhile
		defer close(ticked)
		w.clock.Advance(55 * time.Second)
	}()
	close(free)
	if e := <-done; e.Kind != livegame.Move || e.Clocks[game.White] != 50*time.Second {
		t.Errorf("the move is %+v, want 50 s left", e)
	}
	<-ticked
}

func TestTimersAreStopped(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	id := a.create(pair(blitz))
	w.clock.Advance(time.Second)
	idle := w.clock.Timers()
	a.play(id, "e2e4", "e7e5", "g1f3", "b8c6", "f1b5")
	if n := w.clock.Timers(); n > idle+1 {
		t.Errorf("five moves left %d timers", n-idle)
	}
	a.stop()
	if n := w.clock.Timers(); n != 0 {
		t.Errorf("%d timers are left after the end", n)
	}
}
