package arena

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// SPRT is a sequential probability ratio test: a match continues until its results
// decide, with the given error probabilities, whether the difference in Elo is at most
// Elo0 (H0) or at least Elo1 (H1).
type SPRT struct {
	Elo0, Elo1  float64 // logistic Elo, as everywhere in this package
	Alpha, Beta float64 // probabilities to accept H1 although H0 is true, and the reverse
}

// Verdict is the result of a test.
type Verdict string

// The verdicts.
const (
	Undecided Verdict = ""
	AcceptH0  Verdict = "H0"
	AcceptH1  Verdict = "H1"
)

// ParseSPRT parses "elo0,elo1", or "elo0,elo1,alpha,beta"; alpha and beta are 0.05 by
// default.
func ParseSPRT(s string) (SPRT, error) {
	t := SPRT{Alpha: 0.05, Beta: 0.05}
	parts := strings.Split(s, ",")
	numbers := []*float64{&t.Elo0, &t.Elo1, &t.Alpha, &t.Beta}
	ok := len(parts) >= 2 && len(parts) <= len(numbers)
	for i := 0; ok && i < len(parts); i++ {
		var err error
		*numbers[i], err = strconv.ParseFloat(strings.TrimSpace(parts[i]), 64)
		ok = err == nil
	}
	inside := func(p float64) bool { return p > 0 && p < 0.5 }
	// The comparisons are false for NaN.
	if !ok || !(t.Elo0 < t.Elo1) || !(math.Abs(t.Elo0) < 1000 && math.Abs(t.Elo1) < 1000) || !inside(t.Alpha) ||
		!inside(t.Beta) {
		return SPRT{}, fmt.Errorf("SPRT %.40q: expected elo0,elo1 with elo0 < elo1, such as 0,5, optionally followed by "+
			"alpha,beta between 0 and 0.5", s)
	}
	return t, nil
}

// String formats the test as ParseSPRT reads it.
func (t SPRT) String() string { return fmt.Sprintf("%g,%g,%g,%g", t.Elo0, t.Elo1, t.Alpha, t.Beta) }

// Bounds returns the log-likelihood ratios at which the test accepts H0 and H1, by
// Wald.
func (t SPRT) Bounds() (lower, upper float64) {
	return math.Log(t.Beta / (1 - t.Alpha)), math.Log((1 - t.Beta) / t.Alpha)
}

// LLR returns the generalized log-likelihood ratio of H1 against H0 for pairs of
// games, counted as for NewEstimate. Each hypothesis is represented by the
// distribution of pairs that has its mean and explains the results best (see Michel
// Van den Bergh, "A practical introduction to the GSPRT").
func (t SPRT) LLR(pairs [5]int) float64 {
	weights := weigh(pairs)
	if n, _, _ := moments(weights); n == 0 {
		return 0
	}
	for i := range weights {
		if weights[i] == 0 { // results that have not happened yet are possible
			weights[i] = 1e-3
		}
	}
	p0, p1 := likeliest(weights, expected(t.Elo0)), likeliest(weights, expected(t.Elo1))
	var llr float64
	for i, w := range weights {
		llr += w * math.Log(p1[i]/p0[i])
	}
	return llr
}

// Verdict returns the test's verdict on pairs of games.
func (t SPRT) Verdict(pairs [5]int) Verdict {
	lower, upper := t.Bounds()
	switch llr := t.LLR(pairs); {
	case llr <= lower:
		return AcceptH0
	case llr >= upper:
		return AcceptH1
	}
	return Undecided
}

// likeliest returns the distribution with the given mean that makes the results most
// likely. With frequencies q, it is q[i] / (1 + x·(a[i]−mean)), where x gives the
// right mean.
func likeliest(weights [5]float64, mean float64) [5]float64 {
	n, _, _ := moments(weights)
	// For x between these, all probabilities are positive, and the function to zero
	// falls with x, so bisection always finds x.
	low, high := -1/(1-mean), 1/mean
	for range 200 {
		x := (low + high) / 2
		var sum float64
		for i, w := range weights {
			a := float64(i)/4 - mean
			sum += w * a / (1 + x*a)
		}
		if sum > 0 {
			low = x
		} else {
			high = x
		}
	}
	x := (low + high) / 2
	var p [5]float64
	for i, w := range weights {
		p[i] = w / n / (1 + x*(float64(i)/4-mean))
	}
	return p
}
