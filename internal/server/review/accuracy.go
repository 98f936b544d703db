package review

import (
	"math"

	"github.com/wane-chess/wane/engine"
)

// Marks for moves, as PGN numbers them.
const (
	Mistake    = 2 // ?
	Blunder    = 4 // ??
	Inaccuracy = 6 // ?!, an inaccuracy
)

// markThresholds are the losses of winning chances from which a move gets a mark.
var markThresholds = []struct {
	loss float64
	nag  int
}{{0.30, Blunder}, {0.18, Mistake}, {0.09, Inaccuracy}}

// WinningChances returns the expected points, from 0 to 1, of the player whose score it is:
// the logistic curve of Elo, in which four pawns mean ten to one. A forced mate is 1.
func WinningChances(s engine.Score) float64 {
	switch {
	case s > engine.MateBound:
		return 1
	case s < -engine.MateBound:
		return 0
	}
	return 1 / (1 + math.Pow(10, -float64(s)/400))
}

// MarkOf returns the mark of a move that loses winning chances, or 0.
func MarkOf(loss float64) int {
	for _, m := range markThresholds {
		if loss >= m.loss {
			return m.nag
		}
	}
	return 0
}

// Accuracy returns the accuracy, from 0 to 100, of a move that loses winning chances. See
// the package comment.
func Accuracy(loss float64) float64 {
	loss = min(max(loss, 0), 1)
	return (math.Pow(100, 1-loss) - 1) * 100 / 99
}

// Score is an evaluation for users: in centipawns, or a mate in so many moves, which is
// negative if the player gets mated. Neither is set if there is no evaluation.
type Score struct {
	CP   *int `json:"cp,omitempty"`
	Mate *int `json:"mate,omitempty"`
}

// ScoreOf converts an engine's score, for the opponent if flip is set.
func ScoreOf(s engine.Score, flip bool) Score {
	sign := 1
	if flip {
		sign = -1
	}
	// Convert for the mover, then flip: flipping first would lose half a move of a mate.
	if n, ok := engine.MateIn(s); ok {
		n *= sign
		return Score{Mate: &n}
	}
	n := sign * int(s)
	return Score{CP: &n}
}

// mateFor reports whether a score is a forced mate for its player.
func mateFor(s engine.Score) bool { return s > engine.MateBound }
