package server

import (
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/manager"
	"github.com/wane-chess/wane/internal/live/manager/managertest"
	"github.com/wane-chess/wane/internal/live/protocol"
	"github.com/wane-chess/wane/rules"
)

// What clients rely on: how often they hear something.
func TestPingsComeInTime(t *testing.T) {
	if pingEvery != 2500*time.Millisecond {
		t.Errorf("pings come every %v; package protocol says every 2.5 s", pingEvery)
	}
	w := newWorld(t)
	a := w.visitor().dial()
	for round := range 2 {
		for range beats {
			w.s.hub.beat()
		}
		a.send(`{"t":"fly"}`)
		pings := 0
		for m := a.read(); m.T != "error"; m = a.read() {
			if m.T == "ping" {
				pings++
			}
		}
		if pings != 1 {
			t.Errorf("round %d: %d pings, want 1", round, pings)
		}
	}
}

// Silence makes a connection doubtful after 9 s, and ends it after 30 s; the host
// knows who is away.
func TestSilence(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.visitor(), w.visitor()
	game := ann.begin(protocol.NewGame{}).Game.ID
	a, b := ann.dial(), bob.dial()
	if m := b.do(protocol.ClientMessage{Game: game, Order: "join"}); m.T != "ack" {
		t.Fatal(m.Error)
	}
	a.watch(game)
	b.watch(game)
	if p := a.want("presence").Presence; !p.White || !p.Black {
		t.Fatalf("both are here, but: %+v", p)
	}
	silence := func(d time.Duration) {
		for _, k := range w.s.hub.all(false) {
			k.drained(t.Context()) // or its last message would seem to be stuck
		}
		w.clock.Advance(d)
		a.send(`{"t":"pong"}`) // Ann is heard
		a.do(protocol.ClientMessage{Game: game, Order: "fly"})
		for range beats {
			w.s.hub.beat()
		}
	}
	bobs := w.s.hub.all(false)[1]
	silence(9 * time.Second)
	bobs.judge()
	if bobs.doubted.Load() {
		t.Fatal("a connection is doubtful before 9 s are over")
	}
	silence(time.Millisecond)
	for begun := time.Now(); !bobs.doubted.Load(); runtime.Gosched() { // his games are told in a goroutine of its own
		if time.Since(begun) > patience {
			t.Fatal("a connection is not doubtful after 9 s")
		}
	}
	_ = bobs.following()             // until they have been
	w.clock.Advance(3 * time.Second) // the host's grace
	p := a.want("presence").Presence
	if !p.White || p.Black {
		t.Errorf("after 9 s Bob is away, but: %+v", p)
	}
	b.send(`{"t":"unwatch"}`)
	if p := a.want("presence").Presence; !p.Black {
		t.Errorf("Bob is back, but: %+v", p)
	}
	silence(30 * time.Second)
	bobs.mu.Lock()
	if bobs.closed {
		t.Error("a connection is given up before 30 s are over")
	}
	bobs.mu.Unlock()
	silence(time.Millisecond)
	if _, err := b.ended(); websocket.CloseStatus(err) != -1 {
		t.Errorf("Bob's connection ended with %v", err)
	}
	for bobs.following() > 0 {
		runtime.Gosched()
	}
	w.clock.Advance(3 * time.Second)
	if p := a.want("presence").Presence; p.Black {
		t.Errorf("Bob is gone, but: %+v", p)
	}
	if n := w.metric(`wane_sockets_dropped_total{reason="silent"}`); n != "1" {
		t.Errorf("%s connections were dropped for silence, want 1", n)
	}
}

