package storetest

import (
	"errors"
	"fmt"
	"reflect"
	"sync/atomic"
	"testing"

	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/review"
	"github.com/wane-chess/wane/notation"
)

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

func wantReview(t failer, s Games, want review.Review) {
	t.Helper()
	got, err := s.Review(background, want.Game)
	must(t, err)
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the review is\n%+v, want\n%+v", got, want)
	}
}

// testReviews stores the changes of a review, with all fields set and with none.
func testReviews(t *testing.T, h *handles) {
	s, other := h.games(), h.games()
	for i, id := range []livegame.ID{"Game00000001", "Game00000002"} {
		create(t, s, id)
		_, err := s.Review(background, id)
		wantError(t, err, livegame.ErrNotFound)
		first := review.NewReview(id, notation.Line{Variant: "shrink", Moves: []string{"e2e4"}}, review.Quick, "", at(i))
		must(t, s.PutReview(background, first))
		wantReview(t, other, first)
		second := fullReview(id, 2)
		must(t, other.PutReview(background, second))
		wantReview(t, s, second)
		bare := review.Review{Game: id, Seq: 3, RequestedAt: at(0), Updated: at(1)}
		must(t, s.PutReview(background, bare))
		wantReview(t, other, bare)
	}
	must(t, s.Close())
	must(t, other.Close())
	wantReview(t, h.games(), review.Review{Game: "Game00000001", Seq: 3, RequestedAt: at(0), Updated: at(1)})
}

// testReviewRefused puts invalid changes.
func testReviewRefused(t *testing.T, h *handles) {
	s := h.games()
	create(t, s, "Game00000001")
	wantError(t, s.PutReview(background, fullReview("Nowhere00000", 1)), livegame.ErrNotFound)
	wantError(t, s.PutReview(background, fullReview("Nowhere00000", 2)), livegame.ErrNotFound)
	wantError(t, s.PutReview(background, fullReview("Game00000001", 2)), livegame.ErrConflict)
	must(t, s.PutReview(background, fullReview("Game00000001", 1)))
	kept := fullReview("Game00000001", 2)
	must(t, s.PutReview(background, kept))
	for _, seq := range []int{1, 2, 4, 1000} {
		r := fullReview("Game00000001", seq)
		r.Fault = "another"
		wantError(t, s.PutReview(background, r), livegame.ErrConflict)
	}
	for name, change := range map[string]func(*review.Review){
		"the number zero":   func(r *review.Review) { r.Seq = 0 },
		"a negative number": func(r *review.Review) { r.Seq = -1 },
		"no UTF-8":          func(r *review.Review) { r.Fault = "\xff" },
		"a zero byte":       func(r *review.Review) { r.Report = []byte("\x00") },
	} {
		r := fullReview("Game00000001", 3)
		change(&r)
		if err := s.PutReview(background, r); err == nil {
			t.Errorf("a review with %s was kept", name)
		}
	}
	wantReview(t, s, kept)
	_, err := s.Review(background, "' OR 1=1 --")
	wantError(t, err, livegame.ErrNotFound)
}

// testReviewRace has many goroutines on two nodes change a review at once: one wins each
// time, and its change is stored.
func testReviewRace(t *testing.T, h *handles) {
	nodes := []Games{h.games(), h.games()}
	create(t, nodes[0], "Game00000001")
	for seq := 1; seq <= 8; seq++ {
		var won, count atomic.Int64
		together(16, func(i int) {
			r := fullReview("Game00000001", seq)
			r.Fault = fmt.Sprint(i)
			switch err := nodes[i%2].PutReview(background, r); {
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

// testOpenReviews lists the reviews in progress.
func testOpenReviews(t *testing.T, h *handles) {
	s := h.games()
	for i, status := range []review.Status{review.Done, review.Running, review.Failed, review.Waiting, review.Running} {
		id := livegame.ID(fmt.Sprintf("Game%08d", i))
		create(t, s, id)
		r := fullReview(id, 1)
		r.Status, r.RequestedBy, r.RequestedAt, r.Updated = status, fmt.Sprint(i), at(100-10*(i/2)), at(200+i)
		must(t, s.PutReview(background, r))
	}
	all := []review.OpenReview{
		{Game: "Game00000004", Seq: 1, RequestedBy: "4", Address: "hash", RequestedAt: at(80), Updated: at(204)},
		{Game: "Game00000003", Seq: 1, RequestedBy: "3", Address: "hash", RequestedAt: at(90), Updated: at(203)},
		{Game: "Game00000001", Seq: 1, RequestedBy: "1", Address: "hash", RequestedAt: at(100), Updated: at(201)},
	}
	for _, limit := range []int{2, 3, 100} {
		got, err := s.OpenReviews(background, limit)
		must(t, err)
		if want := all[:min(limit, len(all))]; !reflect.DeepEqual(got, want) {
			t.Errorf("of %d there are\n%+v, want\n%+v", limit, got, want)
		}
	}
}
