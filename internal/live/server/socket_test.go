package server

import (
	"context"
	"net"
	"net/http"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/manager/managertest"
	"github.com/wane-chess/wane/internal/live/protocol"
)

// Two people and a spectator see a whole game on their sockets.
func TestWholeGame(t *testing.T) {
	w := newWorld(t)
	ann, bob, eve := w.visitor(), w.visitor(), w.visitor()
	game := ann.begin(protocol.NewGame{Control: protocol.Control{Base: 300_000, Increment: 2000}}).Game.ID
	a, b, e := ann.dial(), bob.dial(), eve.dial()
	if m := a.watch(game); m.Game.Status != "waiting" || !m.Game.White.You || m.Game.Black.Taken || !slices.Equal(m.You, []string{"white"}) {
		t.Fatalf("Ann is told %+v", m.Game)
	}
	if m := b.watch(game); len(m.You) != 0 {
		t.Fatalf("Bob is told %+v", m)
	}
	e.watch(game)

	if m := b.do(protocol.ClientMessage{Game: game, Order: "join"}); m.T != "ack" || m.Seq != 1 {
		t.Fatalf("Bob joins: %+v, %+v", m, m.Error)
	}
	for _, c := range []struct {
		name string
		w    *wire
		you  bool
	}{{"Ann", a, false}, {"Eve", e, false}} {
		if m := c.w.want("event"); m.Event.Kind != "join" || m.Event.Color != "black" || m.Event.Seat.Name != bob.me.Name || m.Event.Seat.You != c.you {
			t.Errorf("%s is told %+v, %+v", c.name, m.Event, m.Event.Seat)
		}
	}
	// A second page of Bob's learns that it is he.
	if m := bob.dial().watch(game); !slices.Equal(m.You, []string{"black"}) || !m.Events[0].Seat.You {
		t.Errorf("Bob's second page is told %+v", m)
	}

	moves := []struct {
		w    *wire
		move string
	}{{a, "f2f3"}, {b, "e5"}, {a, "g2g4"}, {b, "Qh4"}}
	for ply, m := range moves {
		if ack := m.w.do(protocol.ClientMessage{Game: game, Order: "move", Move: m.move, Ply: &ply}); ack.T != "ack" || ack.Seq != ply+2 {
			t.Fatalf("%s: %+v, %+v", m.move, ack, ack.Error)
		}
		seen := e.want("event")
		if seen.Event.Seq != ply+2 || seen.ID != game || seen.Times == nil || seen.Event.Clocks == nil {
			t.Errorf("%s is seen as %+v, %+v", m.move, seen, seen.Event)
		}
		if last := ply == len(moves)-1; (seen.Event.Result == "0-1" && seen.Event.Reason == "checkmate" && seen.Event.SAN == "Qh4#") != last {
			t.Errorf("%s is seen as %+v", m.move, seen.Event)
		}
	}
	var full protocol.Full
	eve.ask(http.MethodGet, "/api/games/"+game, nil, &full)
	if g := full.Game; g.Status != "finished" || g.Result != "0-1" || g.Reason != "checkmate" || g.Ply != 4 || g.Last != "d8h4" || len(full.Events) != 5 {
		t.Errorf("afterwards the game is %+v", g)
	}
}

func TestResume(t *testing.T) {
	w := newWorld(t)
	ann := w.visitor()
	game := ann.begin(protocol.NewGame{Opponent: "self"}).Game.ID
	a := ann.dial()
	for i, move := range []string{"e4", "e5", "Nf3"} {
		if m := a.do(protocol.ClientMessage{Game: game, Order: "move", Move: move, Ply: &i}); m.T != "ack" {
			t.Fatalf("%s: %+v", move, m.Error)
		}
	}
	for _, c := range []struct{ have, from, events int }{{0, 0, 3}, {1, 1, 2}, {2, 2, 1}, {3, 3, 0}, {4, 0, 3}, {-1, 0, 3}} {
		again := ann.dial()
		again.send(protocol.ClientMessage{T: "watch", Game: game, From: &c.have})
		m := again.want("game")
		if m.From != c.from || len(m.Events) != c.events || c.events > 0 && m.Events[0].Seq != c.from+1 || m.Game.Ply != 3 {
			t.Errorf("who has %d is told of %d from %d on, want %d from %d", c.have, len(m.Events), m.From, c.events, c.from)
		}
	}
}