func TestPings(t *testing.T) {
	w := newWorld(t)
	ann := w.visitor()
	a := ann.dial()
	k := w.s.hub.all(false)[0]
	for i, ms := range []int64{80, 30, 500, 40} {
		k.beat()
		m := a.want("ping")
		if m.N != int64(i+1) || m.Now != w.clock.Now().UnixMilli() {
			t.Errorf("ping %d is %+v", i+1, m)
		}
		w.clock.Advance(time.Duration(ms) * time.Millisecond)
		a.send(protocol.ClientMessage{T: "pong", N: m.N})
		a.send(protocol.ClientMessage{T: "pong", N: m.N + 7}) // of no ping
		a.send(protocol.ClientMessage{T: "pong", N: m.N})     // again
		a.send(`{}`)
		a.until("error")
	}
	if lag := time.Duration(k.lag.Load()); lag != 30*time.Millisecond {
		t.Errorf("the lag is %v, want the least round trip, 30ms", lag)
	}
	k.beat()
	if m := a.want("ping"); m.Lag != 40 {
		t.Errorf("the page is told a lag of %d ms, want 40", m.Lag)
	}
}

// What a message takes on its way is measured by the server, and costs the player
// no time.
func TestLagIsCredited(t *testing.T) {
	w := newWorld(t)
	ann := w.visitor()
	game := ann.begin(protocol.NewGame{Opponent: "self", Control: protocol.Control{Base: 60_000}}).Game.ID
	a := ann.dial()
	a.watch(game)
	w.clock.Advance(time.Second)
	w.s.hub.all(false)[0].beat()
	n := a.want("ping").N
	w.clock.Advance(300 * time.Millisecond)
	a.send(protocol.ClientMessage{T: "pong", N: n})
	for ply, move := range []string{"e4", "e5"} {
		a.do(protocol.ClientMessage{Game: game, Order: "move", Move: move, Ply: &ply})
	}
	w.clock.Advance(5 * time.Second)
	ply := 2
	a.send(protocol.ClientMessage{T: "do", ID: "third-move", Game: game, Order: "move", Move: "Nf3", Ply: &ply})
	m := a.want("event")
	if m.Event.SAN != "Nf3" || *m.Event.Clocks != [2]int64{55_300, 60_000} {
		t.Errorf("with a lag of 300 ms, 5 s of thought lead to %+v, %v; want 55.3 s left", m.Event, *m.Event.Clocks)
	}
}

// What happens while a client is told how a game stands, it is told afterwards.
func TestNewsWhileBeginning(t *testing.T) {
	w := newWorld(t)
	ann := w.visitor()
	game := ann.begin(protocol.NewGame{Opponent: "self"}).Game.ID
	a := ann.dial()
	k := w.s.hub.all(false)[0]
	k.presence.Lock() // which it needs between the snapshot and the telling
	a.send(protocol.ClientMessage{T: "watch", Game: game})
	for w.host.Stats().Watchers == 0 {
		runtime.Gosched()
	}
	for ply, move := range []string{"e4", "e5"} {
		ann.ask(http.MethodPost, "/api/games/"+game+"/commands", protocol.Do{ID: "command-" + move, Order: "move", Move: move, Ply: &ply}, nil)
	}
	k.presence.Unlock()
	if m := a.read(); m.T != "game" || len(m.Events) != 0 {
		t.Errorf("first of all it is told %+v", m)
	}
	for seq := 1; seq <= 2; seq++ {
		if m := a.want("event"); m.Event.Seq != seq {
			t.Errorf("then event %d, want %d", m.Event.Seq, seq)
		}
	}
}

