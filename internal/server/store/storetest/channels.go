package storetest

import (
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/wane-chess/wane/internal/server/archive"
	"github.com/wane-chess/wane/internal/server/channels"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/review"
	"github.com/wane-chess/wane/notation"
)

// testChannels stores which games channels show. Of two nodes that choose at the same time one wins.
func testChannels(t *testing.T, h *handles) {
	s, other := h.store(), h.store()
	set := func(before livegame.ID, now channels.Shown, want bool) {
		t.Helper()
		done, err := s.SetChannel(background, before, now)
		must(t, err)
		if done != want {
			t.Errorf("the channel goes from %q to %+v: %v, want %v", before, now, done, want)
		}
	}
	set("a", channels.Shown{Channel: "shrink", Game: "b", Since: at(1)}, false)
	set("", channels.Shown{Channel: "shrink", Game: "a", Since: at(1)}, true)
	set("", channels.Shown{Channel: "shrink", Game: "b", Since: at(2)}, false)
	set("", channels.Shown{Channel: "'; --", Game: "x", Since: at(2)}, true)
	if _, err := s.SetChannel(background, "", channels.Shown{Channel: "\x00", Game: "x"}); err == nil {
		t.Error("a name with a zero byte was kept")
	}

	var won atomic.Int32
	var nodes sync.WaitGroup
	for i := range 8 {
		nodes.Go(func() {
			done, err := []Store{s, other}[i%2].SetChannel(background, "a",
				channels.Shown{Channel: "shrink", Game: livegame.ID(rune('b' + i)), Since: at(3)})
			must(t, err)
			if done {
				won.Add(1)
			}
		})
	}
	nodes.Wait()
	if won.Load() != 1 {
		t.Errorf("%d nodes have changed what the channel shows, want 1", won.Load())
	}
	list, err := other.Channels(background)
	must(t, err)
	if len(list) != 2 {
		t.Fatalf("the channels are %+v, want 2", list)
	}
	for _, c := range list {
		if c.Channel == "shrink" && (c.Game == "a" || !c.Since.Equal(at(3))) {
			t.Errorf("the channel shows %+v", c)
		}
	}
}

// testReviewed lists public finished games with a finished review, the last reviewed first.
func testReviewed(t *testing.T, h *handles) {
	s := h.store()
	reviewed := func(id livegame.ID, ended, when int, status review.Status, change ...func(*livegame.Summary)) {
		t.Helper()
		sum := Finished(id, at(ended))
		for _, f := range change {
			f(&sum)
		}
		file(t, s, sum, "e2e4")
		if status == review.None {
			return
		}
		must(t, s.PutReview(background, review.Review{
			Game: id, Seq: 1, Line: notation.Line{Variant: "shrink", Moves: []string{"e2e4"}}, Level: review.Quick,
			Status: status, Report: []byte(`{"format":2}`), RequestedAt: at(ended), Updated: at(when),
		}))
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
		list, err := h.store().Reviewed(background, after, 2)
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
