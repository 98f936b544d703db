package manager_test

import (
	"fmt"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
)

func TestIdleGamesAreUnloaded(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	loaded := func(want int) {
		t.Helper()
		if n := a.Stats().Loaded; n != want {
			t.Errorf("%d games are loaded, want %d", n, want)
		}
	}
	id := a.create(pair(livegame.TimeControl{}))
	a.play(id, "e2e4")
	w.clock.Advance(50 * time.Second)
	loaded(1)
	a.snapshot(id)
	w.clock.Advance(50 * time.Second)
	loaded(1)
	w.clock.Advance(11 * time.Second)
	loaded(0)

	// It is loaded unchanged, and stays while it is watched.
	o := a.watch(id, ann)
	a.play(id, "e7e5")
	w.clock.Advance(10 * time.Minute)
	loaded(1)
	o.await(2)
	o.SetUnresponsive(true) // unresponsive, but connected
	w.clock.Advance(10 * time.Minute)
	loaded(1)
	o.Stop()
	w.clock.Advance(50 * time.Second)
	loaded(1)
	w.clock.Advance(12 * time.Second)
	loaded(0)

	// A finished game is unloaded earlier.
	a.must(id, order(ann, livegame.DoResign))
	w.clock.Advance(6 * time.Second)
	loaded(0)
}

func TestDueGamesStay(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	id := a.create(pair(livegame.TimeControl{Base: 150 * time.Second}))
	a.play(id, "e2e4", "e7e5")
	w.clock.Advance(2 * time.Minute)
	if n := a.Stats().Loaded; n != 1 {
		t.Error("a game whose flag falls soon is unloaded")
	}
	slow := a.create(pair(livegame.TimeControl{PerMove: 24 * time.Hour}))
	w.clock.Advance(2 * time.Minute)
	if n := a.Stats().Loaded; n != 0 { // the first is over, the second has a day
		t.Errorf("%d games are loaded, want 0", n)
	}
	w.clock.Advance(25 * time.Hour)
	if n := len(w.stored(slow)); n != 1 {
		t.Error("an unloaded correspondence game has not ended")
	}
}

// Games are unloaded while they are in use.
func TestUnloadWhileInUse(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	id := a.create(pair(livegame.TimeControl{}))
	var stop atomic.Bool
	ticked := make(chan struct{})
	go func() {
		defer close(ticked)
		for !stop.Load() {
			w.clock.Advance(2 * time.Minute)
		}
	}()
	moves := []string{"g1f3", "g8f6", "b1c3", "b8c6", "e2e3", "e7e6", "d2d3", "d7d6"}
	for ply, m := range moves {
		o := a.watch(id, eve)
		a.must(id, move([]string{ann, bob}[ply%2], ply, m))
		o.await(ply + 1)
		o.Stop()
	}
	stop.Store(true)
	<-ticked
}

// A loaded game takes little memory.
func TestLoadedGamesAreSmall(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	const games = 300
	ids := make([]livegame.ID, games)
	for i := range ids {
		ids[i] = a.create(pair(livegame.TimeControl{}))
		a.play(ids[i], "e2e4", "e7e5", "g1f3", "b8c6")
	}
	w.clock.Advance(2 * time.Minute)
	if n := a.Stats().Loaded; n != 0 {
		t.Fatalf("%d games are still loaded", n)
	}
	before := heap()
	for _, id := range ids {
		a.snapshot(id)
	}
	each := (heap() - before) / games
	t.Logf("%d bytes for each game of four moves", each)
	if each > 40_000 {
		t.Errorf("a loaded game takes %d bytes", each)
	}
	runtime.KeepAlive(a)
}

