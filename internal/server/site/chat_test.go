package site_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/server"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/chat"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/servertest"
	"github.com/wane-chess/wane/internal/server/sockets"
)

// Players and spectators write by the API and read on sockets; each reads what it may.
func TestChat(t *testing.T) {
	w := servertest.New(t, servertest.WithAccounts(t), func(o *server.Options) {
		o.Limits = limits.Limits{
			Chat: limits.Budget{Guest: limits.Rate{PerSecond: 1, Burst: 4}, Address: limits.Rate{PerSecond: 9, Burst: 99}},
		}
	})
	ann, ben, cleo := w.Visitor(), w.Visitor(), w.Visitor()
	game := ann.Begin(gameview.NewGame{}).Game.ID
	path := "/api/games/" + game + "/chat"
	say := func(v *servertest.Visitor, status int, room chat.RoomName, preset, text string) (said chat.Said) {
		t.Helper()
		id := "message-" + preset + v.Me.ID
		if status != http.StatusOK {
			if r, body := v.Request(http.MethodPost, path,
				chat.Say{ID: id, Room: room, Preset: preset, Text: text}); r.StatusCode != status {
				t.Errorf("status %d, want %d: %s", r.StatusCode, status, body)
			}
			return said
		}
		v.Ask(http.MethodPost, path, chat.Say{ID: id, Room: room, Preset: preset, Text: text}, &said)
		return said
	}
	say(ann, http.StatusForbidden, "players", "hello", "") // to an empty seat
	a, b, c := ann.Dial(), ben.Dial(), cleo.Dial()
	if m := b.Do(sockets.ClientMessage{Game: game, Order: "join"}); m.T != "ack" {
		t.Fatal(m.Error)
	}
	follow := func(x *servertest.Wire) sockets.ServerMessage {
		t.Helper()
		x.Send(sockets.ClientMessage{T: "chat", Place: "games/" + game, On: true})
		return x.Want("chat")
	}
	for _, place := range []string{"games/Nowhere", "kitchens/" + game, game} {
		c.Send(sockets.ClientMessage{T: "chat", Place: place, On: true})
		if m := c.Want("error"); m.Place != place || m.Error.Code != problem.CodeNotFound {
			t.Errorf("the chat of %s: %+v", place, m)
		}
	}
	for _, x := range []*servertest.Wire{a, b, c} {
		x.Watch(game)
		if m := follow(x); m.Room != map[bool]string{true: "spectators", false: "players"}[x == c] || len(m.Messages) != 0 ||
			m.Place != "games/"+game {
			t.Errorf("the chat at first: %+v", m)
		}
	}
	first := say(ann, http.StatusOK, "players", "good-luck", "")
	if again := say(ann, http.StatusOK, "players", "good-luck", ""); first.Seq != 1 || again != first || !first.You ||
		first.Tag == "" || first.Name != ann.Me.Name {
		t.Errorf("sent twice: %+v and %+v", first, again)
	}
	if m := b.Want("chat"); m.From != 0 || len(m.Messages) != 1 || m.Messages[0].Preset != "good-luck" ||
		m.Messages[0].You {
		t.Errorf("Ben reads %+v", m)
	}
	say(ann, http.StatusForbidden, "players", "", "What a game")
	say(ann, http.StatusTooManyRequests, "players", "hello", "")
	say(cleo, http.StatusForbidden, "players", "hello", "")
	say(cleo, http.StatusOK, "spectators", "hello", "")
	var rooms chat.Rooms
	cleo.Ask(http.MethodGet, path, nil, &rooms)
	if len(rooms.Presets) < 5 || len(rooms.Rooms) != 1 || rooms.Rooms[0].Room != "spectators" ||
		rooms.Rooms[0].May != "presets" ||
		len(rooms.Rooms[0].Messages) != 1 {
		t.Errorf("Cleo reads %+v", rooms)
	}
	ann.Resign(game)
	b.Want("event")
	if m := follow(b); m.Room != "players" || len(m.Messages) != 1 {
		t.Errorf("Ben reads %+v again", m)
	}
	if m := b.Want("chat"); m.Room != "spectators" || len(m.Messages) != 1 || m.Messages[0].Name != cleo.Me.Name {
		t.Errorf("after the game Ben reads %+v", m)
	}
	ben.Ask(http.MethodGet, path+"?from=1", nil, &rooms)
	if len(rooms.Rooms) != 2 || len(rooms.Rooms[0].Messages) != 0 {
		t.Errorf("Ben reads %+v", rooms)
	}
	if r, body := ann.Request(http.MethodGet, strings.ReplaceAll(path, game, "Nowhere"),
		nil); r.StatusCode != http.StatusNotFound {
		t.Errorf("no game: %d %s", r.StatusCode, body)
	}

	mia := w.Visitor()
	mia.SignUp("Mia")
	r, err := w.Accounts.User(t.Context(), "mia")
	if err == nil {
		err = w.Accounts.SetRole(t.Context(), r.ID, auth.Moderator)
	}
	if err != nil {
		t.Fatal(err)
	}
	hide := func(v *servertest.Visitor, status int, room chat.RoomName, seq int) {
		t.Helper()
		if r, body := v.Request(http.MethodPost, path+"/hide",
			chat.HideSaid{Room: room, Seq: seq}); r.StatusCode != status {
			t.Errorf("status %d, want %d: %s", r.StatusCode, status, body)
		}
	}
	hide(ann, http.StatusUnauthorized, "spectators", 1)
	hide(mia, http.StatusNotFound, "players", 1) // which she does not read
	hide(mia, http.StatusNotFound, "spectators", 2)
	hide(mia, http.StatusNoContent, "spectators", 1)
	b.Want("chat") // the players' room again
	if m := b.Want("chat"); m.Room != "spectators" || m.From != 0 || len(m.Messages) != 1 || !m.Messages[0].Hidden ||
		m.Messages[0].Preset != "" {
		t.Errorf("Ben reads %+v", m)
	}
	mia.Ask(http.MethodGet, path, nil, &rooms)
	if !rooms.Moderates {
		t.Errorf("Mia reads %+v", rooms)
	}
	b.Send(sockets.ClientMessage{T: "chat", Place: "games/" + game})
	b.Send(sockets.ClientMessage{T: "unwatch", Game: game})
}
