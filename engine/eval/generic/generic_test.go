package generic

import (
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval/evaltest"
	"github.com/wane-chess/wane/rules"
)

// The generic evaluator serves games whose noisy moves are captures and promotions.
func TestConform(t *testing.T) {
	for _, name := range []string{"chess", "convergent", "cheshire8"} {
		g, err := rules.ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		evaltest.Conform(t, New().NewNode, g)
	}
}

// Material decides, from the view of the side to move.
func TestEval(t *testing.T) {
	g, err := rules.ByName("chess")
	if err != nil {
		t.Fatal(err)
	}
	for fen, want := range map[string]engine.Score{
		"4k3/8/8/8/8/8/8/3QK3 w - - 0 1": 910,
		"4k3/8/8/8/8/8/8/3QK3 b - - 0 1": -890,
		"4k3/8/8/8/8/8/8/4K3 w - - 0 1":  10,
	} {
		p, err := g.Parse(fen)
		if err != nil {
			t.Fatal(err)
		}
		if got := New().NewNode(p).Eval(); got != want {
			t.Errorf("%s: %d, want %d", fen, got, want)
		}
	}
}