// A command that is sent again counts once, on whichever way.
func TestResend(t *testing.T) {
	w := newWorld(t)
	ann := w.visitor()
	game := ann.begin(protocol.NewGame{Opponent: "self"}).Game.ID
	ply := 0
	move := protocol.ClientMessage{ID: "same-command", Game: game, Order: "move", Move: "e2e4", Ply: &ply}
	for range 2 {
		if m := ann.dial().do(move); m.T != "ack" || m.Seq != 1 || m.Cmd != "same-command" {
			t.Errorf("answered by %+v, %+v", m, m.Error)
		}
	}
	var done protocol.Done
	ann.ask(http.MethodPost, "/api/games/"+game+"/commands", protocol.Do{ID: "same-command", Order: "move", Move: "e2e4", Ply: &ply}, &done)
	if done.Seq != 1 || done.Event.SAN != "e4" || done.Event.Clocks != nil {
		t.Errorf("the API answers %+v", done)
	}
	var full protocol.Full
	ann.ask(http.MethodGet, "/api/games/"+game, nil, &full)
	if len(full.Events) != 1 {
		t.Errorf("%d events, want 1", len(full.Events))
	}
}

// Nobody plays for a seat without its cookie, however the request looks.
func TestNoSeatWithoutCookie(t *testing.T) {
	w := newWorld(t)
	ann, eve := w.visitor(), w.visitor()
	game := ann.begin(protocol.NewGame{Opponent: "self"}).Game.ID
	ply := 0
	e := eve.dial()
	for _, order := range []string{"move", "resign", "abort", "takeback-offer", "draw-offer"} {
		m := e.do(protocol.ClientMessage{Game: game, Order: order, Color: "white", Move: "e2e4", Ply: &ply})
		if m.T != "nack" || m.Error.Code != "not-yours" {
			t.Errorf("%s by a stranger: %+v, %+v", order, m, m.Error)
		}
	}
	stranger := &visitor{world: w, http: &http.Client{Timeout: patience}} // keeps no cookies
	for _, headers := range [][]string{
		nil,
		{"Cookie", "wane=" + ann.me.ID},
		{"Cookie", "wane=MTczOTk5fGV5Sm5Jam9pWVNKOXxhYmM="},
		{"Authorization", "Bearer " + ann.me.ID},
	} {
		resp, body := stranger.request(http.MethodPost, "/api/games/"+game+"/commands", protocol.Do{ID: "a-command", Order: "resign"}, headers...)
		if resp.StatusCode != http.StatusForbidden || !strings.Contains(body, `"code":"not-yours"`) {
			t.Errorf("with %v: %d %s", headers, resp.StatusCode, body)
		}
	}
}

