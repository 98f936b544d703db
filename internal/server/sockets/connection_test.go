package sockets_test

import (
	"context"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/coder/websocket"
	"github.com/prometheus/client_golang/prometheus"

	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/manager/managertest"
	"github.com/wane-chess/wane/internal/server/servertest"
	"github.com/wane-chess/wane/internal/server/sockets"
	"github.com/wane-chess/wane/rules"
)

// Clients rely on pings at regular intervals: every socket gets one a second, in turn with
// the others.
func TestPingInterval(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := sockets.New(sockets.Options{Now: time.Now, Registry: prometheus.NewRegistry()})
		all := make([]*sockets.Socket, 70)
		for i := range all {
			all[i] = s.Offline("g", "Ann")
			s.Add(all[i])
		}
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		go s.RunPings(ctx)
		time.Sleep(time.Millisecond) // between two pings
		for second := 1; second <= 3; second++ {
			time.Sleep(time.Second)
			for i, k := range all {
				if _, pings := k.Closed(); pings != second {
					t.Fatalf("after %d s socket %d has %d pings", second, i, pings)
				}
			}
		}
	})
}

// A silent connection is stale after 3 s and is closed after 30 s; the manager knows who is
// away.
func TestSilence(t *testing.T) {
	w := servertest.New(t)
	ann, bob := w.Visitor(), w.Visitor()
	game := ann.Begin(gameview.NewGame{}).Game.ID
	a, b := ann.Dial(), bob.Dial()
	if m := b.Do(sockets.ClientMessage{Game: game, Order: "join"}); m.T != "ack" {
		t.Fatal(m.Error)
	}
	a.Watch(game)
	b.Watch(game)
	if p := a.Want("presence").Presence; !p.White || !p.Black {
		t.Fatalf("both are here, but: %+v", p)
	}
	silence := func(d time.Duration) {
		for _, k := range w.Server.Sockets().All() {
			k.Drained(t.Context()) // or its last message would look stuck
		}
		w.Clock.Advance(d)
		a.Send(`{"t":"pong"}`) // Ann answers
		a.Do(sockets.ClientMessage{Game: game, Order: "fly"})
		w.Server.Sockets().PingAll()
	}
	bobs := w.Server.Sockets().All()[1]
	silence(3 * time.Second)
	bobs.Judge()
	if bobs.Doubted() {
		t.Fatal("a connection is doubtful before 3 s are over")
	}
	silence(time.Millisecond)
	for begun := time.Now(); !bobs.Doubted(); runtime.Gosched() { // another goroutine reports it to his games
		if time.Since(begun) > servertest.Patience {
			t.Fatal("a connection is not doubtful after 3 s")
		}
	}
	_ = bobs.Following()             // until that is done
	w.Clock.Advance(3 * time.Second) // the manager's grace period
	p := a.Want("presence").Presence
	if !p.White || p.Black {
		t.Errorf("after 3 s Bob is away, but: %+v", p)
	}
	b.Send(`{"t":"unwatch"}`)
	if p := a.Want("presence").Presence; !p.Black {
		t.Errorf("Bob is back, but: %+v", p)
	}
	silence(30 * time.Second)
	if closed, _ := bobs.Closed(); closed {
		t.Error("a connection is given up before 30 s are over")
	}
	silence(time.Millisecond)
	if _, err := b.Ended(); websocket.CloseStatus(err) != -1 {
		t.Errorf("Bob's connection ended with %v", err)
	}
	for bobs.Following() > 0 {
		runtime.Gosched()
	}
	w.Clock.Advance(3 * time.Second)
	if p := a.Want("presence").Presence; p.Black {
		t.Errorf("Bob has left, but: %+v", p)
	}
	if n := w.Metric(`wane_sockets_dropped_total{reason="silent"}`); n != "1" {
		t.Errorf("%s connections were dropped for silence, want 1", n)
	}
}

