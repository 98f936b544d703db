package arena

import (
	"math"
	"strings"
	"testing"
)

// ratedReport returns a report of a gauntlet, from the opponents' ratings and the pairs.
func ratedReport(ratings []float64, pairs ...[5]int) Report {
	r := Report{Ratings: append([]float64{0}, ratings...), Names: []string{"wane"}}
	for i, p := range pairs {
		r.Names = append(r.Names, string(rune('A'+i)))
		r.Pairings = append(r.Pairings, Pairing{Engines: [2]int{0, i + 1}, Tally: Tally{Pairs: p}})
	}
	return r
}

// Against one opponent the rating is its rating and the difference of the match.
func TestRatingOfOne(t *testing.T) {
	for _, pairs := range [][5]int{{10, 40, 100, 60, 30}, {9, 3, 2, 1, 0}, {0, 0, 1, 0, 0}} {
		e, r := NewEstimate(pairs), ratedReport([]float64{2600}, pairs)
		rating, margin, ok := r.Rating()
		if !ok || math.Abs(rating-2600-e.Elo) > 0.01 {
			t.Errorf("%v: rating %.2f, %t, want %.2f more than 2600", pairs, rating, ok, e.Elo)
		}
		if !(margin > 0) || pairs[0] == 10 && math.Abs(margin-e.Margin()) > 1 {
			t.Errorf("%v: margin %.1f, want %.1f", pairs, margin, e.Margin())
		}
	}
}

// Opponents of different strength agree on the rating, each by its number of games, and
// those without a rating do not count.
func TestRatingOfSeveral(t *testing.T) {
	var pairs [][5]int
	for _, opponent := range []float64{2500, 2800, 3100} {
		won := int(math.Round(10_000 * expected(2700-opponent)))
		pairs = append(pairs, [5]int{10_000 - won, 0, 0, 0, won})
	}
	r := ratedReport([]float64{2500, 2800, 3100, 0}, append(pairs, [5]int{500, 0, 0, 0, 0})...)
	rating, margin, ok := r.Rating()
	if !ok || math.Abs(rating-2700) > 0.1 || margin < 2 || margin > 6 {
		t.Errorf("rating %.2f ± %.2f, %t, want 2700 ± 4", rating, margin, ok)
	}
	if text := r.String(); !strings.Contains(text, "rating of wane: 2700 ± ") {
		t.Errorf("the table has no rating:\n%s", text)
	}
}

func TestNoRating(t *testing.T) {
	for name, r := range map[string]Report{
		"no rating": ratedReport([]float64{0}, [5]int{1, 1, 1, 1, 1}),
		"no pair":   ratedReport([]float64{2600}, [5]int{}),
		"all won":   ratedReport([]float64{2600, 2700}, [5]int{4: 10}, [5]int{4: 9}),
		"all lost":  ratedReport([]float64{2600}, [5]int{0: 10}),
		"others' game": {Ratings: []float64{0, 2600, 2700},
			Pairings: []Pairing{{Engines: [2]int{1, 2}, Tally: Tally{Pairs: [5]int{1, 1, 1, 1, 1}}}}},
	} {
		if rating, margin, ok := r.Rating(); ok {
			t.Errorf("%s: %.0f ± %.0f", name, rating, margin)
		}
	}
}
