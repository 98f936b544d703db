package review

import (
	"math"

	"github.com/wane-chess/wane/game"
)

// Marks for moves, as PGN numbers them.
const (
	Mistake = 2 // ?
	Blunder = 4 // ??
	Dubious = 6 // ?!, an inaccuracy
)

// marks tells from which loss in winning chances on a move deserves a mark, the
// worst first.
var marks = []struct {
	loss float64
	nag  int
}{{0.30, Blunder}, {0.18, Mistake}, {0.09, Dubious}}

// Chance is how many points a game is worth to the side whose view the score is,
// from 0 to 1: the logistic curve on which four pawns are ten to one, as in Elo's
// system. A forced mate is worth all of it.
func Chance(s game.Score) float64 {
	switch {
	case s > game.MateBound:
		return 1
	case s < -game.MateBound:
		return 0
	}
	return 1 / (1 + math.Pow(10, -float64(s)/400))
}

// MarkFor returns the mark for a move that lost so much of Chance, or 0.
func MarkFor(loss float64) int {
	for _, m := range marks {
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