func heap() int {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

func TestLobby(t *testing.T) {
	w := newWorld(t)
	a, b := w.node("a"), w.node("b")
	var onA, onB atomic.Int32
	stopA := a.WatchLobby(func() { onA.Add(1) })
	defer b.WatchLobby(func() { onB.Add(1) })()
	expect := func(what string, calls int32) {
		t.Helper()
		w.settle()
		w.clock.Advance(0)
		if x, y := onA.Swap(0), onB.Swap(0); x != calls || y != calls {
			t.Errorf("%s: %d calls here, %d there, want %d", what, x, y, calls)
		}
	}
	expect("nothing", 0)
	id := a.create(pair(livegame.TimeControl{}))
	expect("a new game", 1)
	a.play(id, "e2e4", "e7e5", "g1f3")
	expect("moves just after", 0)
	w.clock.Advance(400 * time.Millisecond)
	expect("moves before half a second is over", 0)
	w.clock.Advance(100 * time.Millisecond)
	expect("moves, half a second later", 1)
	w.clock.Advance(500 * time.Millisecond)
	expect("nothing new", 0)
	a.must(id, order(ann, livegame.DoResign))
	expect("an end", 1)

	stopA()
	w.clock.Advance(time.Minute)
	onB.Store(0)
	b.create(pair(livegame.TimeControl{}))
	w.settle()
	w.clock.Advance(time.Second)
	if onA.Load() != 0 || onB.Load() != 1 {
		t.Errorf("after the end: %d calls here, %d there", onA.Load(), onB.Load())
	}
}

// Which games have changed is known without a query on the node that has loaded them, and from notices, or without
// those some seconds later, on another.
func TestWatchGames(t *testing.T) {
	w := newWorld(t)
	a, b := w.node("a"), w.node("b")
	takeA, stop := a.WatchGames(func() {})
	defer stop()
	takeB, stop := b.WatchGames(func() {})
	defer stop()
	id, other := a.create(pair(blitz)), a.create(pair(blitz))
	w.settle()
	takeA(0)
	takeB(2)
	seqs := func(games map[livegame.ID]*livegame.Summary) (list []int) {
		for _, id := range []livegame.ID{id, other} {
			switch s, found := games[id]; {
			case !found:
				list = append(list, -2)
			case s == nil:
				list = append(list, -1)
			default:
				list = append(list, s.Seq)
			}
		}
		return list
	}
	expect := func(what string, take func(int) map[livegame.ID]*livegame.Summary, most int, want ...int) {
		t.Helper()
		w.settle()
		if got := seqs(take(most)); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	a.play(id, "e2e4", "e7e5")
	expect("moves here", takeA, 0, 2, -2)
	expect("once", takeA, 9, -2, -2)
	expect("more than one asks for", takeB, 0, -2, -2)
	expect("the rest", takeB, 1, -1, -2)
	b.snapshot(id)
	b.snapshot(other)
	takeB(9)
	a.play(other, "e2e4")
	expect("a move of a loaded game", takeB, 0, -2, 1)

	w.clock.Advance(10 * time.Second) // what was changed before is no news
	w.settle()
	takeB(9)
	w.hub.Filter(func(string, livegame.Notice) bool { return false })
	a.play(id, "g1f3")
	expect("no notice", takeB, 9, -2, -2)
	w.clock.Advance(6 * time.Second)
	expect("a recheck of loaded games", takeB, 9, -1, -2)
	w.clock.Advance(2 * time.Minute)
	w.settle()
	takeB(9)
	if n := b.Stats().Loaded; n != 0 {
		t.Fatalf("%d games are loaded", n)
	}
	a.play(id, "b8c6")
	w.clock.Advance(6 * time.Second)
	expect("a recheck of others", takeB, 9, -1, -2)
	w.store.Delete(other, w.clock.Now())
	w.clock.Advance(6 * time.Second)
	expect("a deleted game", takeB, 9, -1, -1)
}

func TestList(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	for i := range 3 {
		h := pair(livegame.TimeControl{})
		h.ID = livegame.ID(fmt.Sprint("game-", i))
		a.create(h)
		w.clock.Advance(time.Second)
	}
	list, err := a.List(w.ctx, livegame.Query{Limit: 2})
	if err != nil || len(list) != 2 || list[0].ID != "game-2" {
		t.Errorf("the list is %v, %v", list, err)
	}
}
