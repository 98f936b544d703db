package tune

import "math"

// slope converts K to the logistic curve's factor for a centipawn: with K = 1, 400
// centipawns mean ten wins to one loss.
func slope(k float64) float64 { return k * math.Ln10 / 400 }

// expectedScore returns the expected score for an evaluation.
func expectedScore(slope, eval float64) float64 { return 1 / (1 + math.Exp(-slope*eval)) }

// target returns the score that a position's evaluation should predict.
func (t *tuner) target(i uint32) float64 {
	s := &t.data.samples[i]
	if t.o.Lambda == 1 {
		return float64(s.result)
	}
	return t.o.Lambda*float64(s.result) + (1-t.o.Lambda)*expectedScore(t.slope, float64(s.score))
}

// shards is the number of parts of a sum, whatever the number of threads, so that the
// sum is always the same to the last bit.
const shards = 16

// mean returns the mean of f over some positions.
func (t *tuner) mean(of []uint32, f func(i uint32) float64) float64 {
	if len(of) == 0 {
		return 0
	}
	var sums [shards]float64
	parallel(min(t.o.Threads, shards), shards, func(from, to int) {
		for s := from; s < to; s++ {
			sum := 0.0
			for _, i := range of[len(of)*s/shards : len(of)*(s+1)/shards] {
				sum += f(i)
			}
			sums[s] = sum
		}
	})
	total := 0.0
	for _, s := range sums {
		total += s
	}
	return total / float64(len(of))
}

// loss returns the mean squared error over some positions.
func (t *tuner) loss(of []uint32, eval func(i uint32) float64) float64 {
	return t.mean(of, func(i uint32) float64 {
		miss := expectedScore(t.slope, eval(i)) - t.target(i)
		return miss * miss
	})
}

// fitK finds the K with the smallest loss against the results, by golden-section
// search.
func (t *tuner) fitK(evals []float64) float64 {
	loss := func(log float64) float64 {
		s := slope(math.Exp(log))
		return t.mean(t.train, func(i uint32) float64 {
			miss := expectedScore(s, evals[i]) - float64(t.data.samples[i].result)
			return miss * miss
		})
	}
	const ratio = 0.6180339887498949
	low, high := math.Log(0.05), math.Log(10)
	a, b := high-ratio*(high-low), low+ratio*(high-low)
	fa, fb := loss(a), loss(b)
	for high-low > 1e-3 {
		if fa <= fb {
			high, b, fb = b, a, fa
			a = high - ratio*(high-low)
			fa = loss(a)
		} else {
			low, a, fa = a, b, fb
			b = low + ratio*(high-low)
			fb = loss(b)
		}
	}
	return math.Exp((low + high) / 2)
}
