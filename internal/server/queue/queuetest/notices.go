package queuetest

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// Notice returns the notice of a move, the event of that number.
func Notice(id livegame.ID, seq int) livegame.Notice {
	e := livegame.Event{
		Seq:   seq,
		Kind:  livegame.Move,
		Color: game.Color(seq % 2),
		Move:  "e2e4",
		At:    time.UnixMilli(1e12).UTC(),
	}
	return livegame.Notice{Game: id, Event: &e}
}

// heard subscribes to a game.
func heard(t *testing.T, q livegame.Queue, id livegame.ID) (<-chan livegame.Notice, func()) {
	t.Helper()
	c := make(chan livegame.Notice, 10_000)
	stop, err := q.Subscribe(id, func(n livegame.Notice) { c <- n })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stop)
	return c, stop
}

func publish(t *testing.T, q livegame.Queue, n livegame.Notice) {
	t.Helper()
	if err := q.Publish(n); err != nil {
		t.Fatal(err)
	}
}

// Other nodes get all notices of a game in order; the sender gets none.
func testNoticesInOrder(t *testing.T, k Implementation) {
	const count = 1000
	node := k.Open(t)
	a, b := node("a"), node("b")
	atA, _ := heard(t, a, "game1")
	atB, _ := heard(t, b, "game1")
	for seq := 1; seq <= count; seq++ {
		publish(t, a, Notice("game1", seq))
	}
	for seq := 1; seq <= count; seq++ {
		if n := got(t, atB); n.Event.Seq != seq || n.Node != "a" || n.Game != "game1" {
			t.Fatalf("event %d came, want %d: %+v", n.Event.Seq, seq, n)
		}
	}
	publish(t, b, Notice("game1", 1))
	if n := got(t, atA); n.Node != "b" {
		t.Errorf("a node gets its own notice: %+v", n)
	}
}

// A subscription to one game gets its notices only; one to all games gets all.
func testFollowOneOrAll(t *testing.T, k Implementation) {
	node := k.Open(t)
	a, b := node("a"), node("b")
	one, _ := heard(t, b, "game2")
	all, _ := heard(t, b, "")
	publish(t, a, Notice("game1", 1))
	publish(t, a, Notice("game2", 2))
	publish(t, a, livegame.Notice{Game: "game3", Presence: &livegame.Presence{Colors: [2]bool{true, false}, Watchers: 3}})
	if n := got(t, one); n.Game != "game2" {
		t.Errorf("a notice of %s", n.Game)
	}
	for _, want := range []livegame.ID{"game1", "game2", "game3"} {
		n := got(t, all)
		if n.Game != want {
			t.Errorf("a notice of %s, want %s", n.Game, want)
		}
		present := livegame.Presence{Colors: [2]bool{true, false}, Watchers: 3}
		if want == "game3" && (n.Event != nil || n.Presence == nil || *n.Presence != present) {
			t.Errorf("the presence is %+v", n.Presence)
		}
	}
}

// A subscription that is stopped gets no more notices.
func testFollowEnds(t *testing.T, k Implementation) {
	node := k.Open(t)
	a, b := node("a"), node("b")
	gone, stop := heard(t, b, "game1")
	here, _ := heard(t, b, "game1")
	publish(t, a, Notice("game1", 1))
	got(t, gone)
	got(t, here)
	stop()
	stop()
	publish(t, a, Notice("game1", 2))
	got(t, here)
	if len(gone) != 0 {
		t.Error("a notice came after the end")
	}
}

// A node can subscribe to many games, and a busy subscriber does not block the others.
func testFollowMany(t *testing.T, k Implementation) {
	node := k.Open(t)
	a, b := node("a"), node("b")
	free := make(chan struct{})
	busy, err := b.Subscribe("g0", func(livegame.Notice) { <-free })
	if err != nil {
		t.Fatal(err)
	}
	defer busy()
	defer close(free)
	c := make(chan livegame.ID, k.Subscriptions)
	ids := map[livegame.ID]bool{}
	for i := range k.Subscriptions {
		id := livegame.ID(fmt.Sprintf("g%s%d", strings.Repeat("x", i%50+1), i))
		ids[id] = true
		stop, err := b.Subscribe(id, func(n livegame.Notice) { c <- n.Game })
		if err != nil {
			t.Fatal(err)
		}
		defer stop()
	}
	publish(t, a, Notice("g0", 1))
	for id := range ids {
		publish(t, a, Notice(id, 1))
	}
	for range k.Subscriptions {
		delete(ids, got(t, c))
	}
	if len(ids) != 0 {
		t.Errorf("%d subscribers got nothing", len(ids))
	}
}

// Publish rejects invalid notices.
func testPublishRefuses(t *testing.T, k Implementation) {
	q := k.Open(t)("a")
	for _, n := range []livegame.Notice{
		{},
		{Game: "a.b"},
		{Game: "*"},
		{Game: ">"},
		{Game: "a b"},
		{Game: "ä"},
		{Game: livegame.ID(strings.Repeat("a", 65))},
		Notice("game1", 0),
		{Game: "game1", Presence: &livegame.Presence{Watchers: -1}},
		{Game: "game1", Event: &livegame.Event{Seq: 1, Kind: livegame.Move, Color: 2}},
		{Game: "game1", Event: &livegame.Event{Seq: 1, Kind: livegame.Move, Result: 4}},
	} {
		if err := q.Publish(n); err == nil {
			t.Errorf("sent: %+v", n)
		}
	}
	for _, id := range []livegame.ID{"a.b", "*", ">", "a b", "\r\nPUB"} {
		if stop, err := q.Subscribe(id, func(livegame.Notice) {}); err == nil {
			stop()
			t.Errorf("Subscribe accepts %q", id)
		}
	}
}
