package baseline_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/internal/lab/baseline"
	"github.com/wane-chess/wane/rules"
)

// The baseline plays legal moves in every game, respects its limits, and searches the
// same nodes each time.
func TestBaseline(t *testing.T) {
	for _, g := range rules.All() {
		for _, l := range []engine.Limits{
			{Depth: 2},
			{Nodes: 1500},
			{MoveTime: time.Millisecond},
			{Clock: engine.Clock{Remaining: 20 * time.Millisecond}},
		} {
			p := g.Start()
			info, err := baseline.New(eval.NewNode).Search(context.Background(), p, l, nil)
			if err != nil || !slices.Contains(p.Legal(nil), info.Best()) {
				t.Errorf("%s, %+v: %v, %v", g.Name(), l, info, err)
			}
			if l.Nodes > 0 && info.Nodes != l.Nodes || l.Depth > 0 && info.Depth != l.Depth {
				t.Errorf("%s, %+v: depth %d, %d nodes", g.Name(), l, info.Depth, info.Nodes)
			}
			if l.Depth == 0 && l.Nodes == 0 {
				continue
			}
			if again, err := baseline.New(eval.NewNode).Search(context.Background(), g.Start(), l, nil); err != nil ||
				again.Nodes != info.Nodes || again.Best() != info.Best() {
				t.Errorf("%s, %+v: %+v, then %+v", g.Name(), l, info, again)
			}
		}
	}
}
