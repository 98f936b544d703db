package site_test

import (
	"encoding/xml"
	"net/http"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server"
	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/chat"
	"github.com/wane-chess/wane/internal/server/gamestore"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/notify"
	"github.com/wane-chess/wane/internal/server/plan"
	"github.com/wane-chess/wane/internal/server/servertest"
	"github.com/wane-chess/wane/rules"
)

// atom is a feed, as a reader sees it.
type atom struct {
	Title   string `xml:"title"`
	Entries []struct {
		ID    string `xml:"id"`
		Title string `xml:"title"`
		Link  struct {
			Href string `xml:"href,attr"`
		} `xml:"link"`
		Updated time.Time `xml:"updated"`
	} `xml:"entry"`
}

// Feeds have the finished games of a player, and notifications for who has a token.
func TestFeeds(t *testing.T) {
	at := time.UnixMilli(1_800_000_000_000)
	const base = "https://wane.example"
	var notices *notify.Service
	w, sweep := newArchive(t, func(o *server.Options) {
		o.BaseURL = base
		plans := plan.New(plan.Options{DB: o.Secrets.(*gamestore.Store).DB(), Lookup: rules.ByName})
		plans.Use(o.Games)
		o.Features = append(o.Features, plans)
		var err error
		o.Features = append(o.Features, chat.New(chat.Options{DB: o.Secrets.(*gamestore.Store).DB(), Games: o.Games}))
		o.Accounts, err = account.NewService(
			account.Options{
				Store: &account.Store{DB: o.Secrets.(*gamestore.Store).DB()}, Params: servertest.CheapPasswords, Now: o.Now,
			})
		if err != nil {
			t.Fatal(err)
		}
		o.Notifications = notify.New(notify.Options{DB: o.Secrets.(*gamestore.Store).DB()})
		o.Notifications.Use(o.Games)
		o.Features, notices = append(o.Features, o.Notifications), o.Notifications
	})
	ann, ben, reader := w.Visitor(), w.Visitor(), w.Visitor()
	ann.SignUp("Ann")
	ben.SignUp("Ben")
	read := func(path string) (a atom) {
		t.Helper()
		r, body := reader.Request(http.MethodGet, path, nil)
		if r.StatusCode != http.StatusOK || r.Header.Get("Content-Type") != "application/atom+xml; charset=utf-8" {
			t.Fatalf("%s: %d %v %s", path, r.StatusCode, r.Header, body)
		}
		if err := xml.Unmarshal([]byte(body), &a); err != nil {
			t.Fatalf("%v: %s", err, body)
		}
		return a
	}
	if a := read("/api/players/ann/games.atom"); len(a.Entries) != 0 {
		t.Errorf("without games: %+v", a)
	}
	control := gameview.Control{Base: 300_000, Increment: 3000}
	id := playsRated(ann, ben, gameview.NewGame{Opponent: "anyone", Rated: true, Control: control}, shuffled)
	playsRated(ann, ben, gameview.NewGame{Opponent: "friend", Rated: true, Control: control}, shuffled) // not public
	sweep()
	if a := read("/api/players/ann/games.atom"); len(a.Entries) != 1 || a.Title != "Ann: finished games" ||
		a.Entries[0].Link.Href != base+"/game/"+id || a.Entries[0].Title != "Ann – Ben · Chess · White wins: resignation" {
		t.Errorf("with a game: %+v", a)
	}
	list := []notify.Notification{
		{ID: "turn/a/3", Kind: notify.Turn, Game: "Game00000001", Name: "Zoë & <Co>", At: at},
		{ID: "joined/b/0", Kind: notify.Joined, Game: "Game00000002", Level: 3, At: at.Add(-time.Hour)},
		{ID: "ended/b/0", Kind: notify.Ended, Game: "Game00000002", Result: "drawn", At: at.Add(-2 * time.Hour)},
		{
			ID: "challenged/c", Kind: notify.Challenged, Game: livegame.ID("Game00000003"), Name: "Ben",
			At: at.Add(-3 * time.Hour),
		},
		{ID: "followed/d", Kind: notify.Followed, Name: "Cy", At: at.Add(-4 * time.Hour)},
		{ID: "ended/e/0", Kind: notify.Ended, Game: "Game00000004", Result: "none", Name: "Ben", At: at.Add(-5 * time.Hour)},
	}
	me, err := w.Accounts.Find(t.Context(), "Ann")
	if err != nil {
		t.Fatal(err)
	}
	for i := range list {
		list[i].Player = me.ID
	}
	if err := notices.Add(t.Context(), list); err != nil {
		t.Fatal(err)
	}
	secret := ann.NewToken("notify:read")
	a := read("/api/notifications.atom?token=" + secret)
	if len(a.Entries) != 6 || a.Entries[0].Title != "It is your turn against Zoë & <Co>" ||
		a.Entries[0].Link.Href != base+"/game/Game00000001" || !a.Entries[0].Updated.Equal(at) ||
		a.Entries[1].Title != "The computer, level 3, has joined your game" ||
		a.Entries[2].Title != "Your game against a guest is a draw" ||
		a.Entries[3].Link.Href != base+"/challenge/Game00000003" || a.Entries[4].Title != "Cy follows you" ||
		a.Entries[4].Link.Href != base+"/@/Cy" || a.Entries[5].Title != "Your game against Ben has ended without a result" {
		t.Errorf("%+v", a)
	}
	ids := map[string]bool{}
	for _, e := range a.Entries {
		ids[e.ID] = true
	}
	if len(ids) != 6 {
		t.Errorf("two entries have the same ID: %v", ids)
	}
	// What is for the player alone, a token reads only with the scope for it.
	email, play := ann.NewToken("email:read"), ann.NewToken("board:play")
	for _, c := range []struct {
		token, path string
		status      int
	}{
		{secret, "/api/notifications", 200}, {email, "/api/notifications", 403}, {email, "/api/push", 403},
		{play, "/api/notifications", 403},
		{secret, "/api/games/" + id + "/note", 403}, {secret, "/api/games/" + id + "/conditional", 403},
		{secret, "/api/games/" + id + "/chat", 403}, {secret, "/api/games/" + id, 200},
		{play, "/api/games/" + id + "/note", 200},
		// the server of this test has none
		{play, "/api/games/" + id + "/chat", 200},
	} {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, w.Web.URL+c.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer "+c.token)
		resp, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		if _ = resp.Body.Close(); resp.StatusCode != c.status {
			t.Errorf("%s: %d, want %d", c.path, resp.StatusCode, c.status)
		}
	}
	for path, want := range map[string]int{
		"/api/notifications.atom": 422, "/api/notifications.atom?token=wane_x": 401,
		"/api/notifications.atom?token=" + ann.NewToken("board:play"):                403,
		"/api/notifications.atom?token=" + ann.NewToken("notify:read", "board:play"): 403,
		"/api/players/no-one-here/games.atom":                                        404,
	} {
		if r, body := reader.Request(http.MethodGet, path, nil); r.StatusCode != want {
			t.Errorf("%s: %d, want %d: %s", path, r.StatusCode, want, body)
		}
	}
}
