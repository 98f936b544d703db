package review_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/wane-chess/wane/internal/server"
	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/gamestore"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/job/jobtest"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/manager/managertest"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/review"
	"github.com/wane-chess/wane/internal/server/servertest"
	"github.com/wane-chess/wane/internal/testing/dbtest"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

// finished plays a game for both colors and resigns it. The name distinguishes games of
// one guest.
func finished(v *servertest.Visitor, name string, moves ...string) (id string) {
	v.T.Helper()
	id = v.Begin(gameview.NewGame{ID: "request-" + name + v.Me.ID, Opponent: "self"}).Game.ID
	for i, m := range moves {
		v.Ask(http.MethodPost, "/api/games/"+id+"/commands",
			gameview.Command{ID: "move-" + string(rune('a'+i)) + name, Order: "move", Move: m}, nil)
	}
	order := "resign"
	if len(moves) < 2 {
		order = "abort"
	}
	v.Ask(http.MethodPost, "/api/games/"+id+"/commands",
		gameview.Command{ID: "the-end-of-" + name, Order: order, Color: "white"}, nil)
	return id
}

func reviewPath(id string) string { return "/api/games/" + id + "/review" }

func level(l review.Level) map[string]review.Level { return map[string]review.Level{"level": l} }

// site is a server with reviews, in a database of games.
type site struct {
	*servertest.World
	games    *gamestore.Store
	finished *archive.Archive
	service  *review.Service
	hub      *hub
}

func newSite(t *testing.T, l ...limits.Limits) *site {
	t.Helper()
	d := dbtest.Open(t)
	s := &site{games: gamestore.New(d), hub: newHub()}
	s.games.Use(archive.Data(rules.ByName))
	s.finished = archive.New(archive.Options{DB: d, Games: s.games, Lookup: rules.ByName})
	t.Cleanup(func() { _ = s.games.Close() })
	clock := managertest.NewClock()
	h, stop := managertest.Run(t, manager.Options{
		Node: "one", Store: s.games, Queue: managertest.NewBroker().Node("one"), Lookup: rules.ByName, Clock: clock,
	})
	s.World = servertest.New(t, func(o *server.Options) {
		if len(l) > 0 {
			o.Limits = l[0]
		}
		o.Games, o.Secrets, o.Now, o.Registry = h, s.games, clock.Now, prometheus.NewRegistry()
		s.service = review.New(review.Options{
			DB: d, Games: h, Public: s.finished.PublicGames, Queue: s.hub, Lookup: rules.ByName, Limits: o.Limits,
			Metrics: o.Registry,
		})
		o.Features = append(o.Features, s.service)
	})
	s.Games, s.Clock = h, clock
	t.Cleanup(stop)
	jobtest.Run(t, s.service.Jobs)
	return s
}

// A review is requested, progresses, and is available to all clients.
func TestRoutes(t *testing.T) {
	w := newSite(t)
	ann, ben := w.Visitor(), w.Visitor()
	id := finished(ann, "one", "e2e4", "e7e5", "g1f3", "b8c6")
	state := func(v *servertest.Visitor, query string) (s review.State) {
		t.Helper()
		v.Ask(http.MethodGet, reviewPath(id)+query, nil, &s)
		return s
	}
	if s := state(ben, ""); s.Status != review.None || s.Total != 0 {
		t.Errorf("before, there is %+v", s)
	}
	var s review.State
	ann.Ask(http.MethodPost, reviewPath(id), level(review.Thorough), &s)
	if s.Status != review.Waiting || s.Total != 5 || s.Done != 0 || s.Level != review.Thorough {
		t.Errorf("after the request it is %+v", s)
	}
	if j := w.hub.await(t, 1)[0]; j.Variant != "chess" || strings.Join(j.Moves, " ") != "e2e4 e7e5 g1f3 b8c6" ||
		string(j.Game) != id {
		t.Errorf("the job is %+v", j)
	}
	w.hub.do(found)
	w.hub.await(t, 1)
	if s = state(ben, ""); s.Status != review.Running || s.Done != 3 || s.Result != nil {
		t.Errorf("half done, it is %+v", s)
	}
	ben.Ask(http.MethodPost, reviewPath(id), level(review.Quick), &s) // less thorough than the one in progress
	if s.Level != review.Thorough || s.Done != 3 {
		t.Errorf("after another request it is %+v", s)
	}
	w.hub.do(found)
	for s.Status != review.Done {
		s = state(ben, "?brief=true")
	}
	if s.Done != 5 || s.Result != nil {
		t.Errorf("in short, it is %+v", s)
	}
	if s = state(ben, ""); s.Result == nil || len(s.Result.Points) != 5 || s.Result.Moves[2].SAN != "Nf3" {
		t.Errorf("done, it is %+v", s)
	}
	ben.Ask(http.MethodPost, reviewPath(id), level(review.Thorough), &s)
	w.hub.await(t, 0)
	if s.Result == nil || w.Metric("wane_reviews_asked_total") != "1" || w.Metric("wane_reviews_finished_total") != "1" {
		t.Errorf("after another request it is %+v, and %s were started", s, w.Metric("wane_reviews_asked_total"))
	}
}