func TestRefusals(t *testing.T) {
	w := newWorld(t, func(o *Options) { o.Limits.SocketGames = 1 })
	ann := w.visitor()
	game := ann.begin(protocol.NewGame{Opponent: "self"}).Game.ID
	a := ann.dial()
	minus, one := -1, 1
	for _, c := range []struct {
		name string
		m    protocol.ClientMessage
		code string
	}{
		{"an illegal move", protocol.ClientMessage{Game: game, Order: "move", Move: "e2e5"}, "illegal"},
		{"no move", protocol.ClientMessage{Game: game, Order: "move"}, "illegal"},
		{"another ply", protocol.ClientMessage{Game: game, Order: "move", Move: "e2e4", Ply: &one}, "stale"},
		{"a ply below zero", protocol.ClientMessage{Game: game, Order: "move", Move: "e2e4", Ply: &minus}, "bad-message"},
		{"no such order", protocol.ClientMessage{Game: game, Order: "fly"}, "unknown"},
		{"no order", protocol.ClientMessage{Game: game}, "bad-message"},
		{"a long order", protocol.ClientMessage{Game: game, Order: strings.Repeat("x", 41)}, "bad-message"},
		{"a long move", protocol.ClientMessage{Game: game, Order: "move", Move: strings.Repeat("x", 41)}, "bad-message"},
		{"no side", protocol.ClientMessage{Game: game, Order: "resign", Color: "red"}, "bad-message"},
		{"no game", protocol.ClientMessage{Order: "resign"}, "bad-message"},
		{"a strange game", protocol.ClientMessage{Game: "../etc", Order: "resign"}, "bad-message"},
		{"an unknown game", protocol.ClientMessage{Game: "abcdefghijkl", Order: "resign"}, "not-found"},
		{"a short id", protocol.ClientMessage{ID: "x", Game: game, Order: "resign"}, "bad-message"},
		{"a long id", protocol.ClientMessage{ID: strings.Repeat("x", 64), Game: game, Order: "fly"}, "unknown"},
	} {
		if m := a.do(c.m); m.T != "nack" || m.Error == nil || m.Error.Code != c.code || m.Error.Text == "" {
			t.Errorf("%s: %+v, %+v; want %s", c.name, m, m.Error, c.code)
		}
	}
	for _, c := range []struct{ message, code, text string }{
		{`{`, "bad-message", "could not be read"},
		{`[1]`, "bad-message", "could not be read"},
		{`{"t":1}`, "bad-message", "could not be read"},
		{`{"t":"fly"}`, "bad-message", `"fly"`},
		{`{}`, "bad-message", `""`},
		{`{"t":"watch","game":"abcdefghijkl"}`, "not-found", "no such game"},
		{`{"t":"watch","game":"'; drop table"}`, "not-found", "no such game"},
		{`{"t":"watch"}`, "not-found", "no such game"},
	} {
		a.send(c.message)
		if m := a.read(); m.T != "error" || m.Error.Code != c.code || !strings.Contains(m.Error.Text, c.text) {
			t.Errorf("%s is answered by %+v, %+v", c.message, m, m.Error)
		}
	}
	a.watch(game)
	a.watch(game) // again is no second
	second := ann.begin(protocol.NewGame{ID: "second-game", Opponent: "self"}).Game.ID
	a.send(protocol.ClientMessage{T: "watch", Game: second})
	if m := a.read(); m.T != "error" || m.Error.Code != "too-many" || m.ID != second {
		t.Errorf("a second game is answered by %+v", m)
	}
	a.send(protocol.ClientMessage{T: "unwatch", Game: game})
	a.watch(second)
	if n := w.host.Stats().Watchers; n != 1 {
		t.Errorf("%d watchers, want 1", n)
	}
}

// What is no text, too long or too much ends or does not end the connection, but
// nothing else.
func TestHostileSockets(t *testing.T) {
	w := newWorld(t)
	ann := w.visitor()
	for _, c := range []struct {
		name string
		do   func(*wire)
		code websocket.StatusCode
	}{
		{"too long", func(a *wire) { a.send(strings.Repeat("x", maxMessage+1)) }, websocket.StatusMessageTooBig},
		{"too much", func(a *wire) {
			for range 61 {
				a.send(`{"t":"unwatch"}`)
			}
		}, websocket.StatusPolicyViolation},
	} {
		a := ann.dial()
		c.do(a)
		if _, err := a.ended(); websocket.CloseStatus(err) != c.code {
			t.Errorf("%s ends the connection with %v, want %v", c.name, err, c.code)
		}
	}
	a := ann.dial()
	if err := a.conn.Write(t.Context(), websocket.MessageBinary, []byte("x")); err != nil {
		t.Fatal(err)
	}
	if m := a.read(); m.T != "error" || m.Error.Code != "bad-message" {
		t.Errorf("binary data is answered by %+v", m)
	}
}

// A server that goes down finishes the move that it has, acknowledges it, and
// says good-bye.
func TestGoingDown(t *testing.T) {
	w := newWorld(t)
	ann := w.visitor()
	game := ann.begin(protocol.NewGame{Opponent: "self"}).Game.ID
	a := ann.dial()
	a.watch(game)
	hold, begun := make(chan struct{}), make(chan struct{})
	w.store.SetFault(func(c managertest.Call) managertest.Fault {
		if c.Op != "append" {
			return managertest.Fault{}
		}
		close(begun)
		return managertest.Fault{Wait: hold}
	})
	ply := 0
	a.send(protocol.ClientMessage{T: "do", ID: "last-command", Game: game, Order: "move", Move: "e2e4", Ply: &ply})
	<-begun
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		w.s.Close(ctx)
	}()
	for !w.s.down() {
		runtime.Gosched()
	}
	close(hold)
	if m := a.want("ack"); m.Cmd != "last-command" {
		t.Errorf("acknowledged: %+v", m)
	}
	last, err := a.ended()
	if websocket.CloseStatus(err) != websocket.StatusGoingAway || last.T != "bye" || last.Error.Text == "" {
		t.Errorf("the connection ends with %+v and %v", last, err)
	}
	<-closed
	if _, status, err := w.upgrade(t.Context(), &websocket.DialOptions{HTTPClient: ann.http}); err == nil || status != http.StatusServiceUnavailable {
		t.Errorf("a new socket is opened: %d, %v", status, err)
	}
	if resp, _ := ann.request(http.MethodGet, "/readyz", nil); resp.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("/readyz says %d", resp.StatusCode)
	}
}

