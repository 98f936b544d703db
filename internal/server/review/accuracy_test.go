package review

import (
	"math"
	"testing"

	"github.com/wane-chess/wane/engine"
	"pgregory.net/rapid"
)

func TestMarks(t *testing.T) {
	for _, c := range []struct {
		before, after engine.Score // from the mover's view
		nag, missed   int
	}{
		{0, -20, 0, 0},
		{0, -80, Inaccuracy, 0},
		{0, -150, Mistake, 0},
		{0, -300, Blunder, 0},
		{0, 300, 0, 0}, // better than the engine thought
		{1200, 700, 0, 0},
		{engine.Mate - 5, 1500, 0, 3},
		{engine.Mate - 5, 0, Blunder, 3},
		{engine.Mate - 5, engine.Mate - 8, 0, 0}, // a slower mate is a mate
		{100, -engine.Mate + 4, Blunder, 0},
		// What walks into a mate is marked by what was lost with it.
		{-600, -engine.Mate + 4, Blunder, 0},
		{-800, -engine.Mate + 4, Mistake, 0},
		{-1000, -engine.Mate + 2, Inaccuracy, 0},
		{-engine.Mate + 8, -engine.Mate + 2, 0, 0}, // it was lost
		// A piece more still matters to who is behind.
		{-300, -650, Blunder, 0},
		{-500, -900, Mistake, 0},
		{-600, -1000, Inaccuracy, 0},
	} {
		before, after := Evaluation{Score: c.before, PV: []string{"a2a3"}}, Evaluation{Score: -c.after}
		m := JudgeMove(before, after, "a2a4")
		if m.NAG != c.nag || m.Missed != c.missed || m.Best {
			t.Errorf("from %d to %d: %+v, want the mark %d and a mate in %d missed", c.before, c.after, m, c.nag, c.missed)
		}
		if m := JudgeMove(before, after, "a2a3"); m.NAG != 0 || m.Missed != 0 || m.Accuracy != 100 || !m.Best {
			t.Errorf("from %d to %d by the best move: %+v", c.before, c.after, m)
		}
		before.SlowerMate = c.missed > 0
		if m := JudgeMove(before, after, "a2a4"); before.SlowerMate && (m.NAG != 0 || m.Missed != 0 || m.Accuracy != 100) {
			t.Errorf("from %d to %d with a slower mate: %+v", c.before, c.after, m)
		}
	}
}

func anyScore(t *rapid.T, name string) engine.Score {
	return engine.Score(rapid.Int32Range(-int32(engine.Mate), int32(engine.Mate)).Draw(t, name))
}

// Chances rise with the score, and those of both players add up to 1.
func TestWinningChances(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := anyScore(t, "a"), anyScore(t, "b")
		if a > b {
			a, b = b, a
		}
		if WinningChances(a) > WinningChances(b) {
			t.Errorf("%d is worth %g, %d only %g", a, WinningChances(a), b, WinningChances(b))
		}
		if sum := WinningChances(a) + WinningChances(-a); math.Abs(sum-1) > 1e-12 {
			t.Errorf("%d is worth %g to both together", a, sum)
		}
	})
	if WinningChances(0) != 0.5 || WinningChances(engine.Mate-1) != 1 || math.Abs(WinningChances(400)-0.8135) > 1e-4 {
		t.Errorf("chances are %g, %g, %g", WinningChances(0), WinningChances(engine.Mate-1), WinningChances(400))
	}
}

// Accuracy falls and marks get worse with the loss, over the whole scale. The values are
// those of the package comment.
func TestAccuracy(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.Float64Range(-0.5, 1.5).Draw(t, "a")
		b := rapid.Float64Range(a, 1.5).Draw(t, "b")
		if x, y := Accuracy(a), Accuracy(b); x < y || x > 100 || y < 0 {
			t.Errorf("a loss of %g has the accuracy %g, one of %g %g", a, x, b, y)
		}
		order := map[int]int{0: 0, Inaccuracy: 1, Mistake: 2, Blunder: 3}
		if order[MarkOf(a)] > order[MarkOf(b)] {
			t.Errorf("a loss of %g is worse than one of %g", a, b)
		}
	})
	for loss, want := range map[float64]float64{0: 100, 0.05: 81, 0.10: 65, 0.15: 52, 0.5: 10, 1: 0} {
		if got := math.Round(Accuracy(loss)); got != want {
			t.Errorf("a loss of %g has the accuracy %g, want %g", loss, got, want)
		}
	}
}

// A side that is mated after some blunders is not accurate, although most of its moves had nothing to lose any more;
// the mean of its moves is 89 %.
func TestGameAccuracy(t *testing.T) {
	chances := []float64{0.5, 0.5, 0.3, 0.3, 0.1}
	for range 16 {
		chances = append(chances, 0.02)
	}
	chances = append(chances, 0, 0, 0)
	var moves []Move
	mean, n := 0.0, 0.0
	for i := range chances[1:] {
		m := Move{Color: "white", Accuracy: 100}
		if i%2 == 0 {
			m.Color = "black"
		} else {
			m.Accuracy = Accuracy(chances[i] - chances[i+1])
			mean += m.Accuracy
			n++
		}
		moves = append(moves, m)
	}
	if mean /= n; math.Round(mean) != 89 {
		t.Errorf("the mean of the moves is %g", mean)
	}
	if got := math.Round(GameAccuracy(moves, chances, "white")); got != 66 {
		t.Errorf("White's accuracy is %g", got)
	}
	if got := GameAccuracy(moves, chances, "black"); got != 100 {
		t.Errorf("Black's accuracy is %g", got)
	}
	if got := GameAccuracy(moves[:1], chances[:2], "white"); !math.IsNaN(got) {
		t.Errorf("without a move the accuracy is %g", got)
	}
}

// Windows grow with the game, and the first moves share one.
func TestSwings(t *testing.T) {
	if got := swings([]float64{0.5, 0.6, 0.6}); math.Abs(got[0]-5) > 1e-9 || got[1] != 0.5 {
		t.Errorf("got %v, want 5 and 0.5", got)
	}
	long := make([]float64, 41)
	long[3] = 1 // in the first windows of four
	got := swings(long)
	for i, want := range map[int]float64{0: 12, 2: 12, 5: 12, 6: 0.5, 39: 0.5} {
		if got[i] != want {
			t.Errorf("move %d has the weight %g, want %g", i, got[i], want)
		}
	}
}
