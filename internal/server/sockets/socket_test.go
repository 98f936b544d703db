package sockets_test

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

	"github.com/wane-chess/wane/internal/server"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/guests"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/manager/managertest"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/servertest"
	"github.com/wane-chess/wane/internal/server/sockets"
	"github.com/wane-chess/wane/rules"
)

// Two players and a spectator see a whole game on their sockets.
func TestWholeGame(t *testing.T) {
	w := servertest.New(t)
	ann, bob, eve := w.Visitor(), w.Visitor(), w.Visitor()
	game := ann.Begin(gameview.NewGame{Control: gameview.Control{Base: 300_000, Increment: 2000}}).Game.ID
	a, b, e := ann.Dial(), bob.Dial(), eve.Dial()
	if m := a.Watch(game); m.Game.Status != "waiting" || !m.Game.White.You || m.Game.Black.Taken ||
		!slices.Equal(m.You, []string{"white"}) {
		t.Fatalf("Ann gets %+v", m.Game)
	}
	if m := b.Watch(game); len(m.You) != 0 {
		t.Fatalf("Bob gets %+v", m)
	}
	e.Watch(game)

	if m := b.Do(sockets.ClientMessage{Game: game, Order: "join"}); m.T != "ack" || m.Seq != 1 {
		t.Fatalf("Bob joins: %+v, %+v", m, m.Error)
	}
	for _, c := range []struct {
		name string
		w    *servertest.Wire
		you  bool
	}{{"Ann", a, false}, {"Eve", e, false}} {
		if m := c.w.Want("event"); m.Event.Kind != "join" || m.Event.Color != "black" || m.Event.Seat.Name != bob.Me.Name ||
			m.Event.Seat.You != c.you {
			t.Errorf("%s gets %+v, %+v", c.name, m.Event, m.Event.Seat)
		}
	}
	// A second page of Bob is his, too.
	if m := bob.Dial().Watch(game); !slices.Equal(m.You, []string{"black"}) || !m.Events[0].Seat.You {
		t.Errorf("Bob's second page gets %+v", m)
	}

	moves := []struct {
		w    *servertest.Wire
		move string
	}{{a, "f2f3"}, {b, "e5"}, {a, "g2g4"}, {b, "Qh4"}}
	for ply, m := range moves {
		if ack := m.w.Do(sockets.ClientMessage{Game: game, Order: "move", Move: m.move, Ply: &ply}); ack.T != "ack" ||
			ack.Seq != ply+2 {
			t.Fatalf("%s: %+v, %+v", m.move, ack, ack.Error)
		}
		seen := e.Want("event")
		if seen.Event.Seq != ply+2 || seen.ID != game || seen.Times == nil || seen.Event.Clocks == nil {
			t.Errorf("%s is seen as %+v, %+v", m.move, seen, seen.Event)
		}
		if last := ply == len(moves)-1; (seen.Event.Result == "0-1" && seen.Event.Reason == "checkmate" &&
			seen.Event.SAN == "Qh4#") != last {
			t.Errorf("%s is seen as %+v", m.move, seen.Event)
		}
	}
	var full gameview.FullGame
	eve.Ask(http.MethodGet, "/api/games/"+game, nil, &full)
	if g := full.Game; g.Status != "finished" || g.Result != "0-1" || g.Reason != "checkmate" || g.Ply != 4 ||
		g.Last != "d8h4" || len(full.Events) != 5 {
		t.Errorf("afterwards the game is %+v", g)
	}
}

