package server_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/wane-chess/wane/internal/server"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager/managertest"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/servertest"
	"github.com/wane-chess/wane/internal/server/sockets"
)

// A request on a socket costs as much as one to the API, on any number of sockets.
func TestSocketsShareTheBudget(t *testing.T) {
	w := servertest.New(t, func(o *server.Options) {
		o.Limits = limits.Limits{
			Command: limits.Budget{Guest: limits.Rate{PerSecond: 1, Burst: 3}, Address: limits.Rate{PerSecond: 100, Burst: 100}},
			Read:    limits.Budget{Guest: limits.Rate{PerSecond: 1, Burst: 8}, Address: limits.Rate{PerSecond: 100, Burst: 100}},
		}
	})
	ann, bob := w.Visitor(), w.Visitor()
	game := ann.Begin(gameview.NewGame{Opponent: "self"}).Game.ID
	one, two := ann.Dial(), ann.Dial()
	order := func(x *servertest.Wire) sockets.ServerMessage {
		return x.Do(sockets.ClientMessage{Game: game, Order: "fly"})
	}
	for i, x := range []*servertest.Wire{one, two, one} {
		if m := order(x); m.Error.Code != string(livegame.UnknownCommand) {
			t.Fatalf("order %d: %+v", i, m.Error)
		}
	}
	if m := order(two); m.Error.Code != problem.CodeTooFast || !strings.Contains(m.Error.Text, "try again in 1 second") {
		t.Errorf("a fourth order: %+v", m.Error)
	}
	if m := order(bob.Dial()); m.Error.Code != string(livegame.UnknownCommand) {
		t.Errorf("another guest's: %+v", m.Error)
	}
	for range 10 {
		one.Send(sockets.ClientMessage{T: "lobby", On: true})
		two.Send(sockets.ClientMessage{T: "watch", Game: game})
	}
	for _, x := range []*servertest.Wire{one, two} {
		if m := x.Want("error"); m.Error.Code != problem.CodeTooFast {
			t.Errorf("lobby and watch: %+v", m.Error)
		}
	}
}

// A rematch costs what a new game costs, by the API and on sockets: one from the budget,
// and against the engine it counts where it is thinking. A repeated command costs nothing.
func TestRematchCostsAGame(t *testing.T) {
	w := servertest.New(t, func(o *server.Options) {
		o.Limits = limits.Limits{
			Create: limits.Budget{
				Guest: limits.Rate{PerSecond: 0.001, Burst: 4}, Address: limits.Rate{PerSecond: 1, Burst: 100},
			},
			Thinking: 1,
		}
	})
	ann := w.Visitor()
	a := ann.Dial()
	ply := 0
	over := ann.Begin(gameview.NewGame{ID: "game-one", Opponent: "engine", Level: 1}).Game.ID
	a.Do(sockets.ClientMessage{Game: over, Order: "move", Move: "e2e4", Ply: &ply})
	ann.Resign(over)
	thinking := ann.Begin(gameview.NewGame{ID: "game-two", Opponent: "engine", Level: 1}).Game.ID
	a.Do(sockets.ClientMessage{Game: thinking, Order: "move", Move: "e2e4", Ply: &ply})
	if m := a.Do(sockets.ClientMessage{Game: over, Order: "rematch"}); m.Error == nil ||
		m.Error.Code != problem.CodeTooMany {
		t.Errorf("a rematch while the engine is thinking: %+v", m)
	}
	ann.Resign(thinking)
	rematch := func() (int, string) {
		r, body := ann.Request(http.MethodPost, "/api/games/"+over+"/commands",
			gameview.Command{ID: "the-rematch", Order: "rematch"})
		return r.StatusCode, body
	}
	for range 2 {
		if status, body := rematch(); status != http.StatusOK {
			t.Fatalf("a rematch: %d, %s", status, body)
		}
	}
	if r, body := ann.Request(http.MethodPost, "/api/games/"+thinking+"/commands",
		gameview.Command{ID: "another-rematch", Order: "rematch"}); r.StatusCode != http.StatusTooManyRequests ||
		r.Header.Get("Retry-After") == "" || !strings.Contains(body, problem.CodeTooFast) {
		t.Errorf("a fifth game: %d, %v, %s", r.StatusCode, r.Header, body)
	}
	if m := a.Do(sockets.ClientMessage{Game: thinking, Order: "rematch"}); m.Error == nil ||
		m.Error.Code != problem.CodeTooFast {
		t.Errorf("a fifth game on a socket: %+v", m)
	}
}

