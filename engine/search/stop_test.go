package search_test

import (
	"context"
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules"
)

// fuse is a context that is done when it has been asked so many times.
type fuse struct {
	context.Context
	left int
}

func (f *fuse) Err() error {
	if f.left--; f.left < 0 {
		return context.Canceled
	}
	return nil
}

// A search looks whether it must stop every 256 nodes at the latest, which is
// well within a millisecond, and then visits but a few more on the way back;
// also one for a mate.
func TestStopsAtOnce(t *testing.T) {
	const looks, between = 20, 256
	for _, g := range rules.All() {
		for _, l := range []engine.Limits{{}, {MultiPV: 3}, {Mate: 20}} {
			info, err := small(eval.NewNode).Search(&fuse{t.Context(), looks}, g.Start(), l, nil)
			if err != nil || !legal(g.Start(), info.Best()) {
				t.Errorf("%s, %+v: %v, %v", g.Name(), l, info, err)
			}
			if most := uint64(between * (looks + 2)); info.Nodes > most || info.Nodes < looks {
				t.Errorf("%s, %+v: %d nodes; want at most %d", g.Name(), l, info.Nodes, most)
			}
		}
	}
}

// A search that is cut short before it has looked at one move has a move, and
// claims no mate.
func TestNothingLookedAt(t *testing.T) {
	p := parse(t, kiwipete)
	for _, threads := range []int{1, 4} {
		s := small(eval.NewNode)
		if err := s.SetThreads(threads); err != nil {
			t.Fatal(err)
		}
		for _, nodes := range []uint64{1, 2, 3} {
			info := mustSearch(t, s, p, engine.Limits{Nodes: nodes})
			if _, mate := engine.MateIn(info.Score); mate || info.Nodes > nodes {
				t.Errorf("%d threads, %d nodes: score %d after %d", threads, nodes, info.Score, info.Nodes)
			}
		}
	}
}

// A search that is cut short within a depth keeps the move, the score and the line of
// the last depth, unless it has found the exact score of another move. A line with a
// bound ends after a move or two.
func TestCutShort(t *testing.T) {
	starts := []game.Position{parse(t, kiwipete)}
	for _, g := range rules.All() {
		starts = append(starts, g.Start())
	}
	for _, p := range starts {
		for nodes := uint64(1000); nodes < 25_000; nodes += 2000 {
			var last engine.Report
			l := engine.Limits{Nodes: nodes}
			info, err := small(eval.NewNode).Search(t.Context(), p, l, func(r engine.Report) { last = r })
			if err != nil {
				t.Fatal(err)
			}
			if info.Bound != engine.Exact || len(info.PV) < info.Depth/2 {
				t.Errorf("%s, %d nodes: depth %d, score %d (bound %d), line %v; the last report has %d, %v",
					p.Game().Name(), nodes, info.Depth, info.Score, info.Bound, info.PV, last.Score, last.PV)
			}
		}
	}
}

// A pondering search can be stopped before PonderHit.
func TestPonderingIsStopped(t *testing.T) {
	p := parse(t, kiwipete)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	limits := engine.Limits{Clock: engine.Clock{Remaining: 1, Ponder: true}}
	info, err := small(eval.NewNode).Search(ctx, p, limits, func(i engine.Report) {
		if i.Depth == 7 {
			cancel()
		}
	})
	if err != nil || info.Depth < 7 || !legal(p, info.Best()) {
		t.Errorf("depth %d, %v", info.Depth, err)
	}
}

// What was thought in one sort of weakness does not count in another, though
// nothing was reset between them.
func TestWeaknessesApart(t *testing.T) {
	p := parse(t, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
	weak := func(noise engine.Score) engine.Limits {
		return engine.Limits{Depth: 1, Weakness: engine.Weakness{Noise: noise, Seed: 5}}
	}
	used := small(eval.NewNode)
	if err := used.SetWithout("correction-history"); err != nil {
		t.Fatal(err)
	}
	for _, noise := range []engine.Score{0, 10, 500, 10} {
		fresh := small(eval.NewNode)
		if err := fresh.SetWithout("correction-history"); err != nil {
			t.Fatal(err)
		}
		want, got := mustSearch(t, fresh, p, weak(noise)), mustSearch(t, used, p, weak(noise))
		if got.Score != want.Score {
			t.Errorf("noise %d: score %d, by a fresh engine %d", noise, got.Score, want.Score)
		}
	}
}