func TestResume(t *testing.T) {
	w := servertest.New(t)
	ann := w.Visitor()
	game := ann.Begin(gameview.NewGame{Opponent: "self"}).Game.ID
	a := ann.Dial()
	for i, move := range []string{"e4", "e5", "Nf3"} {
		if m := a.Do(sockets.ClientMessage{Game: game, Order: "move", Move: move, Ply: &i}); m.T != "ack" {
			t.Fatalf("%s: %+v", move, m.Error)
		}
	}
	for _, c := range []struct {
		have, from, events int
	}{{0, 0, 3}, {1, 1, 2}, {2, 2, 1}, {3, 3, 0}, {4, 0, 3}, {-1, 0, 3}} {
		again := ann.Dial()
		again.Send(sockets.ClientMessage{T: "watch", Game: game, From: &c.have})
		m := again.Want("game")
		if m.From != c.from || len(m.Events) != c.events || c.events > 0 && m.Events[0].Seq != c.from+1 || m.Game.Ply != 3 {
			t.Errorf("a client with %d events gets %d after %d, want %d after %d",
				c.have, len(m.Events), m.From, c.events, c.from)
		}
	}
}

// A repeated command counts once, on a socket or by the API.
func TestResend(t *testing.T) {
	w := servertest.New(t)
	ann := w.Visitor()
	game := ann.Begin(gameview.NewGame{Opponent: "self"}).Game.ID
	ply := 0
	move := sockets.ClientMessage{ID: "same-command", Game: game, Order: "move", Move: "e2e4", Ply: &ply}
	for range 2 {
		if m := ann.Dial().Do(move); m.T != "ack" || m.Seq != 1 || m.Cmd != "same-command" {
			t.Errorf("answered by %+v, %+v", m, m.Error)
		}
	}
	var done gameview.CommandResult
	ann.Ask(http.MethodPost, "/api/games/"+game+"/commands",
		gameview.Command{ID: "same-command", Order: "move", Move: "e2e4", Ply: &ply}, &done)
	if done.Seq != 1 || done.Event.SAN != "e4" || done.Event.Clocks != nil {
		t.Errorf("the API answers %+v", done)
	}
	var full gameview.FullGame
	ann.Ask(http.MethodGet, "/api/games/"+game, nil, &full)
	if len(full.Events) != 1 {
		t.Errorf("%d events, want 1", len(full.Events))
	}
}

// A seat needs its cookie, whatever else the request has.
func TestNoSeatWithoutCookie(t *testing.T) {
	w := servertest.New(t)
	ann, eve := w.Visitor(), w.Visitor()
	game := ann.Begin(gameview.NewGame{Opponent: "self"}).Game.ID
	ply := 0
	e := eve.Dial()
	for _, order := range []string{"move", "resign", "abort", "takeback-offer", "draw-offer"} {
		m := e.Do(sockets.ClientMessage{Game: game, Order: order, Color: "white", Move: "e2e4", Ply: &ply})
		if m.T != "nack" || m.Error.Code != "not-yours" {
			t.Errorf("%s by a stranger: %+v, %+v", order, m, m.Error)
		}
	}
	stranger := &servertest.Visitor{World: w, HTTP: &http.Client{Timeout: servertest.Patience}} // keeps no cookies
	for _, headers := range [][]string{
		nil,
		{"Cookie", "wane=" + ann.Me.ID},
		{"Cookie", "wane=MTczOTk5fGV5Sm5Jam9pWVNKOXxhYmM="},
		{"Authorization", "Bearer " + ann.Me.ID},
	} {
		resp, body := stranger.Request(http.MethodPost, "/api/games/"+game+"/commands",
			gameview.Command{ID: "a-command", Order: "resign"}, headers...)
		if resp.StatusCode != http.StatusForbidden || !strings.Contains(body, `"code":"not-yours"`) {
			t.Errorf("with %v: %d %s", headers, resp.StatusCode, body)
		}
	}
}

