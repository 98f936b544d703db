package arena

import "math"

// Estimate is the estimated difference in strength between the first contestant and
// the second.
type Estimate struct {
	Score     float64 // mean score of a game, 0 to 1
	Elo       float64 // difference in Elo; ±Inf if one won every game
	Low, High float64 // bounds of the 95 % confidence interval, in Elo
	LOS       float64 // likelihood that the first is stronger, 0 to 1
}

// quantile95 is the half width of the 95 % interval in standard errors.
const quantile95 = 1.959963984540054

// NewEstimate returns an estimate from pairs of games with swapped colors, counted by
// the half points that the first contestant won in them: 0 to 4. Pairs keep the effect
// of openings out of the error, since both contestants play both colors of each.
// Without pairs the estimate is the zero value.
func NewEstimate(pairs [5]int) Estimate {
	n, mean, variance := moments(weigh(pairs))
	if n == 0 {
		return Estimate{}
	}
	if variance == 0 {
		// All pairs have the same result and say nothing about the variance: assume
		// that the next pair can have any result.
		widened := weigh(pairs)
		for i := range widened {
			widened[i] += 1.0 / float64(len(widened))
		}
		_, _, variance = moments(widened)
	}
	deviation := math.Sqrt(variance / n)
	return Estimate{
		Score: mean,
		Elo:   elo(mean),
		Low:   elo(max(mean-quantile95*deviation, 0)),
		High:  elo(min(mean+quantile95*deviation, 1)),
		LOS:   normal((mean - 0.5) / deviation),
	}
}

// Margin returns half the width of the confidence interval, in Elo.
func (e Estimate) Margin() float64 { return (e.High - e.Low) / 2 }

// weigh converts counts to weights.
func weigh(pairs [5]int) [5]float64 {
	var w [5]float64
	for i, n := range pairs {
		w[i] = float64(n)
	}
	return w
}

// moments returns the number of pairs, the mean score of a game in them and the
// variance of a pair's mean score.
func moments(pairs [5]float64) (n, mean, variance float64) {
	for i, c := range pairs {
		n += c
		mean += c * float64(i) / 4
	}
	if n == 0 {
		return 0, 0, 0
	}
	mean /= n
	for i, c := range pairs {
		d := float64(i)/4 - mean
		variance += c * d * d
	}
	return n, mean, variance / n
}

// elo returns the difference in Elo with this expected score.
func elo(score float64) float64 { return 400 * math.Log10(score/(1-score)) }

// expected returns the expected score at a difference in Elo.
func expected(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

// normal is the distribution function of the standard normal distribution.
func normal(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }
