package review

import (
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// Score is an evaluation for people and programs: in centipawns, or a mate in so
// many moves, negative if the side whose view it is gets mated. Neither is set if
// nothing is to be evaluated.
type Score struct {
	CP   *int `json:"cp,omitempty"`
	Mate *int `json:"mate,omitempty"`
}

// ScoreOf makes a Score of what an engine tells, for the other side if flip is
// set.
func ScoreOf(s game.Score, flip bool) Score {
	sign := 1
	if flip {
		sign = -1
	}
	// Only the mover's view tells how many moves a mate takes: turned round, half a
	// move would be lost.
	if n, ok := engine.MateIn(s); ok {
		n *= sign
		return Score{Mate: &n}
	}
	n := sign * int(s)
	return Score{CP: &n}
}

// mateFor reports whether a score is a forced mate by the side whose view it is.
func mateFor(s game.Score) bool { return s > game.MateBound }
