package arena

import (
	"math"

	"github.com/wane-chess/wane/internal/cli/engines"
)

// Rating returns the likeliest rating of the first engine, and half the width of its 95 %
// confidence interval, if the ratings given for its opponents are exact. As everywhere, a
// pair of games counts as one result. It reports false without such an opponent or a pair,
// or if the first engine won or lost every game, so that no finite rating is the likeliest.
func (r *Report) Rating() (rating, margin float64, ok bool) {
	var opponents []rated
	var pairs, points float64
	for _, p := range r.Pairings {
		o := rated{r.Ratings[p.Engines[1]], weigh(p.Tally.Pairs)}
		n, mean, _ := moments(o.pairs)
		if p.Engines[0] != 0 || o.rating == 0 || n == 0 {
			continue
		}
		opponents = append(opponents, o)
		pairs, points = pairs+n, points+n*mean
	}
	if points == 0 || points == pairs {
		return 0, 0, false
	}
	low, high := -2.0*engines.MaxRating, 3.0*engines.MaxRating
	for high-low > 1e-6 { // the expected points grow with the rating
		rating = (low + high) / 2
		want, _, _ := expectation(rating, opponents)
		if want < points {
			low = rating
		} else {
			high = rating
		}
	}
	_, slope, squares := expectation(rating, opponents)
	if squares < 1e-9 { // equal results say nothing about the variance: assume one pair of any result more
		for i := range opponents[0].pairs {
			opponents[0].pairs[i] += 1.0 / float64(len(opponents[0].pairs))
		}
		_, slope, squares = expectation(rating, opponents)
	}
	return rating, quantile95 * math.Sqrt(squares) / slope, true
}

// rated is an opponent with its rating, and the pairs of games against it.
type rated struct {
	rating float64
	pairs  [5]float64
}

// expectation returns the expected points of an engine with a rating, by pairs, how much
// they grow with it, and the sum of the squared errors.
func expectation(rating float64, opponents []rated) (points, slope, squares float64) {
	for _, o := range opponents {
		want := expected(rating - o.rating)
		for k, c := range o.pairs {
			miss := float64(k)/4 - want
			points += c * want
			slope += c * want * (1 - want) * math.Ln10 / 400
			squares += c * miss * miss
		}
	}
	return points, slope, squares
}
