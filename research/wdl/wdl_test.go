package wdl_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/research/selfplay"
	"github.com/wane-chess/wane/research/wdl"
)

// The fit finds the chances by which results were drawn.
func TestFit(t *testing.T) {
	want := eval.Chances{Even: 150, Spread: 70}
	random := rand.New(rand.NewPCG(1, 2))
	var list []selfplay.Sample
	for range 20000 {
		s := selfplay.Sample{Score: engine.Score(random.IntN(1200) - 600), Result: 0.5}
		win, _, loss := want.Of(s.Score)
		switch x := random.Float64(); {
		case x < win:
			s.Result = 1
		case x > 1-loss:
			s.Result = 0
		}
		list = append(list, s)
	}
	got, bits, err := wdl.Fit(list)
	if err != nil || math.Abs(got.Even-want.Even) > 5 || math.Abs(got.Spread-want.Spread) > 5 || bits <= 0 || bits > 1.58 {
		t.Errorf("%v, %.3f bits, %v; want %v", got, bits, err, want)
	}
	if _, _, err := wdl.Fit(nil); err == nil {
		t.Error("no positions have chances")
	}
}
