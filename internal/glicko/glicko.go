// Package glicko computes ratings by Glicko-2, with the same bits on every machine.
package glicko

import (
	"math"
	"time"
)

// Rating is what is known about a player's strength: the value, how uncertain it is (the
// standard deviation), and how much it varies.
type Rating struct {
	Value, Deviation, Volatility float64
}

// Start is the rating of a player without games.
var Start = Rating{Value: 1500, Deviation: MaxDeviation, Volatility: 0.06}

// Bounds of ratings.
const (
	MinValue      = 400
	MaxValue      = 4000
	MinDeviation  = 45
	MaxDeviation  = 350
	MaxVolatility = 0.1
	// Provisional is the deviation from which on a rating is too uncertain to be compared.
	Provisional = 110
)

const (
	// tau is how much the volatility may vary.
	tau = 0.5
	// scale is the number of points in a unit of Glicko-2.
	scale      = 173.7178
	tauSquared = tau * tau
	piSquared  = math.Pi * math.Pi
	// epsilon is the precision of the volatility.
	epsilon = 0.000001
	// maxSteps bounds the search for the volatility, which takes about five.
	maxSteps = 100
)

// Period is how long a rating period is. In a year without games a deviation of 60 becomes
// Provisional, at the volatility of Start.
const Period = 112 * time.Hour

// Periods returns how many rating periods a time has.
func Periods(d time.Duration) float64 {
	return float64(max(0, d.Milliseconds())) / float64(Period.Milliseconds())
}

// Result is a game from one player's point of view.
type Result struct {
	Opponent Rating  // before the game
	Score    float64 // 1, 0.5 or 0
}

// After returns the rating after some periods without a game.
func (r Rating) After(periods float64) Rating {
	phi := r.Deviation / scale
	r.Deviation = min(MaxDeviation, mul(scale, math.Sqrt(square(phi)+mul(periods, square(r.Volatility)))))
	return r
}

// Provisional reports whether the rating is too uncertain to be compared.
func (r Rating) Provisional() bool { return r.Deviation >= Provisional }

// Rounded returns the value as people see it.
func (r Rating) Rounded() int { return int(math.Round(r.Value)) }

// Update returns the rating after results, at least one, that took some periods: Glickman's
// "Example of the Glicko-2 system", steps 2 to 8.
func (r Rating) Update(results []Result, periods float64) Rating {
	mu, phi := (r.Value-1500)/scale, r.Deviation/scale
	var information, gain float64 // 1/v, and what the sum of step 4 adds up to
	for _, game := range results {
		opponent := game.Opponent
		g := 1 / math.Sqrt(1+mul(3, square(opponent.Deviation/scale))/piSquared)
		e := 1 / (1 + exp(mul(-g, mu-(opponent.Value-1500)/scale)))
		information += mul(square(g), mul(e, 1-e))
		gain += mul(g, game.Score-e)
	}
	v := 1 / information
	sigma := volatility(r.Volatility, phi, v, mul(v, gain))
	before := square(phi) + mul(periods, square(sigma))
	variance := 1 / (1/before + information)
	return Rating{
		Value:      mul(scale, mu+mul(variance, gain)) + 1500,
		Deviation:  mul(scale, math.Sqrt(variance)),
		Volatility: sigma,
	}
}

// volatility returns the new volatility: step 5, by the Illinois algorithm.
func volatility(sigma, phi, v, delta float64) float64 {
	a := log(square(sigma))
	f := func(x float64) float64 {
		ex := exp(x)
		d := square(phi) + v + ex
		// a division by a power of 2 may become a multiplication
		return mul(ex, square(delta)-square(phi)-v-ex)/mul(2, square(d)) - float64((x-a)/tauSquared)
	}
	low := a
	var high float64
	if rest := square(delta) - square(phi) - v; rest > 0 {
		high = log(rest)
	} else {
		k := 1.0
		for f(a-mul(k, tau)) < 0 && k < maxSteps {
			k++
		}
		high = a - mul(k, tau)
	}
	fLow, fHigh := f(low), f(high)
	for step := 0; math.Abs(high-low) > epsilon && step < maxSteps; step++ {
		c := low + mul(low-high, fLow)/(fHigh-fLow)
		fc := f(c)
		if mul(fc, fHigh) <= 0 {
			low, fLow = high, fHigh
		} else {
			fLow /= 2
		}
		high, fHigh = c, fc
	}
	return exp(low / 2)
}

// Bounded returns the rating within the bounds.
func (r Rating) Bounded() Rating {
	return Rating{
		Value:      min(max(r.Value, MinValue), MaxValue),
		Deviation:  min(max(r.Deviation, MinDeviation), MaxDeviation),
		Volatility: min(r.Volatility, MaxVolatility),
	}
}
