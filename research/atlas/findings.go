package atlas

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/wane-chess/wane/rules/diminuendo"
)

// falseShare is the share of false findings that is accepted among those of one question.
const falseShare = 0.05

// twoSided returns the probability of a difference of that many standard errors, either way,
// if there is none.
func twoSided(z float64) float64 { return 2 * distuv.UnitNormal.CDF(-math.Abs(z)) }

// oneSided is the same for a difference at least that large.
func oneSided(z float64) float64 { return distuv.UnitNormal.CDF(-z) }

// discoveries returns the indices of the tests that hold when the share of false ones among
// them is to be at most falseShare (Benjamini and Hochberg 1995).
func discoveries(p []float64) []int {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	last := 0
	for k, i := range order {
		if p[i] <= falseShare*float64(k+1)/float64(len(p)) {
			last = k + 1
		}
	}
	return order[:last]
}

// unfair returns the rankings in which White's score is not 50 %.
func (r *report) unfair() []int {
	var p []float64
	for _, e := range r.estimates[index("white")] {
		p = append(p, twoSided((e.mean-50)/e.stdErr))
	}
	return discoveries(p)
}

// beyond returns the rankings in which a measurement is on the other side of a bound: above
// it, or below if sign is −1.
func (r *report) beyond(name string, bound, sign float64) []int {
	var p []float64
	for _, e := range r.estimates[index(name)] {
		p = append(p, oneSided(sign*(e.mean-bound)/e.stdErr))
	}
	return discoveries(p)
}

// shrunk returns the means of a measurement, each drawn toward the mean of all as far as
// its error asks for: the best guesses of the true values, and how uncertain they are
// (standard deviations).
func (r *report) shrunk(name string) (best, uncertain []float64) {
	sd, _ := r.spread(name)
	all := stat.Mean(r.means(name), nil)
	for _, e := range r.estimates[index(name)] {
		keep := 0.0
		if sd > 0 {
			keep = sd * sd / (sd*sd + e.stdErr*e.stdErr)
		}
		best = append(best, all+keep*(e.mean-all))
		uncertain = append(uncertain, math.Sqrt(keep)*e.stdErr)
	}
	return best, uncertain
}

// farFrom returns in how many rankings the true value of a measurement is more than a
// distance from a value, as far as the estimates show.
func (r *report) farFrom(name string, value, distance float64) (rankings float64) {
	best, uncertain := r.shrunk(name)
	for i := range best {
		if uncertain[i] == 0 {
			continue
		}
		rankings += oneSided((value+distance-best[i])/uncertain[i]) + oneSided((best[i]-value+distance)/uncertain[i])
	}
	return rankings
}

// goal is a measurement with the direction that is better.
type goal struct {
	name  string
	value func(estimate) float64 // larger is better
}

// goals are what a better game has: a score nearer to 50 %, fewer draws, more changes of the
// lead, more reward for skill.
var goals = []goal{
	{"white", func(e estimate) float64 { return -math.Abs(e.mean - 50) }},
	{"draws", func(e estimate) float64 { return -e.mean }},
	{"leads", func(e estimate) float64 { return e.mean }},
	{"skill", func(e estimate) float64 { return e.mean }},
}

// better returns the rankings that are better than the inventor's by every goal as measured,
// and those of them of which the weakest of the four differences is significant, corrected
// for 719 comparisons.
func (r *report) better() (measured, found []int) {
	var p []float64
	for i := range Rankings[1:] {
		i++          // the inventor's is the first
		worst := 1e9 // in standard errors of the difference
		for _, g := range goals {
			row := r.estimates[index(g.name)]
			worst = min(worst, (g.value(row[i])-g.value(row[0]))/math.Hypot(row[i].stdErr, row[0].stdErr))
		}
		if worst > 0 {
			measured = append(measured, i)
		}
		p = append(p, oneSided(worst))
	}
	for _, k := range discoveries(p) {
		found = append(found, k+1)
	}
	return measured, found
}

// features of a ranking for a linear model: the place of each type, and with pairs also what
// each becomes.
func features(ranking diminuendo.Ranking, pairs bool) []float64 {
	x := make([]float64, 36, 36+49)
	for place, p := range ranking {
		x[6*(int(p)-1)+place] = 1
	}
	if pairs {
		becomes := make([]float64, 49)
		for _, p := range ranking {
			becomes[7*int(p-1)+int(ranking.Next(p))] = 1
		}
		x = append(x, becomes...)
	}
	return x
}

const (
	folds   = 10
	repeats = 5   // of the cross-validation, with other folds
	ridge   = 1.0 // penalty of the squared coefficients: the features are not independent
)

// explained returns the share of the variance of a measurement between rankings that a linear
// model of the order predicts for rankings that it has not seen (cross-validated), and the
// standard error of that share, by a bootstrap over the rankings.
func (r *report) explained(name string, pairs bool) (share, stdErr float64) {
	y := r.means(name)
	var x [][]float64
	for _, ranking := range Rankings {
		x = append(x, features(ranking, pairs))
	}
	rng := rand.New(rand.NewPCG(1, 1))
	missed, all := make([]float64, len(y)), make([]float64, len(y)) // squared errors
	for range repeats {
		fold := rng.Perm(len(y))
		for f := range folds {
			known := func(i int) bool { return fold[i]%folds != f }
			mean, count := 0.0, 0.0
			for i := range y {
				if known(i) {
					mean += y[i]
					count++
				}
			}
			mean /= count
			beta := fit(x, y, mean, known)
			for i := range y {
				if known(i) {
					continue
				}
				predicted := mean
				for k, b := range beta {
					predicted += b * x[i][k]
				}
				missed[i] += (y[i] - predicted) * (y[i] - predicted)
				all[i] += (y[i] - mean) * (y[i] - mean)
			}
		}
	}
	return 1 - floats.Sum(missed)/floats.Sum(all), bootstrap(len(y), func(pick []int) float64 {
		m, a := 0.0, 0.0
		for _, i := range pick {
			m += missed[i]
			a += all[i]
		}
		return 1 - m/a
	})
}

// bootstrap returns the standard deviation of a statistic of n things over random choices of
// as many of them.
func bootstrap(n int, of func(pick []int) float64) float64 {
	rng := rand.New(rand.NewPCG(2, 2))
	pick := make([]int, n)
	var values []float64
	for range 200 {
		for i := range pick {
			pick[i] = rng.IntN(n)
		}
		values = append(values, of(pick))
	}
	return stat.StdDev(values, nil)
}

// fit returns the coefficients of a ridge regression of y less its mean over the rows that are
// known.
func fit(x [][]float64, y []float64, mean float64, known func(int) bool) []float64 {
	n := len(x[0])
	xx, xy := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil)
	for i := range x {
		if !known(i) {
			continue
		}
		row := mat.NewVecDense(n, x[i])
		xx.SymRankOne(xx, 1, row)
		xy.AddScaledVec(xy, y[i]-mean, row)
	}
	for k := range n {
		xx.SetSym(k, k, xx.At(k, k)+ridge)
	}
	var c mat.Cholesky
	if !c.Factorize(xx) {
		panic("the matrix with its ridge is positive definite")
	}
	var beta mat.VecDense
	if err := c.SolveVecTo(&beta, xy); err != nil {
		panic(err)
	}
	return beta.RawVector().Data
}

// byPlace returns the mean of a measurement over the 120 rankings that have a type, from king
// to pawn, at a place, and the standard error of these means from the noise of the games.
func (r *report) byPlace(name string) (means [6][6]float64, stdErr float64) {
	row := r.estimates[index(name)]
	noise := 0.0
	for i, ranking := range Rankings {
		for place, p := range ranking {
			means[p-1][place] += row[i].mean / 120
		}
		noise += row[i].noise / float64(len(row))
	}
	return means, math.Sqrt(noise / 120)
}

// inverted compares the 360 pairs of a ranking and its reverse: the correlation of the true
// values, the noise taken out, with its standard error, and how many pairs differ.
func (r *report) inverted(name string) (correlation, stdErr float64, differ int) {
	row := r.estimates[index(name)]
	var a, b, p []float64
	for i, ranking := range Rankings {
		j := slices.Index(Rankings, ranking.Reverse())
		if i < j {
			a, b = append(a, row[i].mean), append(b, row[j].mean)
			p = append(p, twoSided((row[i].mean-row[j].mean)/math.Hypot(row[i].stdErr, row[j].stdErr)))
		}
	}
	_, reliable := r.spread(name)
	of := func(pick []int) float64 {
		var x, y []float64
		for _, k := range pick { // which of a pair comes first means nothing
			x, y = append(x, a[k], b[k]), append(y, b[k], a[k])
		}
		return stat.Correlation(x, y, nil) / reliable
	}
	all := make([]int, len(a))
	for k := range all {
		all[k] = k
	}
	return of(all), bootstrap(len(a), of), len(discoveries(p))
}

// effect returns the mean difference between two measurements over all rankings, and its
// standard error from the noise of the games.
func (r *report) effect(with, without string) (mean, stdErr float64) {
	a, b := r.estimates[index(with)], r.estimates[index(without)]
	noise := 0.0
	for i := range a {
		mean += (a[i].mean - b[i].mean) / float64(len(a))
		noise += a[i].noise + b[i].noise
	}
	return mean, math.Sqrt(noise) / float64(len(a))
}

// top returns the indices of the n largest values, or the smallest.
func top(values []float64, n int, largest bool) []int {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		if largest {
			a, b = b, a
		}
		return cmp.Compare(values[a], values[b])
	})
	return order[:n]
}