func TestErrors(t *testing.T) {
	w := servertest.New(t, func(o *server.Options) { o.Limits.SocketGames = 1 })
	ann := w.Visitor()
	game := ann.Begin(gameview.NewGame{Opponent: "self"}).Game.ID
	a := ann.Dial()
	minus, one := -1, 1
	for _, c := range []struct {
		name string
		m    sockets.ClientMessage
		code string
	}{
		{"an illegal move", sockets.ClientMessage{Game: game, Order: "move", Move: "e2e5"}, "illegal"},
		{"no move", sockets.ClientMessage{Game: game, Order: "move"}, "illegal"},
		{"another ply", sockets.ClientMessage{Game: game, Order: "move", Move: "e2e4", Ply: &one}, "stale"},
		{"a ply below zero", sockets.ClientMessage{Game: game, Order: "move", Move: "e2e4", Ply: &minus}, "bad-message"},
		{"no such order", sockets.ClientMessage{Game: game, Order: "fly"}, "unknown"},
		{"no order", sockets.ClientMessage{Game: game}, "bad-message"},
		{"a long order", sockets.ClientMessage{Game: game, Order: strings.Repeat("x", 41)}, "bad-message"},
		{"a long move", sockets.ClientMessage{Game: game, Order: "move", Move: strings.Repeat("x", 41)}, "bad-message"},
		{"no side", sockets.ClientMessage{Game: game, Order: "resign", Color: "red"}, "bad-message"},
		{"no game", sockets.ClientMessage{Order: "resign"}, "bad-message"},
		{"a strange game", sockets.ClientMessage{Game: "../etc", Order: "resign"}, "bad-message"},
		{"an unknown game", sockets.ClientMessage{Game: "abcdefghijkl", Order: "resign"}, "not-found"},
		{"a short id", sockets.ClientMessage{ID: "x", Game: game, Order: "resign"}, "bad-message"},
		{"a long id", sockets.ClientMessage{ID: strings.Repeat("x", 64), Game: game, Order: "fly"}, "unknown"},
	} {
		if m := a.Do(c.m); m.T != "nack" || m.Error == nil || m.Error.Code != c.code || m.Error.Text == "" {
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
		a.Send(c.message)
		if m := a.Read(); m.T != "error" || m.Error.Code != c.code || !strings.Contains(m.Error.Text, c.text) {
			t.Errorf("%s is answered by %+v, %+v", c.message, m, m.Error)
		}
	}
	a.Watch(game)
	a.Watch(game) // repeated, it is no second
	second := ann.Begin(gameview.NewGame{ID: "second-game", Opponent: "self"}).Game.ID
	a.Send(sockets.ClientMessage{T: "watch", Game: second})
	m := a.Read()
	for m.T == "player" { // the game has begun
		m = a.Read()
	}
	if m.T != "error" || m.Error.Code != "too-many" || m.ID != second {
		t.Errorf("a second game is answered by %+v", m)
	}
	a.Send(sockets.ClientMessage{T: "unwatch", Game: game})
	a.Watch(second)
	if n := w.Games.Stats().Watchers; n != 1 {
		t.Errorf("%d watchers, want 1", n)
	}
}

// A message that is no text or too long, or too many messages, affect only their
// connection.
func TestInvalidMessages(t *testing.T) {
	w := servertest.New(t)
	ann := w.Visitor()
	for _, c := range []struct {
		name string
		do   func(*servertest.Wire)
		code websocket.StatusCode
	}{
		{"too long", func(a *servertest.Wire) { a.Send(strings.Repeat("x", sockets.MaxMessage+1)) },
			websocket.StatusMessageTooBig},
		{"too much", func(a *servertest.Wire) {
			for range 61 {
				a.Send(`{"t":"unwatch"}`)
			}
		}, websocket.StatusPolicyViolation},
	} {
		a := ann.Dial()
		c.do(a)
		if _, err := a.Ended(); websocket.CloseStatus(err) != c.code {
			t.Errorf("%s ends the connection with %v, want %v", c.name, err, c.code)
		}
	}
	a := ann.Dial()
	if err := a.Conn.Write(t.Context(), websocket.MessageBinary, []byte("x")); err != nil {
		t.Fatal(err)
	}
	if m := a.Read(); m.T != "error" || m.Error.Code != "bad-message" {
		t.Errorf("binary data is answered by %+v", m)
	}
}

// A client that sends too many pings is dropped.
func TestTooManyPings(t *testing.T) {
	w := servertest.New(t)
	a := w.Visitor().Dial()
	a.Conn.CloseRead(t.Context()) // receives the answers
	dropped := func() bool { return w.Metric(`wane_sockets_dropped_total{reason="too fast"}`) == "1" }
	for n := 0; !dropped(); n++ {
		if n > 100 {
			t.Fatal("a hundred pings are answered")
		}
		_ = a.Conn.Ping(t.Context())
	}
}

// A server that shuts down finishes its move, acknowledges it, and sends a close message.
func TestShutdown(t *testing.T) {
	w := servertest.New(t)
	ann := w.Visitor()
	game := ann.Begin(gameview.NewGame{Opponent: "self"}).Game.ID
	a := ann.Dial()
	a.Watch(game)
	hold, begun := make(chan struct{}), make(chan struct{})
	w.Store.SetFault(func(c managertest.Call) managertest.Fault {
		if c.Op != "append" {
			return managertest.Fault{}
		}
		close(begun)
		return managertest.Fault{Wait: hold}
	})
	ply := 0
	a.Send(sockets.ClientMessage{T: "do", ID: "last-command", Game: game, Order: "move", Move: "e2e4", Ply: &ply})
	<-begun
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		ctx, cancel := context.WithTimeout(context.Background(), servertest.Patience)
		defer cancel()
		w.Server.Close(ctx)
	}()
	for !w.Server.Sockets().Down() {
		runtime.Gosched()
	}
	close(hold)
	if m := a.Want("ack"); m.Cmd != "last-command" {
		t.Errorf("acknowledged: %+v", m)
	}
	last, err := a.Ended()
	if websocket.CloseStatus(err) != websocket.StatusGoingAway || last.T != "bye" || last.Error.Text == "" {
		t.Errorf("the connection ends with %+v and %v", last, err)
	}
	<-closed
	if _, status, err := w.Upgrade(t.Context(), &websocket.DialOptions{HTTPClient: ann.HTTP}); err == nil ||
		status != http.StatusServiceUnavailable {
		t.Errorf("a new socket is opened: %d, %v", status, err)
	}
	if resp, _ := ann.Request(http.MethodGet, "/readyz", nil); resp.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("/readyz says %d", resp.StatusCode)
	}
}