// A lobby shows everybody the same, and each his own.
func TestLobby(t *testing.T) {
	w := newWorld(t)
	ctx, cancel := context.WithCancel(context.Background())
	ran := make(chan struct{})
	go func() { defer close(ran); w.s.Run(ctx) }()
	defer func() { cancel(); <-ran }()
	ann, bob := w.visitor(), w.visitor()
	a, b := ann.dial(), bob.dial()
	for _, x := range []*wire{a, b} {
		x.send(protocol.ClientMessage{T: "lobby", On: true})
		if l := x.want("lobby").Lobby; len(l.Seeks)+len(l.Live)+len(l.Mine) != 0 || l.Seeks == nil || l.Mine == nil || l.Players != 2 {
			t.Errorf("an empty lobby is %+v", l)
		}
	}
	game := ann.begin(protocol.NewGame{Opponent: "anyone"}).Game.ID
	ann.begin(protocol.NewGame{ID: "private-game", Opponent: "friend"})
	w.clock.Advance(time.Second)
	for _, c := range []struct {
		who  *wire
		mine int
	}{{a, 2}, {b, 0}} {
		for {
			l := c.who.want("lobby").Lobby
			if len(l.Seeks) == 0 || len(l.Mine) < c.mine {
				continue // from before
			}
			if len(l.Seeks) != 1 || l.Seeks[0].ID != game || l.Seeks[0].White.You != (c.mine > 0) || l.Seeks[0].Creator != (c.mine > 0) || len(l.Mine) != c.mine {
				t.Errorf("the lobby is %+v", l)
			}
			break
		}
	}
}

// What is sent right behind the request for a socket is not lost.
func TestEarlyMessage(t *testing.T) {
	w := newWorld(t)
	game := w.visitor().begin(protocol.NewGame{Opponent: "self"}).Game.ID
	c, err := net.Dial("tcp", w.web.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	if err := openRaw(c, livegame.ID(game)); err != nil {
		t.Error(err)
	}
}

// A name that is chosen counts on sockets that are open already.
func TestRename(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.visitor(), w.visitor()
	a := ann.dial()
	var me protocol.Me
	ann.ask(http.MethodPut, "/api/me", map[string]string{"name": "  Ann\tof  Kent "}, &me)
	if me.Name != "Ann of Kent" || me.ID != ann.me.ID {
		t.Errorf("renamed to %+v", me)
	}
	if m := a.want("hello"); m.Me.Name != "Ann of Kent" {
		t.Errorf("the socket is told %+v", m.Me)
	}
	game := bob.begin(protocol.NewGame{}).Game.ID
	a.do(protocol.ClientMessage{Game: game, Order: "join"})
	var full protocol.Full
	bob.ask(http.MethodGet, "/api/games/"+game, nil, &full)
	if full.Game.Black.Name != "Ann of Kent" {
		t.Errorf("the seat is %+v", full.Game.Black)
	}
}

// The same news is written once for all who watch.
func TestUpdatesAreShared(t *testing.T) {
	w := newWorld(t)
	u := newUpdates(w.s.views)
	e := livegame.Event{Seq: 1, Kind: livegame.Join, Player: livegame.Player{Guest: "a", Name: "Ann"}}
	join, draw := hostUpdate(&e), hostUpdate(&livegame.Event{Seq: 2, Kind: livegame.DrawOffer})
	if a, b := u.encode(draw, "a"), u.encode(draw, "b"); &a[0] != &b[0] {
		t.Error("two watchers get two copies")
	}
	if a, b := string(u.encode(join, "a")), string(u.encode(join, "b")); !strings.Contains(a, `"you":true`) || strings.Contains(b, `"you":true`) || strings.Contains(a+b, `"a"`) {
		t.Errorf("who joined is told %s, another %s", a, b)
	}
}
