package engineworker

import (
	"math"
	"time"

	"github.com/wane-chess/wane/internal/glicko"
)

const millionths = 1_000_000

// rate rates an attempt at a puzzle.
func rate(c *Command) Answer {
	a := c.Attempt
	if a == nil {
		return Answer{T: "error", ID: c.ID, Text: "there is no attempt to rate"}
	}
	before, score := glicko.Newcomer, 0.0
	if r := a.Before; r != nil {
		before = glicko.Rating{Value: float64(r.Value) / millionths, Deviation: float64(r.Deviation) / millionths,
			Volatility: float64(r.Volatility) / millionths}.Bounded()
	}
	if a.Right {
		score = 1
	}
	periods := glicko.Periods(time.Duration(a.Since) * time.Millisecond)
	return Answer{T: "rated", ID: c.ID, Rated: &Rated{
		Before: ratingOf(before.After(periods)), After: ratingOf(before.AfterPuzzle(glicko.Puzzle(a.Puzzle), score, periods)),
	}}
}

func ratingOf(r glicko.Rating) Rating {
	of := func(x float64) int { return int(math.Round(x * millionths)) }
	return Rating{of(r.Value), of(r.Deviation), of(r.Volatility), r.Provisional()}
}