func TestTooManyOfOneGuest(t *testing.T) {
	w := servertest.New(t, func(o *server.Options) { o.Limits = limits.Limits{GuestSockets: 2, Offers: 2, Thinking: 2} })
	ann, bob := w.Visitor(), w.Visitor()
	ann.Dial()
	ann.Dial()
	_, status, err := w.Upgrade(t.Context(), &websocket.DialOptions{HTTPClient: ann.HTTP})
	if err == nil || status != http.StatusTooManyRequests {
		t.Errorf("a third socket: %d, %v", status, err)
	}
	bob.Dial()

	create := func(v *servertest.Visitor, id, opponent string, level int) (int, string) {
		r, body := v.Request(http.MethodPost, "/api/games",
			gameview.NewGame{ID: id, Variant: "chess", Opponent: opponent, Color: "black", Level: level})
		return r.StatusCode, body
	}
	for _, c := range []struct {
		opponent, text string
		level          int
	}{{"anyone", "You offer 2 games already: cancel one", 0},
		{"engine", "The computer is thinking in several of your games", 1}} {
		for _, id := range []string{"the-first-", "the-second-", "the-second-"} { // repeated: its answer was lost
			if status, body := create(ann, id+c.opponent, c.opponent, c.level); status != http.StatusOK {
				t.Fatalf("%s: %d %s", c.opponent, status, body)
			}
		}
		if status, body := create(ann, "the-third-"+c.opponent, c.opponent, c.level); status != http.StatusTooManyRequests ||
			!strings.Contains(body, c.text) {
			t.Errorf("%s: a third: %d %s", c.opponent, status, body)
		}
		if status, body := create(bob, "the-first-"+c.opponent, c.opponent, c.level); status != http.StatusOK {
			t.Errorf("%s: another guest's: %d %s", c.opponent, status, body)
		}
	}
	if status, body := create(ann, "for-a-friend", "friend", 0); status != http.StatusOK {
		t.Errorf("a game for a friend: %d %s", status, body)
	}
}

// New guests do not get around the limit of games in which the engine thinks: their address
// has one, too. A request whose answer was lost is repeated.
func TestThinkingOfAnAddress(t *testing.T) {
	w := servertest.New(t, func(o *server.Options) { o.Limits = limits.Limits{AddressThinking: 3} })
	create := func(v *servertest.Visitor, id string) (int, string) {
		r, body := v.Request(http.MethodPost, "/api/games",
			gameview.NewGame{ID: id, Variant: "chess", Opponent: "engine", Color: "black", Level: 1})
		return r.StatusCode, body
	}
	var last *servertest.Visitor
	for range 3 {
		last = w.Visitor()
		if status, body := create(last, "the-first"); status != http.StatusOK {
			t.Fatalf("%d %s", status, body)
		}
	}
	if status, body := create(w.Visitor(), "the-first"); status != http.StatusTooManyRequests ||
		!strings.Contains(body, "many games at your address") {
		t.Errorf("a fourth guest's: %d %s", status, body)
	}
	if status, body := create(last, "the-first"); status != http.StatusOK {
		t.Errorf("repeated: %d %s", status, body)
	}
}

// A long line costs more than a short one.
func TestLongLinesCost(t *testing.T) {
	w := servertest.New(t, func(o *server.Options) {
		o.Limits = limits.Limits{
			Rules: limits.Budget{Guest: limits.Rate{PerSecond: 1, Burst: 10}, Address: limits.Rate{PerSecond: 1, Burst: 10}},
		}
	})
	ann := w.Visitor()
	ask := func(moves int) int {
		line := strings.TrimSuffix(strings.Repeat(`"g1f3","g8f6","f3g1","f6g8",`, moves/4), ",")
		r, body := ann.Request(http.MethodPost, "/api/choices", `{"variant":"convergent","fen":"","moves":[`+line+`]}`)
		if r.StatusCode == http.StatusUnprocessableEntity && !strings.Contains(body, `"illegal"`) {
			t.Fatal(body)
		}
		return r.StatusCode
	}
	for i := range 10 {
		if got := ask(0); got != http.StatusOK {
			t.Fatalf("request %d: %d", i, got)
		}
	}
	if got := ask(0); got != http.StatusTooManyRequests {
		t.Errorf("an eleventh: %d", got)
	}
	bob := servertest.New(t, func(o *server.Options) {
		o.Limits = limits.Limits{
			Rules: limits.Budget{Guest: limits.Rate{PerSecond: 1, Burst: 10}, Address: limits.Rate{PerSecond: 1, Burst: 10}},
		}
	}).Visitor()
	ann = bob
	ask(400)
	if got := ask(0); got != http.StatusTooManyRequests {
		t.Errorf("after a line of 400 moves: %d", got)
	}
}