func TestPings(t *testing.T) {
	w := servertest.New(t)
	ann := w.Visitor()
	a := ann.Dial()
	k := w.Server.Sockets().All()[0]
	for i, ms := range []int64{80, 30, 500, 40} {
		k.Beat()
		m := a.Want("ping")
		if m.N != int64(i+1) || m.Now != w.Clock.Now().UnixMilli() {
			t.Errorf("ping %d is %+v", i+1, m)
		}
		w.Clock.Advance(time.Duration(ms) * time.Millisecond)
		a.Send(sockets.ClientMessage{T: "pong", N: m.N})
		a.Send(sockets.ClientMessage{T: "pong", N: m.N + 7}) // without a ping
		a.Send(sockets.ClientMessage{T: "pong", N: m.N})     // repeated
		a.Send(`{}`)
		a.Until("error")
	}
	if lag := k.Lag(); lag != 30*time.Millisecond {
		t.Errorf("the lag is %v, want the least round trip, 30ms", lag)
	}
	k.Beat()
	if m := a.Want("ping"); m.Lag != 40 {
		t.Errorf("the page gets a lag of %d ms, want 40", m.Lag)
	}
}

// The server measures the lag of a message, and does not charge it to the player.
func TestLagIsNotCharged(t *testing.T) {
	w := servertest.New(t)
	ann := w.Visitor()
	game := ann.Begin(gameview.NewGame{Opponent: "self", Control: gameview.Control{Base: 60_000}}).Game.ID
	a := ann.Dial()
	a.Watch(game)
	w.Clock.Advance(time.Second)
	w.Server.Sockets().All()[0].Beat()
	n := a.Want("ping").N
	w.Clock.Advance(300 * time.Millisecond)
	a.Send(sockets.ClientMessage{T: "pong", N: n})
	for ply, move := range []string{"e4", "e5"} {
		a.Do(sockets.ClientMessage{Game: game, Order: "move", Move: move, Ply: &ply})
	}
	w.Clock.Advance(5 * time.Second)
	ply := 2
	a.Send(sockets.ClientMessage{T: "do", ID: "third-move", Game: game, Order: "move", Move: "Nf3", Ply: &ply})
	m := a.Want("event")
	if m.Event.SAN != "Nf3" || *m.Event.Clocks != [2]int64{55_300, 60_000} {
		t.Errorf("with a lag of 300 ms, 5 s of thought lead to %+v, %v; want 55.3 s left", m.Event, *m.Event.Clocks)
	}
}

// Updates during the answer to a watch are sent after it.
func TestUpdateDuringWatch(t *testing.T) {
	w := servertest.New(t)
	ann := w.Visitor()
	game := ann.Begin(gameview.NewGame{Opponent: "self"}).Game.ID
	a := ann.Dial()
	k := w.Server.Sockets().All()[0]
	release := k.HoldPresence() // which it needs between the snapshot and the answer
	a.Send(sockets.ClientMessage{T: "watch", Game: game})
	for w.Games.Stats().Watchers == 0 {
		runtime.Gosched()
	}
	for ply, move := range []string{"e4", "e5"} {
		ann.Ask(http.MethodPost, "/api/games/"+game+"/commands",
			gameview.Command{ID: "command-" + move, Order: "move", Move: move, Ply: &ply}, nil)
	}
	release()
	if m := a.Read(); m.T != "game" || len(m.Events) != 0 {
		t.Errorf("the first message is %+v", m)
	}
	for seq := 1; seq <= 2; seq++ {
		if m := a.Want("event"); m.Event.Seq != seq {
			t.Errorf("then event %d, want %d", m.Event.Seq, seq)
		}
	}
}

// A connection that becomes stale while a game is loaded for it is stale in that game,
// too.
func TestStaleWhileLoading(t *testing.T) {
	w := servertest.New(t)
	a := w.Visitor().Dial()
	k := w.Server.Sockets().All()[0]
	other, err := manager.New(manager.Options{
		Node: "two", Store: w.Store, Queue: w.Broker.Node("two"), Lookup: rules.ByName, Clock: w.Clock,
	})
	if err != nil {
		t.Fatal(err)
	}
	snap, err := other.Create(t.Context(), livegame.Header{
		Variant: "chess", Creator: k.Guest(), Seats: [2]livegame.Player{{Guest: k.Guest()}, {Guest: "bob"}},
	}, "")
	if err != nil {
		t.Fatal(err)
	}
	game := snap.Header.ID
	reached, free := make(chan struct{}), make(chan struct{})
	w.Store.SetFault(func(c managertest.Call) managertest.Fault {
		if c.Op != "load" {
			return managertest.Fault{}
		}
		close(reached)
		return managertest.Fault{Wait: free}
	})
	a.Send(sockets.ClientMessage{T: "watch", Game: string(game)})
	<-reached
	w.Clock.Advance(3*time.Second + time.Millisecond)
	k.Beat()
	for !k.Doubted() {
		runtime.Gosched()
	}
	close(free)
	a.Want("game")
	w.Clock.Advance(3 * time.Second) // the manager's grace period
	if snap, err = w.Games.Snapshot(t.Context(), game); err != nil || snap.Presence.Colors[0] {
		t.Errorf("a player whose connection is doubtful counts as here: %+v, %v", snap.Presence, err)
	}
}

