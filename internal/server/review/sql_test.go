package review_test

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/account"
	"github.com/wane-chess/wane/internal/server/admin"
	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/feature"
	"github.com/wane-chess/wane/internal/server/gamestore"
	"github.com/wane-chess/wane/internal/server/gamestore/gamestoretest"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/review"
	"github.com/wane-chess/wane/internal/testing/dbtest"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

var background = context.Background()

func at(ms int) time.Time { return time.Date(2026, 5, 1, 12, 0, 0, ms*1_000_000, time.UTC) }

// node is one of the nodes of a database.
type node struct {
	*review.Service
	games    *gamestore.Store
	finished *archive.Archive
	db       *db.DB
}

// each runs a test on databases of both kinds.
func each(t *testing.T, test func(t *testing.T, open func() node)) {
	dbtest.Each(t, func(t *testing.T, open func() *db.DB) {
		test(t, func() node {
			d := open()
			s := gamestore.New(d)
			s.Use(archive.Data(rules.ByName), review.Data)
			t.Cleanup(func() { _ = s.Close() })
			finished := archive.New(archive.Options{DB: d, Games: s, Lookup: rules.ByName})
			return node{review.New(review.Options{DB: d, Public: finished.PublicGames}), s, finished, d}
		})
	})
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func wantError(t *testing.T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("the error is %v, want %v", err, want)
	}
}

// create stores a game.
func (n node) create(t *testing.T, id livegame.ID) {
	t.Helper()
	must(t, n.games.Create(background, gamestoretest.NewGame(id)))
}

// fullReview returns a review in which no field is zero.
func fullReview(id livegame.ID, seq int) review.Review {
	return review.Review{
		Game: id, Seq: seq, Level: review.Thorough, Status: review.Running,
		Line: notation.Line{Variant: "diminuendo", FEN: "4k3/8/8/8/8/8/8/4K3 b - - 3 17", Moves: []string{"e8e7", "e1e2"}},
		Evaluations: []review.Evaluation{
			{Score: -17, PV: []string{"e7e6", "e2e3"}, Nodes: 1234, SlowerMate: true},
			{Score: 31990, Over: true},
		},
		Report: []byte(`{"format": 1, "name": "Zoë 🐈'; DROP TABLE reviews; --"}`), Fault: "the engine “fell” \\ over",
		RequestedBy: "guest ?0 $1", Address: "hash", RequestedAt: at(3), Updated: at(4),
	}
}

func wantReview(t *testing.T, s node, want review.Review) {
	t.Helper()
	got, err := s.Stored(background, want.Game)
	must(t, err)
	if want.Seq == 0 { // there is none
		want = review.Review{}
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the review is\n%+v, want\n%+v", got, want)
	}
}

// TestPut stores the changes of a review, with all fields set and with none.
func TestPut(t *testing.T) { each(t, testPut) }

func testPut(t *testing.T, open func() node) {
	s, other := open(), open()
	for i, id := range []livegame.ID{"Game00000001", "Game00000002"} {
		s.create(t, id)
		wantReview(t, s, review.Review{Game: id})
		first := review.NewReview(id, notation.Line{Variant: "shrink", Moves: []string{"e2e4"}}, review.Quick, "", at(i))
		must(t, s.Put(background, first))
		wantReview(t, other, first)
		second := fullReview(id, 2)
		must(t, other.Put(background, second))
		wantReview(t, s, second)
		bare := review.Review{Game: id, Seq: 3, RequestedAt: at(0), Updated: at(1)}
		must(t, s.Put(background, bare))
		wantReview(t, other, bare)
	}
	must(t, s.games.Close())
	must(t, other.games.Close())
	wantReview(t, open(), review.Review{Game: "Game00000001", Seq: 3, RequestedAt: at(0), Updated: at(1)})
}

// TestPutRefused puts invalid changes.
func TestPutRefused(t *testing.T) { each(t, testPutRefused) }

