package crash

import (
	"net/http"
	"reflect"
	"testing"

	"github.com/wane-chess/wane/internal/lab/loadtest"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/sockets"
)

// Two users play on two nodes, each with a spectator. One node is killed during a move
// and restarted later.
func TestGameOutlivesNode(t *testing.T) {
	t.Parallel()
	c := newCluster(t)
	one, two := c.node(t, "one"), c.node(t, "two")
	c.worker(t, one, two)

	ann, bob := newGuest(t, "Ann"), newGuest(t, "Bob")
	id := ann.create(one, gameview.NewGame{Opponent: "friend", Casual: true})
	bob.join(two, id)
	white, black := ann.open(one, id), bob.open(two, id)
	first, second := newGuest(t, "first spectator").open(one, id), newGuest(t, "second spectator").open(two, id)
	all := []*tab{white, black, first, second}
	allArePresent(all)

	b := newBoard(1)
	seq := 1 // the join
	happens := func(by *tab, order, move, kind string) {
		t.Helper()
		seq++
		if got := by.do(order, move, len(b.moves)); got != seq {
			t.Fatalf("%s %s became event %d, want %d", order, move, got, seq)
		}
		for _, k := range all {
			k.sees(seq, kind, move)
		}
	}
	play := func(plies int) {
		t.Helper()
		for range plies {
			move, _ := b.draw()
			happens([2]*tab{white, black}[b.at.Turn()], "move", move, "move")
			b.play(t, move)
		}
	}
	play(6)
	happens(white, "draw-offer", "", "draw-offer")
	happens(black, "draw-decline", "", "draw-decline")
	happens(black, "takeback-offer", "", "takeback-offer")
	happens(white, "takeback-accept", "", "takeback")
	b.takeBack()
	play(3)

	// The node is killed during White's move. White does not know whether it was stored,
	// and sends it again.
	move, _ := b.draw()
	ply := len(b.moves)
	sent := white.command(sockets.ClientMessage{Order: "move", Move: move, Ply: &ply})
	kill(t, one)
	white.move(two)
	first.move(two)
	seq++
	if a := white.answer(sent); a.T != "ack" || a.Seq != seq {
		t.Fatalf("the move that was sent again: %+v %+v", a, a.Error)
	}
	b.play(t, move)
	for _, k := range all {
		k.sees(seq, "move", move)
	}
	play(6)

	restart(t, one)
	first.move(one)
	allArePresent(all)
	play(4)
	white.move(one)
	play(4)
	happens(black, "resign", "", "end")
	happens(white, "rematch", "", "rematch-offer")
	happens(black, "rematch", "", "rematch")

	for _, n := range []*loadtest.Process{one, two} {
		full := ann.record(n, id)
		if got := movesLeft(full.Events); !reflect.DeepEqual(got, b.moves) || full.Game.Position != b.at.String() ||
			full.Game.Result != "1-0" {
			t.Errorf("the record has %q, %s, %s; want %q, %s, 1-0", got, full.Game.Position, full.Game.Result, b.moves, b.at)
		}
		for _, k := range all {
			k.mu.Lock()
			for i, e := range k.events {
				if w := full.Events[i]; e.Kind != w.Kind || e.Move != w.Move || e.At != w.At {
					t.Errorf("%s got %+v, the record has %+v", k.name, e, w)
				}
			}
			k.mu.Unlock()
		}
		next := full.Events[len(full.Events)-1].Next
		var rematch gameview.FullGame
		ann.call(n, http.MethodGet, "/api/games/"+next, nil, &rematch)
		if rematch.Game.Former != id || len(rematch.You) != 1 || rematch.You[0] != "black" {
			t.Errorf("the rematch is %+v", rematch)
		}
	}
}

// allArePresent waits until every tab shows both players and two spectators.
func allArePresent(all []*tab) {
	for _, k := range all {
		k.t.Helper()
		k.until("both players and two spectators", func() bool {
			return k.presence.White && k.presence.Black && k.presence.Watchers == 2
		})
	}
}

// movesLeft returns the moves of events, without those that were taken back.
func movesLeft(events []gameview.Event) []string {
	var list []string
	for _, e := range events {
		switch e.Kind {
		case "move":
			list = append(list, e.Move)
		case "takeback":
			list = list[:len(list)-e.Plies]
		}
	}
	return list
}

// A user plays both colors in two tabs on two nodes, and both tabs send a move at the
// same time. Exactly one is played.
func TestSameMoment(t *testing.T) {
	t.Parallel()
	c := newCluster(t)
	one, two := c.node(t, "one"), c.node(t, "two")
	ann := newGuest(t, "Ann")
	id := ann.create(one, gameview.NewGame{Opponent: "self"})
	tabs := [2]*tab{ann.open(one, id), ann.open(two, id)}
	b := newBoard(2)
	seq := len(ann.record(two, id).Events)
	for ply := 0; ply < 60 && !b.over(); ply++ {
		seq++
		var texts, ids [2]string
		texts[0], texts[1] = b.draw()
		same := ply%3 == 2 // the same command twice, as after a broken connection
		if same {
			texts[1], ids[0] = texts[0], newID()
			ids[1] = ids[0]
		}
		// The first node varies.
		for _, i := range [2]int{ply % 2, 1 - ply%2} {
			ids[i] = tabs[i].command(sockets.ClientMessage{ID: ids[i], Order: "move", Move: texts[i], Ply: &ply})
		}
		won, ended := -1, false
		for i, k := range tabs {
			switch a := k.answer(ids[i]); {
			case a.T == "ack" && a.Seq == seq && (won < 0 || same):
				won = i
			case a.T == "nack" && a.Error.Code == "stale" && !same:
			case a.T == "nack" && a.Error.Code == "over" && !same:
				ended = true // by the other move
			default:
				t.Fatalf("ply %d, %q: tab %d got %s as event %d, want %d: %+v", ply, texts, i, a.T, a.Seq, seq, a.Error)
			}
		}
		if won < 0 {
			t.Fatalf("ply %d: no move was played", ply)
		}
		for _, k := range tabs {
			k.sees(seq, "move", texts[won])
		}
		b.play(t, texts[won])
		if ended && !b.over() {
			t.Fatalf("ply %d, %q: a move was refused since the game was over", ply, texts)
		}
	}
	for _, n := range []*loadtest.Process{one, two} {
		if got := moves(ann.record(n, id).Events); !reflect.DeepEqual(got, b.moves) {
			t.Errorf("the record has %q, want %q", got, b.moves)
		}
	}
	t.Logf("%d moves, the database decided %d times",
		len(b.moves), metric(t, one, "wane_conflicts_total")+metric(t, two, "wane_conflicts_total"))
}
