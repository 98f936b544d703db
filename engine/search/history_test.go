package search

import (
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/rules/shrink"
)

// Corrections grow towards the error that searches show, in positions that share parts a little, in others
// not at all, and not by the noise of weak players.
func TestCorrections(t *testing.T) {
	w := New(eval.NewNode).workers[0]
	corrected := func(fen string) engine.Score {
		p, err := shrink.NewChess().Parse(fen)
		if err != nil {
			t.Fatal(err)
		}
		w.prepare(eval.NewNode(p), nil)
		return w.corrected(0)
	}
	const (
		fen   = "4k3/pp3n2/8/8/8/8/PP3B2/4K3 w - - 0 1"
		moved = "4k3/pp3n2/8/8/8/P7/1P3B2/4K3 w - - 0 1" // another key of the pawns
		black = "4k3/pp3n2/8/8/8/8/PP3B2/4K3 b - - 0 1"
	)
	for _, noise := range []engine.Score{10, 0} {
		before := corrected(fen)
		w.noise.Noise = noise
		for range 100 {
			w.updateCorrections(90, w.corrected(0), 8)
		}
		if after := w.corrected(0); noise > 0 && after != before || noise == 0 && (after < 80 || after > 90) {
			t.Errorf("noise %d: an evaluation of 0 is corrected from %d to %d, but should be 90", noise, before, after)
		}
	}
	whole, part := corrected(fen), corrected(moved)
	if part <= 0 || part >= whole {
		t.Errorf("the correction is %d with other pawns, want less than %d", part, whole)
	}
	if other := corrected(black); other != 0 {
		t.Errorf("the correction is %d for Black, want none", other)
	}
	if err := w.s.SetWithout("structure-correction"); err != nil {
		t.Fatal(err)
	}
	if moves := corrected(fen); moves <= 0 || moves >= whole {
		t.Errorf("by the last moves alone the correction is %d, want less than %d", moves, whole)
	}
	w.reset()
	if none := corrected(fen); none != 0 {
		t.Errorf("the correction is %d after a reset", none)
	}
}