func testPutRefused(t *testing.T, open func() node) {
	s := open()
	s.create(t, "Game00000001")
	wantError(t, s.Put(background, fullReview("Nowhere00000", 1)), livegame.ErrNotFound)
	wantError(t, s.Put(background, fullReview("Nowhere00000", 2)), livegame.ErrNotFound)
	wantError(t, s.Put(background, fullReview("Game00000001", 2)), livegame.ErrConflict)
	must(t, s.Put(background, fullReview("Game00000001", 1)))
	kept := fullReview("Game00000001", 2)
	must(t, s.Put(background, kept))
	for _, seq := range []int{1, 2, 4, 1000} {
		r := fullReview("Game00000001", seq)
		r.Fault = "another"
		wantError(t, s.Put(background, r), livegame.ErrConflict)
	}
	for name, change := range map[string]func(*review.Review){
		"the number zero":   func(r *review.Review) { r.Seq = 0 },
		"a negative number": func(r *review.Review) { r.Seq = -1 },
		"no UTF-8":          func(r *review.Review) { r.Fault = "\xff" },
		"a zero byte":       func(r *review.Review) { r.Report = []byte("\x00") },
	} {
		r := fullReview("Game00000001", 3)
		change(&r)
		if err := s.Put(background, r); err == nil {
			t.Errorf("a review with %s was kept", name)
		}
	}
	wantReview(t, s, kept)
	wantReview(t, s, review.Review{Game: "' OR 1=1 --"})
}

// TestPutRace has many goroutines on two nodes change a review at once: one wins each
// time, and its change is stored.
func TestPutRace(t *testing.T) { each(t, testPutRace) }

func testPutRace(t *testing.T, open func() node) {
	nodes := []node{open(), open()}
	nodes[0].create(t, "Game00000001")
	for seq := 1; seq <= 8; seq++ {
		var won, count atomic.Int64
		together(16, func(i int) {
			r := fullReview("Game00000001", seq)
			r.Fault = fmt.Sprint(i)
			switch err := nodes[i%2].Put(background, r); {
			case err == nil:
				won.Store(int64(i))
				count.Add(1)
			case !errors.Is(err, livegame.ErrConflict):
				t.Errorf("runner %d: %v", i, err)
			}
		})
		if count.Load() != 1 {
			t.Fatalf("change %d: %d runners have won, want 1", seq, count.Load())
		}
		want := fullReview("Game00000001", seq)
		want.Fault = fmt.Sprint(won.Load())
		wantReview(t, nodes[seq%2], want)
	}
}

// TestOpen lists the reviews in progress.
func TestOpen(t *testing.T) { each(t, testOpen) }

func testOpen(t *testing.T, open func() node) {
	s := open()
	for i, status := range []review.Status{review.Done, review.Running, review.Failed, review.Waiting, review.Running} {
		id := livegame.ID(fmt.Sprintf("Game%08d", i))
		s.create(t, id)
		r := fullReview(id, 1)
		r.Status, r.RequestedBy, r.RequestedAt, r.Updated = status, fmt.Sprint(i), at(100-10*(i/2)), at(200+i)
		must(t, s.Put(background, r))
	}
	all := []review.OpenReview{
		{Game: "Game00000004", Seq: 1, RequestedBy: "4", Address: "hash", RequestedAt: at(80), Updated: at(204)},
		{Game: "Game00000003", Seq: 1, RequestedBy: "3", Address: "hash", RequestedAt: at(90), Updated: at(203)},
		{Game: "Game00000001", Seq: 1, RequestedBy: "1", Address: "hash", RequestedAt: at(100), Updated: at(201)},
	}
	for _, limit := range []int{2, 3, 100} {
		got, err := s.Open(background, limit)
		must(t, err)
		if want := all[:min(limit, len(all))]; !reflect.DeepEqual(got, want) {
			t.Errorf("of %d there are\n%+v, want\n%+v", limit, got, want)
		}
	}
}

// together runs f n times at once.
func together(n int, f func(i int)) {
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { f(i) })
	}
	all.Wait()
}

// done stores a game that has ended, and its review.
func (n node) done(t *testing.T, sum livegame.Summary, r review.Review) livegame.Summary {
	t.Helper()
	first := sum
	first.Status, first.Result, first.Reason = livegame.Live, game.Ongoing, game.NoReason
	must(t, n.games.Create(background, first))
	sum.Seq = 1
	e := livegame.Event{
		Seq: 1, Kind: livegame.Move, At: sum.Updated, Move: "e2e4", Result: sum.Result, Reason: sum.Reason,
	}
	must(t, n.games.Append(background, sum.ID, e, sum))
	must(t, n.finished.Sweep(background))
	if r.Game = sum.ID; r.Status != review.None {
		must(t, n.Put(background, r))
	}
	return sum
}

// TestReviewed lists public finished games with a finished review, the last reviewed first.
func TestReviewed(t *testing.T) { each(t, testReviewed) }

