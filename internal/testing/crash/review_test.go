package crash

import (
	"net/http"
	"reflect"
	"testing"
	"time"

	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/internal/lab/loadtest"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/review"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

// A review is requested on one node. Its worker is killed in the middle, then the
// node. Another worker and another node finish it, with the report that one process
// makes alone.
func TestReviewOutlivesNodeAndWorker(t *testing.T) {
	t.Parallel()
	c := newCluster(t)
	one, two := c.node(t, "one"), c.node(t, "two")
	killWorker := c.worker(t, one, two)
	ann := newGuest(t, "Ann")
	id, line := finished(ann, one, 30)
	state := func(n *loadtest.Process) (s review.State) {
		t.Helper()
		ann.call(n, http.MethodGet, "/api/games/"+id+"/review", nil, &s)
		return s
	}
	var s review.State
	ann.call(one, http.MethodPost, "/api/games/"+id+"/review", map[string]string{"level": "quick"}, &s)
	until(t, "a first part is done, and a worker has the second", func() bool {
		return state(two).Done > 0 && inProgress(t, one, "review") == 1
	})
	killWorker()
	if s = state(two); s.Status != review.Running || s.Done >= s.Total {
		t.Fatalf("the worker was killed too late: %s, %d of %d", s.Status, s.Done, s.Total)
	}
	kill(t, one)
	ann.call(two, http.MethodPost, "/api/games/"+id+"/review", map[string]string{"level": "quick"}, &s)
	if s.Done == 0 {
		t.Errorf("requested again, it starts over: %+v", s)
	}
	c.worker(t, two)
	until(t, "the review is done", func() bool { s = state(two); return s.Status == review.Done })
	if want := alone(t, id, line); !reflect.DeepEqual(*s.Result, want) {
		t.Errorf("the report is\n%+v, want\n%+v", *s.Result, want)
	}
	until(t, "no part is left", func() bool { return inProgress(t, two, "review") == 0 })
}

// A node with SQLite is killed while the engine thinks, in the middle of a review, and restarted. Its queue, in memory,
// is lost; the engine moves within seconds, and the review resumes by itself.
func TestWorkResumes(t *testing.T) {
	t.Parallel()
	node := startNode(t, "--data", t.TempDir(), "--concurrency", "1")
	ann := newGuest(t, "Ann")
	id, line := finished(ann, node, 30)
	var s review.State
	ann.call(node, http.MethodPost, "/api/games/"+id+"/review", map[string]string{"level": "quick"}, &s)
	until(t, "a first part is done", func() bool {
		ann.call(node, http.MethodGet, "/api/games/"+id+"/review", nil, &s)
		return s.Done > 0
	})
	playing := ann.create(node, gameview.NewGame{Opponent: "engine", Level: 8})
	page := ann.open(node, playing)
	page.do("move", "e2e4", 0)
	until(t, "the engine is asked", func() bool { return metric(t, node, "wane_engine_jobs_total") == 1 })
	kill(t, node)
	restart(t, node)
	page.move(node)
	begun := time.Now()
	page.until("the engine's move", func() bool { return len(page.events) == 2 })
	if took := time.Since(begun); took > 15*time.Second { // a level 8 thinks for 3 s; a sweep would ask after 20 s
		t.Errorf("the engine moved %v after the restart", took)
	}
	until(t, "the review is done", func() bool {
		ann.call(node, http.MethodGet, "/api/games/"+id+"/review", nil, &s)
		return s.Status == review.Done
	})
	if want := alone(t, id, line); !reflect.DeepEqual(*s.Result, want) {
		t.Errorf("the report is\n%+v, want\n%+v", *s.Result, want)
	}
}

// finished plays a game of random moves on a node, and resigns it.
func finished(g *guest, n *loadtest.Process, plies int) (id string, line notation.Line) {
	g.t.Helper()
	id = g.create(n, gameview.NewGame{Opponent: "self"})
	page := g.open(n, id)
	b := newBoard(5)
	for len(b.moves) < plies && !b.over() {
		move, _ := b.draw()
		page.do("move", move, len(b.moves))
		b.play(g.t, move)
	}
	if len(b.moves) < plies {
		g.t.Fatalf("the game ended after %d plies: take another seed", len(b.moves))
	}
	var done gameview.CommandResult
	g.call(n, http.MethodPost, "/api/games/"+id+"/commands",
		gameview.Command{ID: newID(), Order: "resign", Color: "white"}, &done)
	return id, notation.Line{Variant: "shrink", Moves: b.moves}
}

// alone reviews a game in one process.
func alone(t *testing.T, id string, line notation.Line) review.Report {
	t.Helper()
	r := review.NewReview(livegame.ID(id), line, review.Quick, "", livegame.Event{}.At)
	for e := search.New(eval.NewNode); ; {
		j, open := r.Job()
		if !open {
			break
		}
		a, err := j.Do(t.Context(), e, rules.ByName, nil)
		if err != nil {
			t.Fatal(err)
		}
		r, _ = r.Apply(a, rules.ByName, r.RequestedAt)
	}
	s := r.State()
	if s.Result == nil {
		t.Fatalf("the review ends as %+v", s)
	}
	return *s.Result
}
