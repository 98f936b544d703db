package api_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server"
	"github.com/wane-chess/wane/internal/server/limits"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/protocol"
	"github.com/wane-chess/wane/internal/server/review"
	"github.com/wane-chess/wane/internal/server/servertest"
)

// finished plays a game for both colors and resigns it. The name distinguishes games of
// one guest.
func finished(v *servertest.Visitor, name string, moves ...string) (id string) {
	v.T.Helper()
	id = v.Begin(protocol.NewGame{ID: "request-" + name + v.Me.ID, Opponent: "self"}).Game.ID
	for i, m := range moves {
		v.Ask(http.MethodPost, "/api/games/"+id+"/commands",
			protocol.Command{ID: "move-" + string(rune('a'+i)) + name, Order: "move", Move: m}, nil)
	}
	order := "resign"
	if len(moves) < 2 {
		order = "abort"
	}
	v.Ask(http.MethodPost, "/api/games/"+id+"/commands",
		protocol.Command{ID: "the-end-of-" + name, Order: order, Color: "white"}, nil)
	return id
}

func reviewPath(id string) string { return "/api/games/" + id + "/review" }

func level(l review.Level) map[string]review.Level { return map[string]review.Level{"level": l} }

// judged answers a part with equal evaluations.
func judged(j review.Job) review.Answer {
	return review.Answer{
		Game: j.Game, Level: j.Level, From: j.From, To: j.To, Evaluations: make([]review.Evaluation, j.To-j.From),
	}
}

func parts(w *servertest.World, n int) []review.Job {
	w.T.Helper()
	ctx, cancel := context.WithTimeout(w.T.Context(), servertest.Patience)
	defer cancel()
	jobs, err := w.Broker.AwaitReviewJobs(ctx, n)
	if err != nil {
		w.T.Fatalf("%d parts of reviews wait, want %d", len(jobs), n)
	}
	return jobs
}

// A review is requested, progresses, and is available to all clients.
func TestReview(t *testing.T) {
	w := servertest.New(t)
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
	if j := parts(w, 1)[0]; j.Variant != "chess" || strings.Join(j.Moves, " ") != "e2e4 e7e5 g1f3 b8c6" ||
		string(j.Game) != id {
		t.Errorf("the job is %+v", j)
	}
	w.Broker.DoReview(judged)
	parts(w, 1)
	if s = state(ben, ""); s.Status != review.Running || s.Done != 3 || s.Result != nil {
		t.Errorf("half done, it is %+v", s)
	}
	ben.Ask(http.MethodPost, reviewPath(id), level(review.Quick), &s) // less thorough than the one in progress
	if s.Level != review.Thorough || s.Done != 3 {
		t.Errorf("after another request it is %+v", s)
	}
	w.Broker.DoReview(judged)
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
	parts(w, 0)
	if s.Result == nil || w.Metric("wane_reviews_asked_total") != "1" || w.Metric("wane_reviews_finished_total") != "1" {
		t.Errorf("after another request it is %+v, and %s were started", s, w.Metric("wane_reviews_asked_total"))
	}
}

// Errors say why a game cannot be reviewed.
func TestReviewErrors(t *testing.T) {
	w := servertest.New(t)
	ann := w.Visitor()
	live := ann.Begin(protocol.NewGame{Opponent: "self"}).Game.ID
	waiting := ann.Begin(protocol.NewGame{ID: "request-another", Opponent: "friend"}).Game.ID
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
func TestReviewLimits(t *testing.T) {
	w := servertest.New(t, func(o *server.Options) { o.Limits.Reviews, o.Limits.AllReviews = 2, 3 })
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
	parts(w, 2) // the third of the address waits for its turn
	w.Broker.DoReview(judged)
	for { // until the first is done
		if list, err := w.Store.OpenReviews(t.Context(), 10); err != nil || len(list) == 2 {
			break
		}
	}
	ask(eve, "sixth", http.StatusOK, "waiting")
}

// The open reviews of an address are limited, for all its guests together.
func TestReviewLimitOfAddress(t *testing.T) {
	w := servertest.New(t, func(o *server.Options) { o.Limits.AddressReviews = 2 })
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
func TestReviewBudget(t *testing.T) {
	w := servertest.New(t, func(o *server.Options) { o.Limits.Review.Guest = limits.Rate{PerSecond: 0.1, Burst: 2} })
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