// A message that follows the request directly is not lost.
func TestEarlyMessage(t *testing.T) {
	w := servertest.New(t)
	game := w.Visitor().Begin(gameview.NewGame{Opponent: "self"}).Game.ID
	c, err := net.Dial("tcp", w.Web.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	if err := openRaw(c, livegame.ID(game)); err != nil {
		t.Error(err)
	}
}

// A new name counts on open sockets, too.
func TestRename(t *testing.T) {
	w := servertest.New(t)
	ann, bob := w.Visitor(), w.Visitor()
	a := ann.Dial()
	var me guests.Me
	ann.Ask(http.MethodPut, "/api/me", map[string]string{"name": "  Ann\tof  Kent "}, &me)
	if me.Name != "Ann of Kent" || me.ID != ann.Me.ID {
		t.Errorf("renamed to %+v", me)
	}
	if m := a.Want("hello"); m.Me.Name != "Ann of Kent" {
		t.Errorf("the socket gets %+v", m.Me)
	}
	game := bob.Begin(gameview.NewGame{}).Game.ID
	a.Do(sockets.ClientMessage{Game: game, Order: "join"})
	var full gameview.FullGame
	bob.Ask(http.MethodGet, "/api/games/"+game, nil, &full)
	if full.Game.Black.Name != "Ann of Kent" {
		t.Errorf("the seat is %+v", full.Game.Black)
	}
}

// An update is encoded once for all watchers.
func TestUpdatesAreShared(t *testing.T) {
	encode := sockets.Encoder(gameview.New(gameview.Options{Lookup: rules.ByName, Tag: func(string) string { return "" }}))
	e := livegame.Event{Seq: 1, Kind: livegame.Join, Player: livegame.Player{
		Guest: "a", Person: livegame.Person{Name: "Ann"},
	}}
	join, draw := update(&e), update(&livegame.Event{Seq: 2, Kind: livegame.DrawOffer})
	if a, b := encode(draw, "a"), encode(draw, "b"); &a[0] != &b[0] {
		t.Error("two watchers get two copies")
	}
	if a, b := string(encode(join, "a")), string(encode(join, "b")); !strings.Contains(a, `"you":true`) ||
		strings.Contains(b, `"you":true`) || strings.Contains(a+b, `"a"`) {
		t.Errorf("the player who joined gets %s, another %s", a, b)
	}
}

func TestOtherSites(t *testing.T) {
	w := servertest.New(t, func(o *server.Options) { o.BaseURL = "http://wane.example" })
	ann := w.Visitor()
	rename := map[string]string{"name": "Mallory"}
	for _, c := range []struct {
		headers []string
		status  int
	}{
		{[]string{"Origin", "http://evil.example"}, http.StatusForbidden},
		{[]string{"Sec-Fetch-Site", "cross-site"}, http.StatusForbidden},
		{[]string{"Sec-Fetch-Site", "same-site"}, http.StatusForbidden},
		{[]string{"Sec-Fetch-Site", "cross-site", "Origin", "http://wane.example"}, http.StatusOK},
		{[]string{"Sec-Fetch-Site", "same-origin"}, http.StatusOK},
		{[]string{"Origin", w.Web.URL}, http.StatusOK},
		{nil, http.StatusOK},
	} {
		if resp, body := ann.Request(http.MethodPut, "/api/me", rename, c.headers...); resp.StatusCode != c.status {
			t.Errorf("with %v: %d %s, want %d", c.headers, resp.StatusCode, body, c.status)
		}
	}
	for origin, welcome := range map[string]bool{
		"http://evil.example": false, "null": false, w.Web.URL: true, "http://wane.example": true,
	} {
		conn, status, err := w.Upgrade(t.Context(), &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {origin}}})
		if (err == nil) != welcome || !welcome && status != http.StatusForbidden {
			t.Errorf("a socket from %s: %v", origin, err)
		}
		if err == nil {
			_ = conn.CloseNow()
		}
	}
	if n := w.Server.Sockets().OfAddress("127.0.0.1"); n > 2 {
		t.Errorf("%d sockets are counted, though some were refused", n)
	}
}

