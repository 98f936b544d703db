package site_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/servertest"
	"github.com/wane-chess/wane/internal/server/site"
)

// The games of a guest become those of the account in which the person signs in, once and for all.
func TestAdoptGuest(t *testing.T) {
	w := servertest.New(t, servertest.WithAccounts(t))
	ann, ben, phone := w.Visitor(), w.Visitor(), w.Visitor()
	ann.SignUp("Ann")
	ben.SignUp("Ben")
	game := phone.Playing() // both seats
	invited := phone.Begin(gameview.NewGame{}).Game.ID
	var full gameview.FullGame
	plays := func(v *servertest.Visitor, want int) {
		t.Helper()
		full = gameview.FullGame{}
		v.Ask(http.MethodGet, "/api/games/"+game, nil, &full)
		if len(full.You) != want {
			t.Errorf("the visitor plays %v, want %d seats", full.You, want)
		}
	}
	adopt := func(v *servertest.Visitor, want int) {
		t.Helper()
		var got site.Adopted
		v.Ask(http.MethodPost, "/api/account/guest", struct{}{}, &got)
		if got.Games != want {
			t.Errorf("%d games are adopted, want %d", got.Games, want)
		}
	}
	if r, text := phone.Request(http.MethodPost, "/api/account/guest",
		struct{}{}); r.StatusCode != http.StatusUnauthorized || !strings.Contains(text, problem.CodeNoToken) {
		t.Errorf("without a session: %d %s", r.StatusCode, text)
	}
	adopt(ann, 0) // its own guest

	socket := phone.Dial() // of another page of the browser
	phone.Ask(http.MethodPost, "/api/signin", account.SignIn{Name: "Ann", Password: servertest.Password}, nil)
	plays(phone, 0)
	adopt(phone, 2)
	adopt(phone, 0)
	plays(phone, 2)
	plays(ann, 2)
	phone.Resign(game)
	ann.Ask(http.MethodPost, "/api/games/"+invited+"/commands", gameview.Command{ID: "withdrawn", Order: "abort"}, nil)
	for {
		if _, _, err := socket.Conn.Read(t.Context()); err != nil {
			if websocket.CloseStatus(err) != websocket.StatusPolicyViolation {
				t.Errorf("the socket of the guest ends with %v", err)
			}
			break
		}
	}

	// After signing out, the browser has another guest, and no other account gets the games.
	phone.Ask(http.MethodPost, "/api/signout", struct{}{}, nil)
	plays(phone, 0)
	phone.Ask(http.MethodPost, "/api/signin", account.SignIn{Name: "Ben", Password: servertest.Password}, nil)
	adopt(phone, 0)
	plays(phone, 0)
	plays(ann, 2)
}
