package site_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/servertest"
	"github.com/wane-chess/wane/internal/server/site"
)

func TestPairing(t *testing.T) {
	w := servertest.New(t)
	ann, bob, eve := w.Visitor(), w.Visitor(), w.Visitor()
	want := site.Pairing{Variant: "chess", Control: gameview.Control{Base: 180_000, Increment: 2000}}
	found := make(chan string, 2)
	search := func(v *servertest.Visitor) {
		var got site.Search
		for got.Game == "" {
			r, body := v.Request(http.MethodPost, "/api/pairing", want)
			if err := json.Unmarshal([]byte(body), &got); r.StatusCode != http.StatusOK || err != nil ||
				got.Game == "" && (got.Waiting == "" || got.Since == 0) {
				t.Errorf("the search: %d %s", r.StatusCode, body)
				break
			}
		}
		found <- got.Game
	}
	go search(ann)
	go search(bob)
	for len(found) < 2 {
		w.Clock.Advance(250 * time.Millisecond)
		<-time.After(5 * time.Millisecond) // the answers need time that the clock does not show
	}
	one, other := <-found, <-found
	var full gameview.FullGame
	ann.Ask(http.MethodGet, "/api/games/"+one, nil, &full)
	if one != other || full.Game.Status != "live" || len(full.You) != 1 {
		t.Errorf("Ann and Bob play %q and %q: %+v", one, other, full.Game)
	}
	for _, c := range []struct {
		body, words string
	}{
		{`{"variant":"go","control":{}}`, "Unknown game"},
		{`{"variant":"chess","control":{"base":60000},"rated":true}`, "with an account"},
		{`{"variant":"chess","control":{"base":60000},"ratingMin":1600,"ratingMax":1500}`, "above the upper end"},
	} {
		if r, body := eve.Request(http.MethodPost, "/api/pairing", c.body); r.StatusCode != http.StatusUnprocessableEntity ||
			!strings.Contains(body, c.words) {
			t.Errorf("%s: %d %s", c.body, r.StatusCode, body)
		}
	}
	var stopped site.Search
	eve.Ask(http.MethodDelete, "/api/pairing", nil, &stopped)
	ann.Ask(http.MethodDelete, "/api/pairing", nil, &stopped)
	if stopped.Game != one {
		t.Errorf("Ann stops too late: %+v", stopped)
	}
}

func TestSeekWithRange(t *testing.T) {
	w := servertest.New(t)
	ann, bob := w.Visitor(), w.Visitor()
	full := ann.Begin(gameview.NewGame{Opponent: "anyone", RatingMin: 1400, RatingMax: 1600})
	if full.Game.RatingMin != 1400 || full.Game.RatingMax != 1600 {
		t.Errorf("the game is %+v", full.Game)
	}
	join := gameview.Command{ID: "join-the-game", Order: "join"}
	if r, body := bob.Request(http.MethodPost, "/api/games/"+full.Game.ID+"/commands",
		join); r.StatusCode != http.StatusConflict || !strings.Contains(body, "sign in to play it") {
		t.Errorf("a guest joins: %d %s", r.StatusCode, body)
	}
}