func update(e *livegame.Event) *manager.Update {
	return &manager.Update{Game: "abcdefghijkl", Event: e}
}

// If the store loses events, the sockets get the whole game again.
func TestSocketAfterLostEvents(t *testing.T) {
	w := servertest.New(t)
	ann := w.Visitor()
	game := ann.Playing("e4", "d5", "exd5")
	a := ann.Dial()
	if m := a.Watch(game); len(m.Events) < 3 {
		t.Fatalf("Ann gets %+v", m)
	}
	w.Store.Lose(livegame.ID(game), 2)
	ply := 3
	a.Send(sockets.ClientMessage{T: "do", ID: "my-command", Game: game, Order: "move", Move: "c5", Ply: &ply})
	m := a.Want("game")
	if n := len(m.Events); m.From != 0 || n == 0 || m.Events[n-1].Move != "e2e4" || m.Game.ID != game || len(m.You) == 0 {
		t.Errorf("Ann gets %+v", m)
	}
	a.Want("nack") // the move does not fit any more
}

// Who watches a game hears that it was deleted.
func TestDeletedGame(t *testing.T) {
	w := servertest.New(t)
	ann := w.Visitor()
	game := ann.Begin(gameview.NewGame{Opponent: "self"}).Game.ID
	a := ann.Dial()
	a.Watch(game)
	w.Store.Delete(livegame.ID(game), w.Clock.Now())
	w.Clock.Advance(6 * time.Second)
	if m := a.Want("error"); m.ID != game || m.Error.Code != problem.CodeDeleted {
		t.Errorf("got %+v, %+v", m, m.Error)
	}
}
