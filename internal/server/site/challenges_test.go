package site_test

import (
	"fmt"
	"image/png"
	"net/http"
	"strings"
	"testing"

	qrcode "github.com/piglig/go-qr"

	"github.com/wane-chess/wane/internal/server"
	"github.com/wane-chess/wane/internal/server/challenge"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/servertest"
)

// Ann challenges Bob by name; he declines, then accepts. No one else sees it.
func TestChallenges(t *testing.T) {
	w := servertest.New(t, servertest.WithAccounts(t))
	ann, bob, eve := w.Visitor(), w.Visitor(), w.Visitor()
	ann.SignUp("Ann")
	bob.SignUp("Bob")
	refused := func(v *servertest.Visitor, status int, part, method, path string, body any) {
		t.Helper()
		if r, text := v.Request(method, path, body); r.StatusCode != status || !strings.Contains(text, part) {
			t.Errorf("%s %s: %d %s, want %d and %q", method, path, r.StatusCode, text, status, part)
		}
	}
	terms := challenge.NewChallenge{
		ID: "the-first-one", Player: "BOB", Variant: "shrink", Control: gameview.Control{Base: 300_000}, Rated: true,
		Color: "white",
	}
	refused(eve, 401, "needs an account", http.MethodPost, "/api/challenges", terms)
	refused(eve, 401, "needs an account", http.MethodGet, "/api/challenges", nil)
	refused(ann, 404, "no such player", http.MethodPost, "/api/challenges",
		challenge.NewChallenge{ID: "to-nobody", Player: "nobody", Variant: "shrink", Color: "white"})
	refused(bob, 422, "challenge yourself", http.MethodPost, "/api/challenges", terms)

	socket := bob.Dial()
	var c, again challenge.View
	ann.Ask(http.MethodPost, "/api/challenges", terms, &c)
	socket.Until("player")
	ann.Ask(http.MethodPost, "/api/challenges", terms, &again)
	if c.Status != "created" || c.ID != again.ID || !c.From.You || c.To.Name != "Bob" || !c.Rated ||
		c.Title != "Shrink Chess" {
		t.Errorf("the challenge is %+v, again %+v", c, again)
	}
	var list []challenge.View
	if bob.Ask(http.MethodGet, "/api/challenges", nil, &list); len(list) != 1 || !list[0].To.You ||
		list[0].From.Name != "Ann" {
		t.Errorf("Bob has the challenges %+v", list)
	}
	path := "/api/challenges/" + c.ID
	refused(eve, 404, "no such challenge", http.MethodGet, path, nil)
	refused(eve, 404, "no such challenge", http.MethodPost, path+"/accept", challenge.AcceptChallenge{})
	refused(eve, 404, "no such challenge", http.MethodPost, path+"/cancel", nil)
	refused(ann, 422, "your own", http.MethodPost, path+"/accept", challenge.AcceptChallenge{})
	bob.Ask(http.MethodPost, path+"/decline", challenge.DeclineChallenge{Reason: "tooFast"}, &c)
	if ann.Ask(http.MethodGet, path, nil, &c); c.Status != "declined" || c.Reason != "tooFast" ||
		!strings.Contains(c.Why, "slower game") {
		t.Errorf("Ann sees %+v", c)
	}
	refused(ann, 422, "was declined", http.MethodPost, path+"/cancel", nil)

	terms.ID = "the-second-one"
	ann.Ask(http.MethodPost, "/api/challenges", terms, &c)
	bob.Ask(http.MethodPost, "/api/challenges/"+c.ID+"/accept", challenge.AcceptChallenge{}, &c)
	var full gameview.FullGame
	if ann.Ask(http.MethodGet, "/api/games/"+c.ID, nil, &full); c.Status != "accepted" || full.Game.White.Name != "Ann" ||
		full.Game.Black.Name != "Bob" || !full.Game.Rated {
		t.Errorf("%s leads to %+v", c.Status, full.Game)
	}
	var names []string
	if eve.Ask(http.MethodGet, "/api/player/autocomplete?term=bO", nil, &names); len(names) != 1 || names[0] != "Bob" {
		t.Errorf("%v begin with bo", names)
	}
	if eve.Ask(http.MethodGet, "/api/player/autocomplete?term=b_", nil, &names); len(names) != 0 {
		t.Errorf("%v begin with b_", names)
	}
}

