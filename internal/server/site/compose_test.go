package site_test

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/admin"
	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/moderation"
	"github.com/wane-chess/wane/internal/server/publictext"
	puzzles "github.com/wane-chess/wane/internal/server/puzzle"
	"github.com/wane-chess/wane/internal/server/servertest"
	"github.com/wane-chess/wane/puzzle"
)

// Players vote on puzzles and report them, and a moderator decides.
func TestPuzzleReports(t *testing.T) {
	list := somePuzzles(4)
	w, people := puzzleWorld(t, list, nil)
	guest, mod := w.Visitor(), w.Visitor()
	mod.SignUp("Mia")
	path := "/api/puzzles/" + list[0].ID
	for i, name := range []string{"", "Ann", "Ben", "Cleo"} {
		v := guest
		if name != "" {
			v = w.Visitor()
			v.SignUp(name)
		}
		refuses(t, v, http.StatusNoContent, "", http.MethodPost, path+"/vote", puzzles.Vote{Vote: 1 - 2*(i%2)})
		refuses(t, v, http.StatusNoContent, "", http.MethodPost, path+"/report",
			puzzles.Report{Reason: "second", Text: "Ra7 mates, too."})
	}
	refuses(t, guest, http.StatusConflict, "already", http.MethodPost, path+"/report",
		puzzles.Report{Reason: "wrong"})
	refuses(t, guest, http.StatusConflict, "few words", http.MethodPost, "/api/puzzles/"+list[1].ID+"/report",
		puzzles.Report{Reason: "other"})
	refuses(t, guest, http.StatusUnprocessableEntity, "", http.MethodPost, path+"/vote", puzzles.Vote{Vote: 7})
	refuses(t, guest, http.StatusNotFound, "", http.MethodPost, "/api/puzzles/0000000/vote", puzzles.Vote{Vote: 1})
	var shown puzzles.Puzzle
	guest.Ask(http.MethodGet, path, nil, &shown)
	if shown.State != "resting" || shown.Votes.Up != 2 || shown.Votes.Down != 2 || shown.Mine.Vote != 1 {
		t.Errorf("%+v, %+v, %+v", shown, shown.Votes, shown.Mine)
	}

	r, err := people.User(t.Context(), "mia")
	if err == nil {
		err = people.SetRole(t.Context(), r.ID, auth.Moderator)
	}
	if err != nil {
		t.Fatal(err)
	}
	refuses(t, guest, http.StatusUnauthorized, "", http.MethodGet, "/api/admin/puzzles", nil)
	w.Clock.Advance(10 * time.Second) // nodes remember accounts for some seconds
	var cases reportedPuzzles
	mod.Ask(http.MethodGet, "/api/admin/puzzles", nil, &cases)
	if len(cases.Cases) != 1 || cases.Cases[0].Puzzle.ID != list[0].ID || len(cases.Cases[0].Reports) != 4 ||
		cases.Cases[0].First == 0 {
		t.Errorf("%+v", cases)
	}
	refuses(t, mod, http.StatusNoContent, "", http.MethodPut, "/api/admin/puzzles/"+list[0].ID,
		puzzles.Decision{Sound: true, Reason: admin.Reason{Reason: "proved again"}})
	shown = puzzles.Puzzle{}
	guest.Ask(http.MethodGet, path, nil, &shown)
	if shown.State != "" {
		t.Errorf("%+v", shown)
	}
	var entries []moderation.LogEntry
	mod.Ask(http.MethodGet, "/api/admin/log", nil, &entries)
	if len(entries) == 0 || !strings.Contains(entries[0].Detail, list[0].ID+" proved again") {
		t.Errorf("%+v", entries)
	}
}

// Accounts publish puzzles, which the server proves.
func TestCompose(t *testing.T) {
	w, _ := puzzleWorld(t, somePuzzles(4), func(_ context.Context, variant, fen string) (puzzle.Puzzle, error) {
		if strings.HasPrefix(fen, "7k") {
			return puzzle.Puzzle{}, &puzzles.UnsoundError{Moves: []string{"a1a8", "b1b8"}, Text: "a1a8 and b1b8 both mate in 1"}
		}
		p := puzzle.Puzzle{
			Variant: variant, FEN: fen, Moves: []string{"a1a8"}, Goal: puzzle.Mate, Proof: puzzle.Exhaustive, Rating: 900,
		}
		p.ID = p.Identify()
		return p, nil
	})
	guest, ann := w.Visitor(), w.Visitor()
	ann.SignUp("Ann")
	w.Clock.Advance(publictext.FreeAge)
	draft := puzzles.NewPuzzle{Variant: "chess", FEN: "6k1/5ppp/8/8/8/8/1P6/R5K1 w - - 0 1", Note: "my first"}
	refuses(t, guest, http.StatusUnauthorized, "", http.MethodPost, "/api/puzzles", draft)
	var made, shown puzzles.Puzzle
	ann.Ask(http.MethodPost, "/api/puzzles", draft, &made)
	guest.Ask(http.MethodGet, "/api/puzzles/"+made.ID, nil, &shown)
	if !shown.Composed || shown.By == nil || shown.By.Name != "Ann" || shown.Note != "my first" || shown.Created == 0 {
		t.Errorf("%+v", shown)
	}
	refuses(t, ann, http.StatusConflict, made.ID, http.MethodPost, "/api/puzzles", draft)
	draft.FEN = "7k/5ppp/8/8/8/8/8/RR4K1 w - - 0 1"
	refuses(t, ann, http.StatusUnprocessableEntity, `"code":"unsound"`, http.MethodPost, "/api/puzzles", draft)
	refuses(t, ann, http.StatusUnprocessableEntity, `["a1a8","b1b8"]`, http.MethodPost, "/api/puzzles", draft)
	var list listedPuzzles
	guest.Ask(http.MethodGet, "/api/puzzles?author=ann", nil, &list)
	if len(list.Puzzles) != 1 || list.Puzzles[0].ID != made.ID || list.Puzzles[0].By.Name != "Ann" {
		t.Errorf("%+v", list)
	}
	refuses(t, guest, http.StatusUnauthorized, "", http.MethodDelete, "/api/puzzles/"+made.ID, nil)
	refuses(t, ann, http.StatusNoContent, "", http.MethodDelete, "/api/puzzles/"+made.ID, nil)
	refuses(t, ann, http.StatusNotFound, "", http.MethodDelete, "/api/puzzles/"+made.ID, nil)

	program := &servertest.Visitor{World: w, HTTP: &http.Client{}}
	ann.Ask(http.MethodPost, "/api/account/confirm", account.Password{Password: servertest.Password}, nil)
	if r, body := program.Request(http.MethodPost, "/api/puzzles", draft, "Authorization", "Bearer "+
		ann.NewToken("puzzle:read")); r.StatusCode != http.StatusForbidden || !strings.Contains(body, "puzzle:write") {
		t.Errorf("status %d: %s", r.StatusCode, body)
	}
}

