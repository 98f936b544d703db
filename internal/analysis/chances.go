package analysis

import (
	"math"

	"github.com/wane-chess/wane/game"
)

// Marks for moves, as PGN numbers them.
const (
	mistake = 2 // ?
	blunder = 4 // ??
	dubious = 6 // ?!
)

// marks tells from which loss in winning chances on a move deserves a mark, the
// worst first.
var marks = []struct {
	loss float64
	nag  int
}{{0.30, blunder}, {0.18, mistake}, {0.09, dubious}}

// chance is how many points a game is worth to the side to move, from 0 to 1:
// the logistic curve on which four pawns are ten to one, as in Elo's system.
func chance(s game.Score) float64 {
	switch {
	case s > game.MateBound:
		return 1
	case s < -game.MateBound:
		return 0
	}
	return 1 / (1 + math.Pow(10, -float64(s)/400))
}

// markFor returns the mark for a move that lost so much, or 0.
func markFor(loss float64) int {
	for _, m := range marks {
		if loss >= m.loss {
			return m.nag
		}
	}
	return 0
}
