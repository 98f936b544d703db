package sockets_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/servertest"
	"github.com/wane-chess/wane/internal/server/sharedstudy"
	"github.com/wane-chess/wane/internal/server/sockets"
	"github.com/wane-chess/wane/internal/server/tournament"
)

// A token follows by a socket the chats that it reads by the API, and no others.
func TestChatScopes(t *testing.T) {
	w := servertest.New(t, servertest.WithAccounts(t))
	ann := w.Visitor()
	ann.SignUp("Ann")
	game := ann.Begin(gameview.NewGame{Control: gameview.Control{Base: 300_000}}).Game.ID
	ann.Ask(http.MethodPost, "/api/tournaments", tournament.NewTournament{
		ID: "friday-arena", System: "arena", Name: "Friday", Variant: "shrink", Control: gameview.Control{Base: 60000},
		Starts: w.Clock.Now().Add(time.Hour).UnixMilli(), Minutes: 30, Password: "secret",
	}, nil)
	ann.Ask(http.MethodPost, "/api/studies", sharedstudy.NewSharedStudy{
		ID: "endings", Name: "Endings", Visibility: "private", Chapters: []sharedstudy.NewChapter{{
			Chapter: "a", Head: sharedstudy.HeadEdit{Name: new("One"), Variant: "chess"},
		}},
	}, nil)
	for _, c := range []struct {
		scopes  string
		studies bool
	}{
		{"board:play", false}, {"bot:play", false}, {"board:play tournament:write", false}, {"board:play study:read", true},
	} {
		bearer := "Bearer " + ann.NewToken(strings.Fields(c.scopes)...)
		conn, status, err := w.Upgrade(t.Context(), &websocket.DialOptions{
			HTTPHeader: http.Header{"Authorization": {bearer}},
		})
		if err != nil {
			t.Fatalf("a token with %s: %d, %v", c.scopes, status, err)
		}
		t.Cleanup(func() { _ = conn.CloseNow() })
		x := servertest.NewWire(t, conn)
		for place, reads := range map[string]bool{
			"games/" + game: true, "tournaments/friday-arena": true, "studies/endings": c.studies,
		} {
			r, answer := ann.Request(http.MethodGet, "/api/"+place+"/chat", nil, "Authorization", bearer)
			if (r.StatusCode == http.StatusOK) != reads {
				t.Errorf("the API answers %s with %s: %d %s", place, c.scopes, r.StatusCode, answer)
			}
			x.Send(sockets.ClientMessage{T: "chat", Place: place, On: true})
			if reads {
				x.Want("chat")
			} else if m := x.Want("error"); m.Place != place || m.Error.Code != problem.CodeScope {
				t.Errorf("a socket with %s answers %s: %+v, %+v", c.scopes, place, m, m.Error)
			}
		}
	}
}
