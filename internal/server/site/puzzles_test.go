package site_test

import (
	"context"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server"
	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/gamestore"
	puzzles "github.com/wane-chess/wane/internal/server/puzzle"
	"github.com/wane-chess/wane/internal/server/rating"
	"github.com/wane-chess/wane/internal/server/servertest"
	"github.com/wane-chess/wane/puzzle"
	"github.com/wane-chess/wane/rules"
)

// What is only shown.
type (
	myAttempts struct {
		Attempts []puzzles.Attempt
		Next     int64
	}
	myStanding struct {
		rating.View
		Games, Solved int
		Strengths     []puzzles.Strength
	}
	listedPuzzles   struct{ Puzzles []puzzles.Puzzle }
	reportedPuzzles struct {
		Cases []struct {
			Puzzle  puzzles.Puzzle
			Reports []puzzles.Report
			First   int64
		}
	}
)

// somePuzzles returns puzzles of orthodox chess: back-rank mates, each a little different.
func somePuzzles(n int) (list puzzles.List) {
	pawns := []string{"8", "P7", "1P6", "2P5", "3P4", "4P3", "5P2", "6P1"}
	for i := range n {
		p := puzzle.Puzzle{
			Variant: "chess", FEN: fmt.Sprintf("6k1/5ppp/8/8/%s/%s/8/R5K1 w - - 0 1", pawns[i/8], pawns[i%8]),
			Moves: []string{"a1a8"}, Goal: puzzle.Mate, Proof: puzzle.Exhaustive, Rating: 1400 + 25*i,
			Themes: []puzzle.Theme{puzzle.MateIn1},
		}
		if i%2 == 1 {
			p.Themes = append(p.Themes, puzzle.QuietMove)
		}
		p.ID = p.Identify()
		list = append(list, p)
	}
	return list
}

// puzzleWorld is a server with puzzles and accounts.
func puzzleWorld(
	t *testing.T, library puzzles.Library, prove func(context.Context, string, string) (puzzle.Puzzle, error),
) (*servertest.World, *account.Service) {
	t.Helper()
	var people *account.Service
	with := servertest.WithAccounts(t)
	w := servertest.New(t, func(o *server.Options) {
		with(o)
		people = o.Accounts
		db := o.Secrets.(*gamestore.Store)
		o.Puzzles = puzzles.New(puzzles.Options{
			DB: db.DB(), Library: library, Lookup: rules.ByName, Prove: prove, Now: o.Now,
		})
		o.Features = append(o.Features, o.Puzzles)
	})
	return w, people
}

// refuses checks that a request fails in some way.
func refuses(t *testing.T, v *servertest.Visitor, status int, want, method, path string, body any) {
	t.Helper()
	if r, answer := v.Request(method, path, body); r.StatusCode != status || !strings.Contains(answer, want) {
		t.Errorf("%s %s: status %d, want %d with %q: %s", method, path, r.StatusCode, status, want, answer)
	}
}

func attempt(id string, p *puzzle.Puzzle, moves ...string) puzzles.NewAttempt {
	return puzzles.NewAttempt{ID: "attempt-" + id, Puzzle: p.ID, Moves: moves, Rated: true, Took: 5000}
}

