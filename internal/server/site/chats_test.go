package site_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/chat"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/moderation"
	"github.com/wane-chess/wane/internal/server/publictext"
	"github.com/wane-chess/wane/internal/server/servertest"
	"github.com/wane-chess/wane/internal/server/sharedstudy"
	"github.com/wane-chess/wane/internal/server/sockets"
	"github.com/wane-chess/wane/internal/server/tournament"
)

// People write in tournaments and studies by the API, read on sockets, and report each other; moderators hide.
func TestChatsOfTournamentsAndStudies(t *testing.T) {
	w := servertest.New(t, servertest.WithAccounts(t))
	ann, ben, mia, guest := w.Visitor(), w.Visitor(), w.Visitor(), w.Visitor()
	for name, v := range map[string]*servertest.Visitor{"Ann": ann, "Ben": ben, "Mia": mia} {
		v.SignUp(name)
	}
	r, err := w.Accounts.User(t.Context(), "mia")
	if err == nil {
		err = w.Accounts.SetRole(t.Context(), r.ID, auth.Moderator)
	}
	if err != nil {
		t.Fatal(err)
	}
	w.Clock.Advance(publictext.FreeAge)
	ann.Ask(http.MethodPost, "/api/tournaments", tournament.NewTournament{
		ID: "friday-arena", System: "arena", Name: "Friday", Variant: "shrink", Control: gameview.Control{Base: 60000},
		Starts: w.Clock.Now().Add(time.Hour).UnixMilli(), Minutes: 30,
	}, nil)
	ann.Ask(http.MethodPost, "/api/studies", sharedstudy.NewSharedStudy{
		ID: "endings", Name: "Endings", Visibility: "private", Chapters: []sharedstudy.NewChapter{{
			Chapter: "a", Head: sharedstudy.HeadEdit{Name: new("One"), Variant: "chess"},
		}},
	}, nil)
	n := 0
	refused := func(v *servertest.Visitor, status int, want, method, path string, body any) {
		t.Helper()
		if r, answer := v.Request(method, path, body); r.StatusCode != status || !strings.Contains(answer, want) {
			t.Errorf("%s %s: status %d, want %d with %q: %s", method, path, r.StatusCode, status, want, answer)
		}
	}
	say := func(text string) chat.Say {
		n++
		return chat.Say{ID: fmt.Sprint("message-", n), Text: text}
	}
	follow := func(v *servertest.Visitor, place string) *servertest.Wire {
		t.Helper()
		x := v.Dial()
		x.Send(sockets.ClientMessage{T: "chat", Place: place, On: true})
		if m := x.Want("chat"); m.Place != place || m.Room != "common" || len(m.Messages) != 0 {
			t.Errorf("the chat at first: %+v", m)
		}
		return x
	}

	const cup, cupChat = "tournaments/friday-arena", "/api/tournaments/friday-arena/chat"
	seen := follow(guest, cup)
	var said chat.Said
	ann.Ask(http.MethodPost, cupChat, say("Who plays?"), &said)
	if said.Seq != 1 || !said.You || !said.Account {
		t.Errorf("Ann has said %+v", said)
	}
	if m := seen.Want("chat"); len(m.Messages) != 1 || m.Messages[0].Text != "Who plays?" || m.Messages[0].Name != "Ann" {
		t.Errorf("a guest reads %+v", m)
	}
	refused(guest, http.StatusUnauthorized, "account", http.MethodPost, cupChat, say("I"))
	refused(ben, http.StatusUnprocessableEntity, "web", http.MethodPost, cupChat, say("see example.com"))
	refused(ben, http.StatusNotFound, "no such tournament", http.MethodPost, "/api/tournaments/none/chat", say("I"))
	var rooms chat.Rooms
	guest.Ask(http.MethodGet, cupChat, nil, &rooms)
	if len(rooms.Rooms) != 1 || rooms.Rooms[0].May != "nothing" || rooms.Rooms[0].Why == "" ||
		len(rooms.Rooms[0].Messages) != 1 {
		t.Errorf("a guest gets %+v", rooms)
	}
	refused(ben, http.StatusNoContent, "", http.MethodPost, "/api/reports",
		moderation.NewReport{Player: "Ann", Reason: "spam", Place: cup, Room: chat.Common, Seq: 1})
	var on moderation.ReportedUser
	mia.Ask(http.MethodGet, "/api/admin/reports/ann", nil, &on)
	if len(on.Reports) != 1 || on.Reports[0].Place != cup || len(on.Reports[0].Messages) != 1 ||
		on.Reports[0].Messages[0].Text != "Who plays?" {
		t.Errorf("the report is %+v", on)
	}
	refused(mia, http.StatusNoContent, "", http.MethodPost, cupChat+"/hide", chat.HideSaid{Seq: 1})
	if m := seen.Want("chat"); m.From != 0 || len(m.Messages) != 1 || !m.Messages[0].Hidden {
		t.Errorf("a guest reads %+v", m)
	}

	const book, bookChat = "studies/endings", "/api/studies/endings/chat"
	mine := follow(ann, book)
	ann.Ask(http.MethodPost, bookChat, say("see example.com"), nil)
	if m := mine.Want("chat"); len(m.Messages) != 1 {
		t.Errorf("Ann reads %+v", m)
	}
	for _, v := range []*servertest.Visitor{ben, guest, mia} {
		refused(v, http.StatusNotFound, "no such study", http.MethodGet, bookChat, nil)
	}
	refused(ben, http.StatusNotFound, "no such study", http.MethodPost, bookChat, say("I"))
	refused(ben, http.StatusNotFound, "no such study", http.MethodPost, "/api/reports",
		moderation.NewReport{Player: "Ann", Reason: "spam", Place: book, Room: chat.Common, Seq: 1})
	public := sharedstudy.Public
	ann.Ask(http.MethodPost, "/api/studies/endings/commands", sharedstudy.Commands{Commands: []sharedstudy.Command{{
		Kind: sharedstudy.SetSettings, Settings: &sharedstudy.SettingsEdit{Visibility: &public},
	}}}, nil)
	ann.Ask(http.MethodPost, bookChat, say("All read it now"), nil)
	guest.Ask(http.MethodGet, bookChat, nil, &rooms)
	if list := rooms.Rooms[0].Messages; len(list) != 1 || list[0].Text != "All read it now" || list[0].Seq != 2 ||
		rooms.Rooms[0].May != "nothing" {
		t.Errorf("a guest reads %+v", rooms)
	}
	refused(ben, http.StatusForbidden, "members", http.MethodPost, bookChat, say("I, too"))
	refused(ann, http.StatusNoContent, "", http.MethodDelete, "/api/studies/endings", nil)
	refused(ann, http.StatusNotFound, "no such study", http.MethodGet, bookChat, nil)
}