// A message whose handling panics ends neither the server nor the connection.
func TestPanicOnSocket(t *testing.T) {
	w := servertest.New(t)
	ann := w.Visitor()
	game := ann.Begin(gameview.NewGame{Opponent: "self"}).Game.ID
	a := ann.Dial()
	a.Watch(game)
	w.Store.SetFault(func(c managertest.Call) managertest.Fault {
		if c.Op == "append" {
			panic("a bug in a store")
		}
		return managertest.Fault{}
	})
	ply := 0
	move := sockets.ClientMessage{T: "do", ID: "my-command", Game: game, Order: "move", Move: "e2e4", Ply: &ply}
	a.Send(move)
	if m := a.Want("error"); m.Error.Code != problem.CodeServer || strings.Contains(m.Error.Text, "bug") {
		t.Errorf("the answer is %+v", m.Error)
	}
	w.Store.SetFault(nil)
	a.Send(move)
	if m := a.Want("ack"); m.Cmd != "my-command" {
		t.Errorf("sent again: %+v", m)
	}
	if n := w.Metric("wane_panics_total"); n != "1" {
		t.Errorf("%s panics are counted", n)
	}
}

func TestTooFast(t *testing.T) {
	w := servertest.New(t, func(o *server.Options) {
		o.Limits = limits.Limits{
			Create: limits.Budget{Guest: limits.Rate{PerSecond: 0.5, Burst: 2}, Address: limits.Rate{PerSecond: 1, Burst: 4}},
			Read: limits.Budget{
				Guest: limits.Rate{PerSecond: 1, Burst: 100}, Address: limits.Rate{PerSecond: 1, Burst: 1000},
			},
			Sockets: 2,
		}
	})
	ann, bob, eve := w.Visitor(), w.Visitor(), w.Visitor()
	create := func(v *servertest.Visitor, status int) servertest.Reply {
		t.Helper()
		resp, body := v.Request(http.MethodPost, "/api/games",
			gameview.NewGame{ID: "one-request", Variant: "chess", Opponent: "self", Color: "white"})
		if resp.StatusCode != status {
			t.Fatalf("status %d, want %d: %s", resp.StatusCode, status, body)
		}
		return resp
	}
	create(ann, 200)
	create(ann, 200)
	if resp := create(ann, 429); resp.Header.Get("Retry-After") != "2" ||
		resp.Header.Get("Content-Type") != "application/problem+json" {
		t.Errorf("the answer has the headers %v", resp.Header)
	}
	ann.Ask(http.MethodGet, "/api/me", nil, nil) // reading has a budget of its own
	create(bob, 200)
	if resp := create(eve, 429); resp.Header.Get("Retry-After") != "1" { // the address has none left
		t.Errorf("Retry-After is %q", resp.Header.Get("Retry-After"))
	}
	w.Clock.Advance(2 * time.Second)
	create(ann, 200)
	create(ann, 429)

	ann.Dial()
	ann.Dial()
	_, status, err := w.Upgrade(t.Context(), nil)
	if err == nil || status != http.StatusTooManyRequests {
		t.Errorf("a third socket: %d, %v", status, err)
	}
}

// Each kind of request has a budget of its own, for a guest and for an address.
func TestBudgets(t *testing.T) {
	plenty, one := limits.Rate{PerSecond: 1, Burst: 1000}, limits.Rate{PerSecond: 0.001, Burst: 1}
	move := gameview.Command{ID: "some-command", Order: "resign"}
	line := map[string]any{"variant": "chess", "moves": []string{}}
	preview := map[string]any{"variant": "chess", "moves": []string{}, "move": "e4"}
	for _, c := range []struct {
		name   string
		limit  func(*limits.Limits) *limits.Budget
		method string
		path   string // with %s for a game
		body   any
	}{
		{"commands", func(l *limits.Limits) *limits.Budget { return &l.Command }, http.MethodPost,
			"/api/games/%s/commands", move},
		{"renaming", func(l *limits.Limits) *limits.Budget { return &l.Command }, http.MethodPut, "/api/me",
			map[string]string{"name": "Ann"}},
		{"board views", func(l *limits.Limits) *limits.Budget { return &l.Rules }, http.MethodPost, "/api/views", line},
		{"choices", func(l *limits.Limits) *limits.Budget { return &l.Rules }, http.MethodPost, "/api/choices", line},
		{"previews", func(l *limits.Limits) *limits.Budget { return &l.Rules }, http.MethodPost, "/api/preview", preview},
	} {
		for _, shared := range []bool{false, true} {
			w := servertest.New(t, func(o *server.Options) {
				many := limits.Budget{Guest: plenty, Address: plenty}
				o.Limits = limits.Limits{Create: many, Command: many, Read: many, Rules: many}
				b := c.limit(&o.Limits)
				if b.Guest = one; shared {
					b.Guest, b.Address = plenty, one
				}
			})
			ann, bob := w.Visitor(), w.Visitor()
			path := strings.ReplaceAll(c.path, "%s", ann.Begin(gameview.NewGame{Opponent: "self"}).Game.ID)
			ask := func(v *servertest.Visitor) int {
				resp, _ := v.Request(c.method, path, c.body)
				return resp.StatusCode
			}
			first, second, other := ask(ann), ask(ann), ask(bob)
			if first != http.StatusOK || second != http.StatusTooManyRequests ||
				(other == http.StatusTooManyRequests) != shared {
				t.Errorf("%s, address %t: answered with %d and %d, another guest with %d", c.name, shared, first, second, other)
			}
			ann.Ask(http.MethodGet, "/api/me", nil, nil)
		}
	}
}

