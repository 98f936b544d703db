package arena

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestSPRTBounds(t *testing.T) {
	lower, upper := SPRT{Alpha: 0.05, Beta: 0.05}.Bounds()
	if !near(lower, -2.94444, 1e-5) || !near(upper, 2.94444, 1e-5) {
		t.Errorf("bounds %g and %g, want ∓2.94444", lower, upper)
	}
	lower, upper = SPRT{Alpha: 0.01, Beta: 0.1}.Bounds()
	if !near(lower, math.Log(0.1/0.99), 1e-12) || !near(upper, math.Log(90), 1e-12) {
		t.Errorf("bounds %g and %g", lower, upper)
	}
}

// If each pair is only won or lost, the ratio is that of a coin.
func TestLLROfCoin(t *testing.T) {
	s := SPRT{Elo0: 0, Elo1: 50}
	s0, s1 := expected(0), expected(50)
	want := 70*math.Log(s1/s0) + 30*math.Log((1-s1)/(1-s0))
	if got := s.LLR([5]int{0: 30, 4: 70}); !near(got, want, 0.01) {
		t.Errorf("LLR %g, want %g", got, want)
	}
}

// For small differences the ratio approaches that of a normal distribution.
func TestLLRNearNormal(t *testing.T) {
	pairs := [5]int{1000, 10_000, 20_000, 11_000, 1200}
	s := SPRT{Elo0: 0, Elo1: 2}
	n, mean, variance := moments(weigh(pairs))
	s0, s1 := expected(s.Elo0), expected(s.Elo1)
	want := n * (s1 - s0) * (2*mean - s0 - s1) / (2 * variance)
	if got := s.LLR(pairs); !near(got, want, 0.02*want) {
		t.Errorf("LLR %g, want nearly %g", got, want)
	}
}

// The result of likeliest has the given mean, and no other distribution with that mean
// explains the results better.
func TestLikeliest(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	likelihood := func(w, p [5]float64) (l float64) {
		for i := range w {
			l += w[i] * math.Log(p[i])
		}
		return l
	}
	for range 200 {
		var w [5]float64
		for i := range w {
			w[i] = math.Exp(random.Float64()*12 - 6)
		}
		mean := 0.05 + 0.9*random.Float64()
		p := likeliest(w, mean)
		n, got, _ := moments(p)
		if !near(n, 1, 1e-9) || !near(got, mean, 1e-9) {
			t.Fatalf("%v: sum %g and mean %g, want 1 and %g", w, n, got, mean)
		}
		best := likelihood(w, p)
		for range 50 {
			// A step along directions that change neither sum nor mean.
			q, ok := p, true
			for range 2 {
				i, step := random.IntN(3), (random.Float64()-0.5)*1e-3
				q[i], q[i+1], q[i+2] = q[i]+step, q[i+1]-2*step, q[i+2]+step
			}
			for _, x := range q {
				ok = ok && x > 0
			}
			if ok && likelihood(w, q) > best+1e-9 {
				t.Fatalf("%v, mean %g: %v is likelier than %v", w, mean, q, p)
			}
		}
	}
}

// The test errs at most as often as its error probabilities, under both hypotheses.
func TestSPRTErrors(t *testing.T) {
	if testing.Short() {
		t.Skip("simulates thousands of matches")
	}
	s := SPRT{Elo0: -10, Elo1: 10, Alpha: 0.05, Beta: 0.05}
	for _, c := range []struct {
		elo   float64
		wrong Verdict
	}{{-10, AcceptH1}, {10, AcceptH0}} {
		p := likeliest([5]float64{5, 20, 50, 20, 5}, expected(c.elo))
		random := rand.New(rand.NewPCG(5, 6))
		wrong := 0
		const matches = 400
		for range matches {
			var pairs [5]int
			v := Undecided
			for v == Undecided {
				x, i := random.Float64(), 0
				for i < 4 && x >= p[i] {
					x -= p[i]
					i++
				}
				pairs[i]++
				v = s.Verdict(pairs)
			}
			if v == c.wrong {
				wrong++
			}
		}
		if share := float64(wrong) / matches; share > 0.085 {
			t.Errorf("at %+g Elo %s is accepted in %.1f %% of matches, want 5 %%", c.elo, c.wrong, 100*share)
		}
	}
}

func TestParseSPRT(t *testing.T) {
	for text, want := range map[string]SPRT{
		"0,5":           {0, 5, 0.05, 0.05},
		"-3, 1.5":       {-3, 1.5, 0.05, 0.05},
		"0,10,0.01,0.1": {0, 10, 0.01, 0.1},
	} {
		if got, err := ParseSPRT(text); err != nil || got != want {
			t.Errorf("%q: %v, %v, want %v", text, got, err, want)
		}
		if again, err := ParseSPRT(want.String()); err != nil || again != want {
			t.Errorf("%v does not read back: %v, %v", want, again, err)
		}
	}
	for _, text := range []string{"", "5", "5,0", "0,0", "0,x", "NaN,5", "0,NaN", "0,Inf", "0,5,0", "0,5,0.05,0.7",
		"0,5,0.05,0.05,1"} {
		if _, err := ParseSPRT(text); err == nil || !strings.Contains(err.Error(), "expected elo0,elo1") {
			t.Errorf("%q: error %v", text, err)
		}
	}
}