// A guest gets puzzles, solves them, fails, and reads what became of that.
func TestPuzzles(t *testing.T) {
	list := somePuzzles(16)
	w, _ := puzzleWorld(t, list, nil)
	ann := w.Visitor()

	var daily puzzles.DailyPuzzle
	ann.Ask(http.MethodGet, "/api/puzzles/daily", nil, &daily)
	if daily.Day != w.Clock.Now().UTC().Format(time.DateOnly) || daily.Puzzle.ID == "" || daily.Puzzle.Moves[0] != "a1a8" {
		t.Errorf("%+v", daily)
	}
	var packs []puzzles.Pack
	ann.Ask(http.MethodGet, "/api/puzzles/packs", nil, &packs)
	if len(packs) != 1 || packs[0].Count != 16 || packs[0].Bytes != len(list.Text("chess")) {
		t.Errorf("%+v", packs)
	}
	r, text := ann.Request(http.MethodGet, "/api/puzzles/packs/chess", nil)
	if got, err := puzzle.Read(strings.NewReader(text)); err != nil || len(got) != 16 ||
		!strings.HasPrefix(r.Header.Get("Content-Type"), "text/tab-separated-values") {
		t.Errorf("%d puzzles, %v: %v", len(got), err, r.Header)
	}
	known, _ := ann.Request(http.MethodGet, "/api/puzzles/packs/chess", nil, "If-None-Match", r.Header.Get("ETag"))
	if known.StatusCode != http.StatusNotModified {
		t.Errorf("status %d", known.StatusCode)
	}
	packed, _ := ann.Request(http.MethodGet, "/api/puzzles/packs/chess", nil, "Accept-Encoding", "gzip")
	if packed.Header.Get("Content-Encoding") != "gzip" {
		t.Errorf("not compressed: %v", packed.Header)
	}

	var next puzzles.Puzzle
	ann.Ask(http.MethodGet, "/api/puzzles/next?variant=chess&theme=quiet-move&goal=mate", nil, &next)
	if next.Goal != "mate" || len(next.Themes) != 2 || next.Ticket == "" || next.Mine == nil || next.Mine.Attempt != nil {
		t.Errorf("%+v", next)
	}
	for _, query := range []string{"variant=shrink", "variant=chess&theme=parity", "variant=chess&theme=nonsense",
		"variant=chess&goal=draw"} {
		refuses(t, ann, http.StatusNotFound, "no", http.MethodGet, "/api/puzzles/next?"+query, nil)
	}

	given := func(a puzzles.NewAttempt) puzzles.NewAttempt {
		t.Helper()
		var p puzzles.Puzzle
		ann.Ask(http.MethodGet, "/api/puzzles/"+a.Puzzle, nil, &p)
		a.Ticket = p.Ticket
		return a
	}
	var settled []puzzles.SettledAttempt
	ann.Ask(http.MethodPost, "/api/puzzles/attempts", puzzles.NewAttempts{Attempts: []puzzles.NewAttempt{
		given(attempt("one", &list[0], "a1a8")), given(attempt("two", &list[1], "a1a7")),
		{ID: "attempt-gone", Puzzle: "zzzzzzz", Moves: []string{}},
		{ID: "attempt-casual", Puzzle: list[2].ID, Moves: []string{"a1a8"}},
	}}, &settled)
	switch {
	case len(settled) != 4:
		t.Fatalf("%+v", settled)
	case !settled[0].Right || !settled[0].Counted || settled[0].After.Rating <= 800 || settled[0].Before.Rating != 800 ||
		settled[0].PuzzleRating == 0:
		t.Errorf("%+v", settled[0])
	case settled[1].Right || !settled[1].Counted || settled[1].After.Rating >= settled[1].Before.Rating:
		t.Errorf("%+v", settled[1])
	case !settled[2].Unknown || settled[2].ID != "attempt-gone":
		t.Errorf("%+v", settled[2])
	case !settled[3].Right || settled[3].Counted || settled[3].After != settled[3].Before:
		t.Errorf("%+v", settled[3])
	}
	var again []puzzles.SettledAttempt
	ann.Ask(http.MethodPost, "/api/puzzles/attempts", puzzles.NewAttempts{
		Attempts: []puzzles.NewAttempt{given(attempt("one", &list[0], "a1a8")), given(attempt("three", &list[1], "a1a8"))},
	}, &again)
	settled[1].ID, settled[1].Repeat = "attempt-three", true
	if !reflect.DeepEqual(again, settled[:2]) {
		t.Errorf("again %+v, want %+v", again, settled)
	}

	var me myStanding
	ann.Ask(http.MethodGet, "/api/puzzles/me?variant=chess", nil, &me)
	if me.Games != 3 || me.Solved != 2 || !me.Provisional || me.Rating != settled[1].After.Rating ||
		len(me.Strengths) != 2 || me.Strengths[0].Theme != "quiet-move" || me.Strengths[1].Tried != 3 {
		t.Errorf("%+v", me)
	}
	var history myAttempts
	ann.Ask(http.MethodGet, "/api/puzzles/me/history", nil, &history)
	if len(history.Attempts) != 3 || history.Attempts[0].Puzzle != list[2].ID || history.Attempts[0].FEN == "" ||
		history.Next != 0 {
		t.Errorf("%+v", history)
	}
	ann.Ask(http.MethodGet, fmt.Sprintf("/api/puzzles/me/history?variant=chess&before=%d", history.Attempts[1].Seq),
		nil, &history)
	if len(history.Attempts) != 1 || history.Attempts[0].Puzzle != list[0].ID {
		t.Errorf("%+v", history)
	}
	var shown puzzles.Puzzle
	ann.Ask(http.MethodGet, "/api/puzzles/"+list[0].ID, nil, &shown)
	if shown.Tried != 1 || shown.Solved != 1 || shown.Votes == nil || shown.Mine == nil || shown.Mine.Attempt == nil {
		t.Errorf("%+v", shown)
	}
	for _, body := range []puzzles.NewAttempts{{}, {Attempts: make([]puzzles.NewAttempt, 51)},
		{Attempts: []puzzles.NewAttempt{{ID: "short", Puzzle: list[0].ID}}}} {
		refuses(t, ann, http.StatusUnprocessableEntity, "", http.MethodPost, "/api/puzzles/attempts", body)
	}
	refuses(t, ann, http.StatusNotFound, "no such puzzle", http.MethodGet, "/api/puzzles/0000000", nil)
	refuses(t, ann, http.StatusUnprocessableEntity, "variant", http.MethodGet, "/api/puzzles/me?variant=%00", nil)
	ann.Ask(http.MethodPost, "/api/puzzles/attempts", puzzles.NewAttempts{
		Attempts: []puzzles.NewAttempt{given(attempt("odd", &list[9], "a\x00b", strings.Repeat("a", 100)))},
	}, &settled)
	ann.Ask(http.MethodGet, "/api/puzzles/me/history", nil, &history)
	if settled[0].Right || !settled[0].Counted || settled[0].NotGiven ||
		strings.Join(history.Attempts[0].Moves, " ") != "? ?" {
		t.Errorf("%+v, %+v", settled, history.Attempts[0])
	}

	// One that the server has not given is stored without a change of the rating.
	stranger := attempt("stranger", &list[8], "a1a8")
	stranger.Ticket = given(attempt("odd", &list[9])).Ticket
	ann.Ask(http.MethodPost, "/api/puzzles/attempts", puzzles.NewAttempts{Attempts: []puzzles.NewAttempt{stranger}},
		&settled)
	if a := settled[0]; !a.Right || a.Counted || !a.NotGiven || a.Before != a.After {
		t.Errorf("%+v", a)
	}

	// Tokens need scopes.
	ann.SignUp("Ann")
	ann.Ask(http.MethodGet, "/api/puzzles/me?variant=chess", nil, &me)
	if me.Games != 5 {
		t.Errorf("who signs up loses attempts: %+v", me)
	}
	plain, reads := ann.NewToken("board:play"), ann.NewToken("puzzle:read")
	for path, status := range map[string]int{
		"/api/puzzles/me?variant=chess": http.StatusForbidden, "/api/puzzles/me/history": http.StatusForbidden,
		"/api/puzzles/next?variant=chess": http.StatusForbidden, "/api/puzzles/daily": http.StatusOK,
	} {
		program := &servertest.Visitor{World: w, HTTP: &http.Client{}}
		if r, _ := program.Request(http.MethodGet, path, nil, "Authorization", "Bearer "+plain); r.StatusCode != status {
			t.Errorf("%s with a token: %d", path, r.StatusCode)
		}
		if r, _ := program.Request(http.MethodGet, path, nil, "Authorization", "Bearer "+
			reads); r.StatusCode != http.StatusOK {
			t.Errorf("%s with puzzle:read: %d", path, r.StatusCode)
		}
	}
}

// A server without puzzles says so.
func TestNoPuzzles(t *testing.T) {
	ann := servertest.New(t).Visitor()
	refuses(t, ann, http.StatusNotFound, "has no", http.MethodGet, "/api/puzzles/daily", nil)
}