// An address can have so many new guests at once: further ones read pages without being
// guests, and those who are guests go on.
func TestNewcomers(t *testing.T) {
	w := servertest.New(t, func(o *server.Options) {
		o.Limits = limits.Limits{
			Newcomer: limits.Budget{Guest: limits.Rate{PerSecond: 1, Burst: 1}, Address: limits.Rate{PerSecond: 0.1, Burst: 2}},
		}
	})
	ann, bob := w.Visitor(), w.Visitor()
	get := func(path, address string) *httptest.ResponseRecorder {
		r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, nil)
		r.RemoteAddr = address + ":1234"
		answer := httptest.NewRecorder()
		w.Server.ServeHTTP(answer, r)
		return answer
	}
	const here, there = "127.0.0.1", "192.0.2.1"
	if r := get("/api/me", here); r.Code != http.StatusTooManyRequests || r.Header().Get("Set-Cookie") != "" {
		t.Errorf("a third guest: %d %v", r.Code, r.Header())
	}
	if r := get("/", here); r.Code != http.StatusOK || r.Header().Get("Set-Cookie") != "" {
		t.Errorf("the page: %d %v", r.Code, r.Header())
	}
	if r := get("/api/me", there); r.Code != http.StatusOK || r.Header().Get("Set-Cookie") == "" {
		t.Errorf("at another address: %d %v", r.Code, r.Header())
	}
	for _, v := range []*servertest.Visitor{ann, bob} {
		v.Ask(http.MethodGet, "/api/me", nil, nil)
	}
	w.Clock.Advance(10 * time.Second)
	if r := get("/api/me", here); r.Code != http.StatusOK {
		t.Errorf("later: %d", r.Code)
	}
}

// New guests do not get around the limit of offered games: their address has one, too. While
// very many games are offered, new guests wait with theirs.
func TestOffersOfNewGuests(t *testing.T) {
	w := servertest.New(t, func(o *server.Options) {
		o.Limits = limits.Limits{
			Offer: limits.Budget{Guest: limits.Rate{PerSecond: 1, Burst: 10}, Address: limits.Rate{PerSecond: 0.1, Burst: 3}},
		}
	})
	offer := func(v *servertest.Visitor) (int, string) {
		r, body := v.Request(http.MethodPost, "/api/games",
			gameview.NewGame{ID: "offered-game", Variant: "chess", Opponent: "anyone", Color: "white"})
		return r.StatusCode, body
	}
	for range 3 {
		if status, body := offer(w.Visitor()); status != http.StatusOK {
			t.Fatalf("%d %s", status, body)
		}
	}
	if status, body := offer(w.Visitor()); status != http.StatusTooManyRequests ||
		!strings.Contains(body, "try again in 10 seconds") {
		t.Errorf("a fourth game of an address: %d %s", status, body)
	}

	ann := w.Visitor()
	for range 37 {
		head := livegame.Header{
			Variant: "chess", Public: true, Creator: "others", Seats: [2]livegame.Player{
				{Guest: "others", Person: livegame.Person{Name: "Others"}},
			},
		}
		if _, err := w.Games.Create(t.Context(), head, "elsewhere"); err != nil {
			t.Fatal(err)
		}
	}
	w.Clock.Advance(30 * time.Second)
	if status, body := offer(ann); status != http.StatusTooManyRequests ||
		!strings.Contains(body, "Many games are being offered") {
		t.Errorf("a new guest's game among many: %d %s", status, body)
	}
	w.Clock.Advance(31 * time.Second)
	if status, body := offer(ann); status != http.StatusOK {
		t.Errorf("a minute later: %d %s", status, body)
	}
}
