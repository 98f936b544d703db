package server

import (
	"net/http"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/manager/managertest"
	"github.com/wane-chess/wane/internal/live/protocol"
)

// What is asked for on sockets costs as much as by the API, on however many
// sockets it is asked for.
func TestSocketsShareTheBudget(t *testing.T) {
	w := newWorld(t, func(o *Options) {
		o.Limits = Limits{Command: Budget{Guest: Rate{1, 3}, Address: Rate{100, 100}}, Read: Budget{Guest: Rate{1, 8}, Address: Rate{100, 100}}}
	})
	ann, bob := w.visitor(), w.visitor()
	game := ann.begin(protocol.NewGame{Opponent: "self"}).Game.ID
	one, two := ann.dial(), ann.dial()
	order := func(x *wire) protocol.ServerMessage {
		return x.do(protocol.ClientMessage{Game: game, Order: "fly"})
	}
	for i, x := range []*wire{one, two, one} {
		if m := order(x); m.Error.Code != string(livegame.UnknownCommand) {
			t.Fatalf("order %d: %+v", i, m.Error)
		}
	}
	if m := order(two); m.Error.Code != codeTooFast || !strings.Contains(m.Error.Text, "try again in 1 second") {
		t.Errorf("a fourth order: %+v", m.Error)
	}
	if m := order(bob.dial()); m.Error.Code != string(livegame.UnknownCommand) {
		t.Errorf("somebody else's: %+v", m.Error)
	}
	for range 10 {
		one.send(protocol.ClientMessage{T: "lobby", On: true})
		two.send(protocol.ClientMessage{T: "watch", Game: game})
	}
	for _, x := range []*wire{one, two} {
		if m := x.want("error"); m.Error.Code != codeTooFast {
			t.Errorf("lobby and watch: %+v", m.Error)
		}
	}
}

func TestTooManyOfOneGuest(t *testing.T) {
	w := newWorld(t, func(o *Options) { o.Limits = Limits{GuestSockets: 2, Offers: 2, Thinking: 2} })
	ann, bob := w.visitor(), w.visitor()
	ann.dial()
	ann.dial()
	_, status, err := w.upgrade(t.Context(), &websocket.DialOptions{HTTPClient: ann.http})
	if err == nil || status != http.StatusTooManyRequests {
		t.Errorf("a third socket: %d, %v", status, err)
	}
	bob.dial()

	create := func(v *visitor, id, opponent string, level int) (int, string) {
		r, body := v.request(http.MethodPost, "/api/games", protocol.NewGame{ID: id, Variant: "chess", Opponent: opponent, Color: "black", Level: level})
		return r.StatusCode, body
	}
	for _, c := range []struct {
		opponent, text string
		level          int
	}{{"anyone", "You offer 2 games already: withdraw one", 0}, {"engine", "The computer is thinking in several of your games", 1}} {
		for _, id := range []string{"the-first-", "the-second-", "the-second-"} { // the last again: its answer got lost
			if status, body := create(ann, id+c.opponent, c.opponent, c.level); status != http.StatusOK {
				t.Fatalf("%s: %d %s", c.opponent, status, body)
			}
		}
		if status, body := create(ann, "the-third-"+c.opponent, c.opponent, c.level); status != http.StatusTooManyRequests || !strings.Contains(body, c.text) {
			t.Errorf("%s: a third: %d %s", c.opponent, status, body)
		}
		if status, body := create(bob, "the-first-"+c.opponent, c.opponent, c.level); status != http.StatusOK {
			t.Errorf("%s: somebody else's: %d %s", c.opponent, status, body)
		}
	}
	if status, body := create(ann, "for-a-friend", "friend", 0); status != http.StatusOK {
		t.Errorf("a game for a friend: %d %s", status, body)
	}
}

// A long line costs more than a short one.
func TestLongLinesCost(t *testing.T) {
	w := newWorld(t, func(o *Options) { o.Limits = Limits{Rules: Budget{Guest: Rate{1, 10}, Address: Rate{1, 10}}} })
	ann := w.visitor()
	ask := func(moves int) int {
		line := strings.TrimSuffix(strings.Repeat(`"g1f3","g8f6","f3g1","f6g8",`, moves/4), ",")
		r, body := ann.request(http.MethodPost, "/api/choices", `{"variant":"convergent","fen":"","moves":[`+line+`]}`)
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
	bob := newWorld(t, func(o *Options) { o.Limits = Limits{Rules: Budget{Guest: Rate{1, 10}, Address: Rate{1, 10}}} }).visitor()
	ann = bob
	ask(400)
	if got := ask(0); got != http.StatusTooManyRequests {
		t.Errorf("after a line of 400 moves: %d", got)
	}
}

// A message whose handling panics ends neither the server nor the connection.
func TestPanicOnSocket(t *testing.T) {
	w := newWorld(t)
	ann := w.visitor()
	game := ann.begin(protocol.NewGame{Opponent: "self"}).Game.ID
	a := ann.dial()
	a.watch(game)
	w.store.SetFault(func(c managertest.Call) managertest.Fault {
		if c.Op == "append" {
			panic("a bug in a store")
		}
		return managertest.Fault{}
	})
	ply := 0
	move := protocol.ClientMessage{T: "do", ID: "my-command", Game: game, Order: "move", Move: "e2e4", Ply: &ply}
	a.send(move)
	if m := a.want("error"); m.Error.Code != codeServer || strings.Contains(m.Error.Text, "bug") {
		t.Errorf("the answer is %+v", m.Error)
	}
	w.store.SetFault(nil)
	a.send(move)
	if m := a.want("ack"); m.Cmd != "my-command" {
		t.Errorf("sent again: %+v", m)
	}
	if n := w.metric("wane_panics_total"); n != "1" {
		t.Errorf("%s panics are counted", n)
	}
}

// Lists can be asked for by games that exist.
func TestListOfNoGame(t *testing.T) {
	w := newWorld(t)
	for _, name := range []string{"%00", "go", "diminuendo:xyz"} {
		if r, body := w.visitor().request(http.MethodGet, "/api/games?variant="+name, nil); r.StatusCode != http.StatusUnprocessableEntity {
			t.Errorf("%s: %d %s", name, r.StatusCode, body)
		}
	}
}
