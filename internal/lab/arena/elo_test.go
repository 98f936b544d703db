package arena

import (
	"math"
	"math/rand/v2"
	"testing"
)

func near(a, b, within float64) bool { return math.Abs(a-b) <= within }

func TestElo(t *testing.T) {
	for _, c := range []struct{ score, elo float64 }{
		{0.5, 0}, {0.75, 190.848}, {0.25, -190.848}, {10.0 / 11, 400}, {0.95, 511.501}, {1, math.Inf(1)}, {0, math.Inf(-1)},
	} {
		got := elo(c.score)
		if got != c.elo && !near(got, c.elo, 0.001) {
			t.Errorf("a score of %g is %g Elo, want %g", c.score, got, c.elo)
		}
		if back := expected(got); !near(back, c.score, 1e-12) {
			t.Errorf("%g Elo make a score of %g, want %g", got, back, c.score)
		}
	}
}

// A separate Python program computed the values.
func TestEstimate(t *testing.T) {
	for _, c := range []struct {
		pairs               [5]int
		elo, low, high, los float64
	}{
		{[5]int{10, 100, 200, 120, 20}, 15.452, 1.563, 29.390, 0.985399},
		{[5]int{3, 50, 91, 70, 9}, 24.971, 5.411, 44.690, 0.993848},
		{[5]int{20, 90, 150, 60, 5}, -32.163, -48.578, -15.889, 0.000052},
	} {
		e := NewEstimate(c.pairs)
		if !near(e.Elo, c.elo, 0.01) || !near(e.Low, c.low, 0.01) || !near(e.High, c.high, 0.01) ||
			!near(e.LOS, c.los, 1e-5) {
			t.Errorf("%v: %+v, want %+v", c.pairs, e, c)
		}
		mirrored := c.pairs
		for i := range mirrored {
			mirrored[i] = c.pairs[4-i]
		}
		if m := NewEstimate(mirrored); !near(m.Elo, -e.Elo, 1e-9) || !near(m.Low, -e.High, 1e-9) ||
			!near(m.LOS, 1-e.LOS, 1e-12) {
			t.Errorf("the other way round %v gives %+v, want the opposite of %+v", mirrored, m, e)
		}
	}
}

func TestEstimateOfLittle(t *testing.T) {
	if e := NewEstimate([5]int{}); e != (Estimate{}) {
		t.Errorf("no games: %+v", e)
	}
	all := NewEstimate([5]int{4: 50})
	if !math.IsInf(all.Elo, 1) || math.IsInf(all.Low, 0) || all.Low < 300 || all.LOS < 0.99 {
		t.Errorf("50 pairs won: %+v", all)
	}
	level := NewEstimate([5]int{2: 50})
	if level.Elo != 0 || level.Low >= 0 || level.High <= 0 || level.LOS != 0.5 {
		t.Errorf("50 pairs shared: %+v, want an error even so", level)
	}
}

// The 95 % interval contains the true value in 95 % of matches.
func TestEstimateCovers(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	p := [5]float64{0.05, 0.2, 0.4, 0.25, 0.1}
	_, mean, _ := moments(p)
	covered := 0
	const matches = 2000
	for range matches {
		var pairs [5]int
		for range 200 {
			x, i := random.Float64(), 0
			for x >= p[i] && i < 4 {
				x -= p[i]
				i++
			}
			pairs[i]++
		}
		if e := NewEstimate(pairs); e.Low <= elo(mean) && elo(mean) <= e.High {
			covered++
		}
	}
	if share := float64(covered) / matches; share < 0.93 || share > 0.97 {
		t.Errorf("the interval holds the truth in %.1f %% of matches", 100*share)
	}
}