// The best runs of accounts are listed; those of guests are their own. The server counts them.
func TestRuns(t *testing.T) {
	w, _ := puzzleWorld(t, somePuzzles(4), nil)
	guest, ann := w.Visitor(), w.Visitor()
	ann.SignUp("Ann")
	begin := puzzles.NewRun{Kind: "storm", Variant: "mixed"}
	run := func(v *servertest.Visitor, right, wrong int) (s puzzles.RunState) {
		t.Helper()
		v.Ask(http.MethodPost, "/api/puzzles/runs", begin, &s)
		if len(s.Puzzles) != 4 || s.Over {
			t.Fatalf("%+v", s)
		}
		list := s.Puzzles
		path := "/api/puzzles/runs/" + s.ID + "/answers"
		v.Ask(http.MethodPost, path, puzzles.RunAnswers{Answers: []puzzles.RunAnswer{}, Have: 4}, &s)
		w.Clock.Advance(10 * time.Second)
		var answers []puzzles.RunAnswer
		for i, p := range list[:right+wrong] {
			a := puzzles.RunAnswer{Moves: []string{"a1a1"}}
			if i < right {
				a.Moves = nil
				for ply := 0; ply < len(p.Moves); ply += 2 {
					a.Moves = append(a.Moves, p.Moves[ply])
				}
			}
			answers = append(answers, a)
		}
		for range 2 { // the second time, the answer was lost
			s = puzzles.RunState{}
			v.Ask(http.MethodPost, path, puzzles.RunAnswers{Answers: answers, Have: 4, End: true}, &s)
		}
		refuses(t, w.Visitor(), http.StatusNotFound, "no such run", http.MethodPost, path, puzzles.RunAnswers{
			Answers: []puzzles.RunAnswer{}, End: true,
		})
		return s
	}
	if s := run(ann, 2, 1); !s.Over || s.Score != 2 || s.Wrong != 1 || len(s.Puzzles) != 0 || s.Mine == nil ||
		s.Mine.Day == nil || s.Mine.Week == nil || s.Mine.Ever == nil || s.Mine.Ever.Score != 2 ||
		s.Mine.Ever.Took != 10_000 {
		t.Errorf("%+v", s)
	}
	if s := run(guest, 3, 0); s.Score != 3 {
		t.Errorf("%+v", s)
	}
	refuses(t, guest, http.StatusUnprocessableEntity, "", http.MethodPost, "/api/puzzles/runs",
		map[string]any{"kind": "storm", "variant": "mixed", "score": 300, "wrong": 0, "ms": 180_000})
	var s puzzles.RunState
	guest.Ask(http.MethodPost, "/api/puzzles/runs", begin, &s)
	solved := puzzles.RunAnswer{}
	for ply := 0; ply < len(s.Puzzles[0].Moves); ply += 2 {
		solved.Moves = append(solved.Moves, s.Puzzles[0].Moves[ply])
	}
	refuses(t, guest, http.StatusConflict, "faster than a person", http.MethodPost,
		"/api/puzzles/runs/"+s.ID+"/answers", puzzles.RunAnswers{Answers: []puzzles.RunAnswer{solved}})
	var runs puzzles.Runs
	guest.Ask(http.MethodGet, "/api/puzzles/runs?kind=storm&variant=mixed", nil, &runs)
	if runs.Mine.Ever == nil || runs.Mine.Ever.Score != 3 || len(runs.Ever) != 1 || runs.Day[0].Name != "Ann" ||
		runs.Day[0].You {
		t.Errorf("%+v", runs)
	}
	refuses(t, guest, http.StatusConflict, "no such runs", http.MethodGet,
		"/api/puzzles/runs?kind=storm&variant=whist", nil)
}