// A guest accepts an open challenge by its link.
func TestOpenChallengeOfGuest(t *testing.T) {
	w := servertest.New(t, servertest.WithAccounts(t), func(o *server.Options) { o.BaseURL = "https://wane.example" })
	ann, eve := w.Visitor(), w.Visitor()
	ann.SignUp("Ann")
	open := func(rated bool) (id string) {
		t.Helper()
		var made struct{ ID, URL string }
		ann.Ask(http.MethodPost, "/api/challenge/open",
			map[string]any{"rated": rated, "clock": map[string]int{"limit": 180, "increment": 2}}, &made)
		if made.URL != "https://wane.example/challenge/"+made.ID {
			t.Errorf("the challenge is at %s", made.URL)
		}
		return made.ID
	}
	rated, casual := open(true), open(false)
	if r, text := eve.Request(http.MethodPost, "/api/challenges/"+rated+"/accept",
		challenge.AcceptChallenge{}); r.StatusCode != http.StatusUnprocessableEntity || !strings.Contains(text, "sign in") {
		t.Errorf("a guest accepts a rated challenge: %d %s", r.StatusCode, text)
	}
	var c challenge.View
	if eve.Ask(http.MethodGet, "/api/challenges/"+casual, nil, &c); c.To.Taken || c.From.Name != "Ann" ||
		c.Color != "random" {
		t.Errorf("a guest sees %+v", c)
	}
	_, page := eve.Request(http.MethodGet, "/challenge/"+casual, nil)
	if !strings.Contains(page, "<title>Ann challenges you · ") ||
		!strings.Contains(page, "Casual, 3+2. Open the link to accept.") {
		t.Errorf("the page of the challenge begins with %.600s", page)
	}
	eve.Ask(http.MethodPost, "/api/challenges/"+casual+"/accept", challenge.AcceptChallenge{Color: "black"}, &c)
	var full gameview.FullGame
	if eve.Ask(http.MethodGet, "/api/games/"+casual, nil, &full); len(full.You) != 1 || full.You[0] != "black" {
		t.Errorf("the guest plays %v", full.You)
	}
	for path, leadsTo := range map[string]string{
		"/api/challenges/" + rated + "/qr.png": "/challenge/" + rated, "/api/games/" + casual + "/qr.png": "/game/" + casual,
	} {
		r, body := eve.Request(http.MethodGet, path, nil)
		picture, err := png.Decode(strings.NewReader(body))
		if err != nil || r.Header.Get("Content-Type") != "image/png" {
			t.Fatalf("%s: %v, %v", path, r.Header, err)
		}
		text, err := qrcode.Decode(picture)
		if err != nil || text != "https://wane.example"+leadsTo || picture.Bounds().Dx() < 200 {
			t.Errorf("%s leads to %q, want %s: %v", path, text, leadsTo, err)
		}
	}
	if r, _ := eve.Request(http.MethodGet, "/challenge/unknown", nil); r.StatusCode != http.StatusNotFound {
		t.Errorf("an unknown challenge has a page: %d", r.StatusCode)
	}
}

// A player is challenged a few times a minute by one account, whatever becomes of the challenges. Programs for Lichess
// get the same answer.
func TestChallengesOften(t *testing.T) {
	w := servertest.New(t, servertest.WithAccounts(t))
	ann, bob := w.Visitor(), w.Visitor()
	ann.SignUp("Ann")
	bob.SignUp("Bob")
	terms := challenge.NewChallenge{
		Player: "Bob", Variant: "shrink", Control: gameview.Control{Base: 300_000}, Color: "white",
	}
	for i := range challenge.MaxOften {
		var c challenge.View
		terms.ID = fmt.Sprint("challenge-", i)
		ann.Ask(http.MethodPost, "/api/challenges", terms, &c)
		ann.Ask(http.MethodPost, "/api/challenges/"+c.ID+"/cancel", nil, &c)
	}
	terms.ID = "one-too-many"
	for path, body := range map[string]any{"/api/challenges": terms, "/api/challenge/Bob": nil} {
		r, text := ann.Request(http.MethodPost, path, body)
		if r.StatusCode != http.StatusTooManyRequests || !strings.Contains(text, "too often") {
			t.Errorf("POST %s: %d %s, want 429", path, r.StatusCode, text)
		}
	}
}