// Errors say why a game cannot be reviewed.
func TestRouteErrors(t *testing.T) {
	w := newSite(t)
	ann := w.Visitor()
	live := ann.Begin(gameview.NewGame{Opponent: "self"}).Game.ID
	waiting := ann.Begin(gameview.NewGame{ID: "request-another", Opponent: "friend"}).Game.ID
	ended := finished(ann, "moves", "e2e4", "e7e5")
	for _, c := range []struct {
		name, path string
		in         any
		status     int
		code, want string
	}{
		{"no game", reviewPath("nowhere00000"), level("quick"), http.StatusNotFound, "not-found", "no such game"},
		{"a live game", reviewPath(live), level("quick"), http.StatusConflict, "not-allowed", "not over yet"},
		{"a waiting game", reviewPath(waiting), level("quick"), http.StatusConflict, "not-allowed", "not over yet"},
		{"a game without moves", reviewPath(finished(ann, "nothing")), level("quick"), http.StatusConflict, "not-allowed",
			"Nothing was played"},
		{"another level", reviewPath(ended), level("deep"), http.StatusUnprocessableEntity, "bad-request", "quick"},
		{"no level", reviewPath(ended), map[string]string{}, http.StatusUnprocessableEntity, "bad-request", "level"},
		{"no body", reviewPath(ended), nil, http.StatusBadRequest, "bad-request", ""},
		{
			"a name that is none", "/api/games/%2e%2e/review", level("quick"), http.StatusUnprocessableEntity, "bad-request", "",
		},
	} {
		r, body := ann.Request(http.MethodPost, c.path, c.in)
		var p problem.Problem
		if err := json.Unmarshal([]byte(body), &p); err != nil || r.StatusCode != c.status || p.Code != c.code ||
			!strings.Contains(p.Detail, c.want) {
			t.Errorf("%s: %d %s; want %d, %s, %q", c.name, r.StatusCode, body, c.status, c.code, c.want)
		}
	}
	if r, body := ann.Request(http.MethodGet, reviewPath("nowhere00000"), nil); r.StatusCode != http.StatusNotFound ||
		!strings.Contains(body, "no such game") {
		t.Errorf("the review of no game: %d %s", r.StatusCode, body)
	}
	// One move is enough.
	var s review.State
	ann.Ask(http.MethodPost, reviewPath(finished(ann, "short", "e2e4")), level("quick"), &s)
	if s.Total != 2 || s.Status != review.Waiting {
		t.Errorf("a game of one move: %+v", s)
	}
}

// The number of open reviews is limited, for one guest and for all.
func TestRouteLimits(t *testing.T) {
	w := newSite(t, limits.Limits{Reviews: 2, AllReviews: 3})
	ann, ben, eve := w.Visitor(), w.Visitor(), w.Visitor()
	ask := func(v *servertest.Visitor, name string, status int, want string) {
		t.Helper()
		w.Clock.Advance(time.Second) // the order of requests is that of their turns
		r, body := v.Request(http.MethodPost, reviewPath(finished(v, name, "e2e4", "e7e5")), level("quick"))
		if r.StatusCode != status || !strings.Contains(body, want) {
			t.Errorf("%s: %d %s; want %d, %q", name, r.StatusCode, body, status, want)
		}
	}
	ask(ann, "first", http.StatusOK, "waiting")
	ask(ann, "second", http.StatusOK, "waiting")
	ask(ann, "third", http.StatusTooManyRequests, "You are waiting for 2 reviews already")
	ask(ben, "fourth", http.StatusOK, "waiting")
	ask(eve, "fifth", http.StatusTooManyRequests, "Too many reviews are in progress")
	w.hub.await(t, 2) // the third of the address waits for its turn
	w.hub.do(found)
	for { // until the first is done
		if list, err := w.service.Open(t.Context(), 10); err != nil || len(list) == 2 {
			break
		}
	}
	ask(eve, "sixth", http.StatusOK, "waiting")
}

// The open reviews of an address are limited, for all its guests together.
func TestRouteLimitOfAddress(t *testing.T) {
	w := newSite(t, limits.Limits{AddressReviews: 2})
	for i, want := range []int{http.StatusOK, http.StatusOK, http.StatusTooManyRequests} {
		v := w.Visitor()
		r, body := v.Request(http.MethodPost, reviewPath(finished(v, fmt.Sprint("game-", i), "e2e4", "e7e5")), level("quick"))
		if r.StatusCode != want ||
			want != http.StatusOK && !strings.Contains(body, "Your address is waiting for 2 reviews already") {
			t.Errorf("guest %d: %d %s; want %d", i, r.StatusCode, body, want)
		}
	}
}