// A closed connection leaves nothing in memory.
func TestSocketIsReleased(t *testing.T) {
	w := servertest.New(t)
	ann := w.Visitor()
	game := ann.Begin(gameview.NewGame{Opponent: "self"}).Game.ID
	a := ann.Dial()
	a.Watch(game)
	a.Send(sockets.ClientMessage{T: "lobby", On: true})
	a.Want("lobby")
	k := w.Server.Sockets().All()[0]
	_ = a.Conn.CloseNow()
	for k.Following() > 0 { // which is released last
		runtime.Gosched()
	}
	n, guests, viewers := w.Server.Sockets().Sizes()
	if n != 0 || guests != 0 {
		t.Errorf("%d sockets of %d guests are still known", n, guests)
	}
	if viewers != 0 {
		t.Errorf("%d sockets that have ended look at the lobby", viewers)
	}
	if n := w.Games.Stats().Watchers; n != 0 {
		t.Errorf("%d watchers are left", n)
	}
}

// A client that reads nothing is disconnected when its queue is full, and blocks no other
// client.
func TestSlowReader(t *testing.T) {
	w := servertest.New(t)
	ann := w.Visitor()
	a := ann.Dial()
	k := w.Server.Sockets().All()[0]
	big := []byte(`"` + strings.Repeat("x", 256<<10) + `"`)
	closed := func() bool {
		closed, _ := k.Closed()
		return closed
	}
	sent := 0
	for ; !closed(); sent++ {
		if sent > 1000 {
			t.Fatal("a thousand large messages are kept for a client that does not read")
		}
		k.Send(big)
	}
	w.Dropped(a, "slow")
}

// At most 512 messages wait.
func TestQueueLength(t *testing.T) {
	w := servertest.New(t)
	a := w.Visitor().Dial()
	k := w.Server.Sockets().All()[0]
	k.Stick()
	for n := range 512 {
		if !k.Enqueue([]byte("{}")) {
			t.Errorf("there is room for %d messages, want 512", n)
			break
		}
	}
	k.Send([]byte("{}"))
	if closed, queued := k.Closed(); !closed || queued != 0 {
		t.Errorf("with one more, the connection is closed: %t; %d messages wait", closed, queued)
	}
	w.Dropped(a, "slow")
}

// A message that cannot be sent for long ends the connection.
func TestStuckWriter(t *testing.T) {
	w := servertest.New(t)
	ann := w.Visitor()
	a := ann.Dial()
	k := w.Server.Sockets().All()[0]
	k.Stick()
	w.Clock.Advance(sockets.StuckAfter)
	k.Beat()
	w.Clock.Advance(time.Millisecond)
	k.Beat()
	w.Dropped(a, "stuck")
}

// Nothing follows a close frame: a browser would report an error.
func TestNothingAfterClose(t *testing.T) {
	s := sockets.New(sockets.Options{Now: time.Now, Registry: prometheus.NewRegistry()})
	k := s.Offline("g", "Ann")
	k.Send([]byte("before"))
	k.Control([]byte{0x88, 2, 0x03, 0xe8}) // close, 1000
	k.Send([]byte("after"))
	k.Control([]byte{0x8a, 0}) // pong
	if closed, queued := k.Closed(); closed || queued != 2 {
		t.Errorf("closed %v, %d messages queued, want 2: one and the close frame", closed, queued)
	}
}
