package manager_test

import (
	"sync/atomic"
	"testing"

	"github.com/wane-chess/wane/internal/server/livegame"
)

// Players hear on any node of games that begin and end, and of nothing else.
func TestWatchPlayer(t *testing.T) {
	w := newWorld(t)
	here, there := w.node("here"), w.node("there")
	var calls [3]atomic.Int64
	for i, watch := range []struct {
		on    *node
		guest string
	}{{here, ann}, {there, bob}, {there, eve}} {
		t.Cleanup(watch.on.WatchPlayer(watch.guest, func() { calls[i].Add(1) }))
	}
	want := func(what string, n int64) {
		t.Helper()
		w.settle()
		if a, b, e := calls[0].Load(), calls[1].Load(), calls[2].Load(); a != n || b != n || e != 0 {
			t.Errorf("%s: %d, %d and %d calls, want %d, %d and 0", what, a, b, e, n, n)
		}
	}
	id := here.create(pair(blitz))
	want("a game begins", 1)
	here.play(id, "e4", "e5")
	want("moves", 1)
	there.must(id, order(bob, livegame.DoResign))
	want("a resignation", 2)
	here.must(id, order(ann, livegame.DoRematch))
	want("an offer", 2)
	there.must(id, order(bob, livegame.DoRematch))
	want("a rematch", 3)
	here.NotifyPlayers("challenge000", ann, bob, "")
	want("a challenge", 4)
	stop := there.WatchPlayer(eve, func() { calls[2].Add(1) })
	stop()
	here.NotifyPlayers("challenge000", "")
	want("nobody", 4)
}