func testReviewed(t *testing.T, open func() node) {
	s := open()
	reviewed := func(id livegame.ID, ended, when int, status review.Status, change ...func(*livegame.Summary)) {
		t.Helper()
		sum := gamestoretest.Finished(id, at(ended))
		for _, f := range change {
			f(&sum)
		}
		s.done(t, sum, review.Review{
			Seq: 1, Line: notation.Line{Variant: "shrink", Moves: []string{"e2e4"}}, Level: review.Quick,
			Status: status, Report: []byte(`{"format":3}`), RequestedAt: at(ended), Updated: at(when),
		})
	}
	reviewed("Game00000001", 1, 50, review.Done)
	reviewed("Game00000002", 2, 40, review.Done)
	reviewed("Game00000003", 3, 50, review.Done)
	reviewed("Game00000004", 4, 60, review.Running)
	reviewed("Game00000005", 5, 60, review.Failed)
	reviewed("Game00000006", 6, 60, review.Done, func(g *livegame.Summary) { g.Public = false })
	reviewed("Game00000007", 7, 0, review.None)
	var after archive.Cursor
	var got []livegame.ID
	for range 4 {
		list, err := open().List(background, after, 2)
		must(t, err)
		for i, r := range list {
			got = append(got, r.Game.ID)
			if r.Review.Game != r.Game.ID || r.Report() == nil || r.Game.Ended.IsZero() || len(r.Review.Line.Moves) != 1 {
				t.Errorf("entry %d is %+v", i, r)
			}
			after = r.Cursor()
		}
	}
	if want := []livegame.ID{"Game00000003", "Game00000001", "Game00000002"}; !slices.Equal(got, want) {
		t.Errorf("the reviewed games are %v, want %v", got, want)
	}
}

// TestForgetAskers forgets who asked for reviews that ended.
func TestForgetAskers(t *testing.T) { each(t, testForgetAskers) }

func testForgetAskers(t *testing.T, open func() node) {
	s := open()
	for i, status := range []review.Status{review.Done, review.Failed, review.Waiting, review.Done} {
		id := livegame.ID(fmt.Sprintf("Ask%09d", i))
		s.create(t, id)
		r := fullReview(id, 1)
		r.Status, r.RequestedAt = status, at(i)
		must(t, s.Put(background, r))
	}
	must(t, s.ForgetAskers(background, at(3)))
	for i, known := range []bool{false, false, true, true} {
		r, err := s.Stored(background, livegame.ID(fmt.Sprintf("Ask%09d", i)))
		must(t, err)
		if (r.RequestedBy != "") != known {
			t.Errorf("review %d was asked for by %q", i, r.RequestedBy)
		}
	}
}

// TestData deletes a review with its game, and forgets who asked, or takes it for an account.
func TestData(t *testing.T) { each(t, testData) }

func testData(t *testing.T, open func() node) {
	s, other := open(), open()
	asked := func(by string) review.Review {
		r := fullReview("", 1)
		r.RequestedBy, r.Status = by, review.Done
		return r
	}
	gone := s.done(t, gamestoretest.Finished("Gone00000001", at(1)), asked("eve"))
	must(t, s.games.Delete(background, admin.Deletion{Game: gone.ID, Seq: gone.Seq, At: at(9)}))
	wantReview(t, other, review.Review{Game: gone.ID})
	for _, seq := range []int{1, 2} {
		wantError(t, other.Put(background, fullReview(gone.ID, seq)), livegame.ErrNotFound)
	}

	by := func(id livegame.ID, want string) {
		t.Helper()
		r := asked(want)
		r.Game = id
		wantReview(t, other, r)
	}
	forgotten := s.done(t, gamestoretest.Finished("Forgotten001", at(2)), asked("bob"))
	must(t, s.games.Forget(background, forgotten, func(guest string) bool { return guest == "ada" }))
	by(forgotten.ID, "bob")

	s.done(t, gamestoretest.Finished("Forgotten002", at(2)), asked("bob"))
	forgotten.ID = "Forgotten002"
	must(t, s.games.Forget(background, forgotten, func(guest string) bool { return guest == "bob" }))
	by("Forgotten002", "")
	by("Forgotten001", "bob") // there only the opponent was forgotten

	// The game of others, too.
	s.done(t, gamestoretest.Finished("Adopted00001", at(3)), asked("cyd"))
	_, err := s.games.AdoptFinished(background, account.Claim{Guest: "cyd", Account: "ann"}, 2)
	must(t, err)
	by("Adopted00001", "ann")
	must(t, s.db.Write(background, func(ctx context.Context, tx db.Tx) error {
		return feature.Do(ctx, tx, []feature.Data{review.Data}, func(d feature.Data) feature.Step { return d.Forget }, "ann")
	}))
	by("Adopted00001", "")
}