// A connection that becomes doubtful while a game is being loaded for it is
// doubtful there too.
func TestStaleWhileLoading(t *testing.T) {
	w := newWorld(t)
	a := w.visitor().dial()
	k := w.s.hub.all(false)[0]
	other, err := manager.New(manager.Options{Node: "two", Store: w.store, Queue: w.hub.Node("two"), Lookup: rules.ByName, Clock: w.clock})
	if err != nil {
		t.Fatal(err)
	}
	snap, err := other.Create(t.Context(), livegame.Header{Variant: "chess", Creator: k.guest, Seats: [2]livegame.Player{{Guest: k.guest}, {Guest: "bob"}}})
	if err != nil {
		t.Fatal(err)
	}
	game := snap.Header.ID
	reached, free := make(chan struct{}), make(chan struct{})
	w.store.SetFault(func(c managertest.Call) managertest.Fault {
		if c.Op != "load" {
			return managertest.Fault{}
		}
		close(reached)
		return managertest.Fault{Wait: free}
	})
	a.send(protocol.ClientMessage{T: "watch", Game: string(game)})
	<-reached
	w.clock.Advance(9*time.Second + time.Millisecond)
	k.beat()
	for !k.doubted.Load() {
		runtime.Gosched()
	}
	close(free)
	a.want("game")
	w.clock.Advance(3 * time.Second) // the host's grace
	if snap, err = w.host.Snapshot(t.Context(), game); err != nil || snap.Presence.Colors[0] {
		t.Errorf("a player whose connection is doubtful counts as here: %+v, %v", snap.Presence, err)
	}
}

// Nothing is kept of a connection that has ended.
func TestEndOfSocket(t *testing.T) {
	w := newWorld(t)
	ann := w.visitor()
	game := ann.begin(protocol.NewGame{Opponent: "self"}).Game.ID
	a := ann.dial()
	a.watch(game)
	a.send(protocol.ClientMessage{T: "lobby", On: true})
	a.want("lobby")
	k := w.s.hub.all(false)[0]
	_ = a.conn.CloseNow()
	for k.following() > 0 { // which is the last of what is given up
		runtime.Gosched()
	}
	if n, guests := w.s.hub.sizes(); n != 0 || guests != 0 {
		t.Errorf("%d sockets of %d guests are still known", n, guests)
	}
	w.s.lobby.mu.Lock()
	defer w.s.lobby.mu.Unlock()
	if n := len(w.s.lobby.viewers); n != 0 {
		t.Errorf("%d sockets that have ended look at the lobby", n)
	}
	if n := w.host.Stats().Watchers; n != 0 {
		t.Errorf("%d watchers are left", n)
	}
}

// A client that reads nothing is dropped when too much waits for it, and nobody
// waits for it.
func TestSlowReader(t *testing.T) {
	w := newWorld(t)
	ann := w.visitor()
	a := ann.dial()
	k := w.s.hub.all(false)[0]
	big := []byte(`"` + strings.Repeat("x", 256<<10) + `"`)
	closed := func() bool {
		k.mu.Lock()
		defer k.mu.Unlock()
		return k.closed
	}
	sent := 0
	for ; !closed(); sent++ {
		if sent > 1000 {
			t.Fatal("a thousand large messages are kept for a client that does not read")
		}
		k.send(big)
	}
	w.dropped(a, "slow")
}

// Small messages wait as well, but not more than 512.
func TestManyWait(t *testing.T) {
	w := newWorld(t)
	a := w.visitor().dial()
	k := w.s.hub.all(false)[0]
	k.mu.Lock()
	k.sending, k.since = true, w.s.clock() // as if a write did not return
	for n := range 512 {
		if !k.enqueue([]byte("{}")) {
			t.Errorf("there is room for %d messages, want 512", n)
			break
		}
	}
	k.mu.Unlock()
	k.send([]byte("{}"))
	k.mu.Lock()
	if !k.closed || k.queue != nil {
		t.Errorf("with one more, the connection is closed: %t; %d messages wait", k.closed, len(k.queue))
	}
	k.mu.Unlock()
	w.dropped(a, "slow")
}

// A message that cannot be sent for long ends the connection as well.
func TestStuckWriter(t *testing.T) {
	w := newWorld(t)
	ann := w.visitor()
	a := ann.dial()
	k := w.s.hub.all(false)[0]
	k.mu.Lock()
	k.sending, k.since = true, w.s.clock() // as if a write did not return
	k.mu.Unlock()
	w.clock.Advance(stuckAfter)
	k.beat()
	w.clock.Advance(time.Millisecond)
	k.beat()
	w.dropped(a, "stuck")
}