// Requests for reviews have a budget of their own.
func TestRouteBudget(t *testing.T) {
	w := newSite(t, limits.Limits{Review: limits.Budget{Guest: limits.Rate{PerSecond: 0.1, Burst: 2}}})
	ann := w.Visitor()
	id := finished(ann, "one", "e2e4", "e7e5")
	for range 2 {
		ann.Ask(http.MethodPost, reviewPath(id), level("quick"), nil)
	}
	r, body := ann.Request(http.MethodPost, reviewPath(id), level("quick"))
	if r.StatusCode != http.StatusTooManyRequests || r.Header.Get("Retry-After") == "" ||
		!strings.Contains(body, "too-fast") {
		t.Errorf("the third: %d %s", r.StatusCode, body)
	}
	for range 5 {
		ann.Ask(http.MethodGet, reviewPath(id), nil, nil)
	}
}

// plays has both visitors play a game, in which the side to move resigns. A public game comes from the lobby, any other
// from a link.
func plays(v, with *servertest.Visitor, public bool, moves ...string) string {
	v.T.Helper()
	opponent := "friend"
	if public {
		opponent = "anyone"
	}
	v.Clock.Advance(time.Second)
	id := v.Begin(gameview.NewGame{
		ID: fmt.Sprintf("request-%d", v.Clock.Now().UnixNano()), Variant: "chess", Opponent: opponent, Color: "white",
	}).Game.ID
	n := 0
	do := func(who *servertest.Visitor, d gameview.Command) {
		n++
		d.ID = fmt.Sprintf("command-%d", n)
		who.Ask(http.MethodPost, "/api/games/"+id+"/commands", d, nil)
	}
	do(with, gameview.Command{Order: "join"})
	for i, move := range moves {
		do([]*servertest.Visitor{v, with}[i%2], gameview.Command{Order: "move", Move: move, Ply: &i})
	}
	do([]*servertest.Visitor{v, with}[len(moves)%2], gameview.Command{Order: "resign"})
	return id
}

func TestFeed(t *testing.T) {
	w := newSite(t)
	ann, ben := w.Visitor(), w.Visitor()
	var ids []string
	for i := range 3 {
		id := plays(ann, ben, i != 1, "f3", "e5", "g4", "d6")
		ids = append(ids, id)
		line := notation.Line{Variant: "chess", Moves: []string{"f2f3", "e7e5", "g2g4", "d7d6"}}
		r := review.NewReview(livegame.ID(id), line, review.Quick, "", w.Clock.Now())
		best := []string{"e2e4", "e7e5", "e2e4", "d8h4", "e2e4"}
		scores := make([]review.Evaluation, 5)
		for n := range scores {
			scores[n] = review.Evaluation{PV: best[n : n+1], Score: 0}
		}
		scores[3].Score = 300 // for Black, who does not mate
		report, err := review.NewReport(line, review.Quick, rules.ByName, scores)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(report)
		if err != nil {
			t.Fatal(err)
		}
		r.Status, r.Report = review.Done, text
		if err := w.service.Put(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	must(t, w.finished.Sweep(t.Context()))
	var page review.ReviewedGames
	ann.Ask(http.MethodGet, "/api/reviews?limit=1", nil, &page)
	if len(page.Games) != 1 || page.Games[0].Game.ID != ids[2] || page.Next == "" {
		t.Fatalf("the first page is %+v", page)
	}
	g := page.Games[0]
	// White has resigned: the moment is White's.
	if m := g.Moment; m == nil || m.Ply != 3 || m.SAN != "g4" || m.Move != "g2g4" || m.Better != "e4" ||
		m.Position != "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2" {
		t.Errorf("the moment is %+v", m)
	}
	if g.WhiteAccuracy == nil || g.BlackAccuracy == nil || *g.WhiteAccuracy >= 100 || g.Level != "quick" ||
		g.Reviewed == 0 || g.Ended == 0 {
		t.Errorf("the game is %+v", g)
	}
	next := page.Next
	page = review.ReviewedGames{}
	ann.Ask(http.MethodGet, "/api/reviews?limit=1&cursor="+next, nil, &page)
	if len(page.Games) != 1 || page.Games[0].Game.ID != ids[0] || page.Next != "" { // the second is private
		t.Errorf("the second page is %+v", page)
	}
	if r, _ := ann.Request(http.MethodGet, "/api/reviews?cursor=x", nil); r.StatusCode != http.StatusUnprocessableEntity {
		t.Errorf("an invalid cursor: %d", r.StatusCode)
	}
	r, body := ann.Request(http.MethodGet, "/api/reviews.atom", nil)
	if r.StatusCode != http.StatusOK || !strings.HasPrefix(r.Header.Get("Content-Type"), "application/atom+xml") ||
		strings.Count(body, "<entry>") != 2 || !strings.Contains(body, "/game/"+ids[0]+"/analysis") ||
		!strings.Contains(body, "Decisive moment: 2. g4.") {
		t.Errorf("the feed: %d %s\n%s", r.StatusCode, r.Header.Get("Content-Type"), body)
	}
}
