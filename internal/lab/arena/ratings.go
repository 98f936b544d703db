package arena

import (
	"cmp"
	"math"
	"slices"

	"github.com/wane-chess/wane/internal/cli/engines"
)

// Standing is the result of an engine in a tournament.
type Standing struct {
	Engine              int // index in Report.Names
	Wins, Draws, Losses int
	Faults              map[engines.Fault]int
	Elo                 float64 // the mean of all engines is 0
	Margin              float64 // half the width of the 95 % confidence interval, in Elo
}

// Games returns the number of counted games.
func (s *Standing) Games() int { return s.Wins + s.Draws + s.Losses }

// Points returns the points of the engine.
func (s *Standing) Points() float64 { return float64(s.Wins) + float64(s.Draws)/2 }

// Standings returns the engines' results, the best first.
func (r *Report) Standings() []Standing {
	all := make([]Standing, len(r.Names))
	elos, margins := ratings(len(r.Names), r.Pairings)
	for i := range all {
		all[i] = Standing{Engine: i, Faults: map[engines.Fault]int{}, Elo: elos[i], Margin: margins[i]}
	}
	for i := range r.Pairings {
		p := &r.Pairings[i]
		t := &p.Tally
		for seat, who := range p.Engines {
			s := &all[who]
			won, lost := t.Wins, t.Losses
			if seat == 1 {
				won, lost = lost, won
			}
			s.Wins, s.Draws, s.Losses = s.Wins+won, s.Draws+t.Draws, s.Losses+lost
			for f, n := range t.Faults[seat] {
				s.Faults[f] += n
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Standing) int { return cmp.Compare(b.Elo, a.Elo) })
	return all
}

// ratings returns the likeliest ratings of n engines, with mean 0, and the half widths of
// their 95 % confidence intervals. A pair of games counts as one result, which keeps the
// effect of openings out of the error. Each pairing counts one pair more than it has, a
// fifth of each result, so that ratings are finite even if an engine won every game.
func ratings(n int, pairings []Pairing) (elos, margins []float64) {
	const scale = math.Ln10 / 400
	elos, margins = make([]float64, n), make([]float64, n)
	var slope, spread [][]float64 // sums over pairs: of the information, and of squared errors
	for range 100 {               // Newton's method
		slope, spread = square(n), square(n)
		pull := make([]float64, n)
		for _, p := range pairings {
			i, j := p.Engines[0], p.Engines[1]
			want := expected(elos[i] - elos[j])
			counts := weigh(p.Tally.Pairs)
			var number, gain, squares float64
			for k, c := range counts {
				c += 1.0 / float64(len(counts))
				miss := float64(k)/4 - want
				number, gain, squares = number+c, gain+c*miss, squares+c*miss*miss
			}
			pull[i] += gain
			pull[j] -= gain
			add(slope, i, j, number*want*(1-want)*scale)
			add(spread, i, j, squares)
		}
		step := solve(slope, pull)
		size := 0.0
		for i, s := range step {
			elos[i] += min(max(s, -200), 200)
			size = max(size, math.Abs(s))
		}
		if size < 1e-6 {
			break
		}
	}
	// The covariance of the ratings is slope⁻¹ · spread · slope⁻¹.
	columns := make([][]float64, n)
	for i := range columns {
		unit := make([]float64, n)
		unit[i] = 1
		columns[i] = solve(slope, unit) // a row of slope⁻¹, which is symmetric
	}
	for i, row := range columns {
		variance := 0.0
		for a := range n {
			for b := range n {
				variance += row[a] * spread[a][b] * row[b]
			}
		}
		margins[i] = quantile95 * math.Sqrt(variance)
	}
	return elos, margins
}

func square(n int) [][]float64 {
	m := make([][]float64, n)
	for i := range m {
		m[i] = make([]float64, n)
	}
	return m
}

// add adds x times the square of the difference of two ratings to a quadratic form.
func add(m [][]float64, i, j int, x float64) {
	m[i][i] += x
	m[j][j] += x
	m[i][j] -= x
	m[j][i] -= x
}

// solve returns the solution with mean 0 of a system of equations whose matrix is made by
// add: only the part of y with mean 0 counts.
func solve(m [][]float64, y []float64) []float64 {
	n := len(y)
	mean := 0.0
	for _, v := range y {
		mean += v / float64(n)
	}
	a := square(n) // with 1 added everywhere, the matrix is regular
	x := make([]float64, n)
	for i := range a {
		x[i] = y[i] - mean
		for j := range a[i] {
			a[i][j] = m[i][j] + 1
		}
	}
	for i := range n { // Gauss and Jordan; the matrix is positive definite
		for j := range n {
			if j == i {
				continue
			}
			f := a[j][i] / a[i][i]
			for k := i; k < n; k++ {
				a[j][k] -= f * a[i][k]
			}
			x[j] -= f * x[i]
		}
	}
	for i := range x {
		x[i] /= a[i][i]
	}
	return x
}
