package review

import (
	"math"

	"github.com/wane-chess/wane/game"
)

// Marks for moves, as PGN numbers them.
const (
	Mistake    = 2 // ?
	Blunder    = 4 // ??
	Inaccuracy = 6 // ?!, an inaccuracy
)

// markThresholds tells from which loss in winning chances on a move deserves a mark, the
// worst first.
var markThresholds = []struct {
	loss float64
	nag  int
}{{0.30, Blunder}, {0.18, Mistake}, {0.09, Inaccuracy}}

// WinningChances is how many points a game is worth to the side whose view the score is,
// from 0 to 1: the logistic curve on which four pawns are ten to one, as in Elo's
// system. A forced mate is worth all of it.
func WinningChances(s game.Score) float64 {
	switch {
	case s > game.MateBound:
		return 1
	case s < -game.MateBound:
		return 0
	}
	return 1 / (1 + math.Pow(10, -float64(s)/400))
}

// MarkOf returns the mark for a move that lost so much of Chance, or 0.
func MarkOf(loss float64) int {
	for _, m := range markThresholds {
		if loss >= m.loss {
			return m.nag
		}
	}
	return 0
}

// Accuracy is how good a move was that lost so much of Chance, from 0 to 100. See
// the package's description.
func Accuracy(loss float64) float64 {
	loss = min(max(loss, 0), 1)
	return (math.Pow(100, 1-loss) - 1) * 100 / 99
}
