package review

import (
	"fmt"
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
}{{0.15, Blunder}, {0.10, Mistake}, {0.05, Inaccuracy}}

// chanceSlope is the steepness of WinningChances, per centipawn. As on Lichess it is that of games between people,
// who do not win each game in which they are a rook ahead: there is something to lose.
const chanceSlope = 0.00368208

// WinningChances returns the expected points, from 0 to 1, of the player whose score it is. A forced mate is 1;
// a score beyond ten pawns counts as ten.
func WinningChances(s engine.Score) float64 {
	switch {
	case s > engine.MateBound:
		return 1
	case s < -engine.MateBound:
		return 0
	}
	return 1 / (1 + math.Exp(-chanceSlope*float64(min(max(s, -maxLossCP), maxLossCP))))
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

// walkMark returns the mark of a move that walks into a forced mate, by the score before it, or 0 if it does not.
// The worse the game was, the less it matters.
func walkMark(before, after engine.Score) int {
	switch {
	case !mateFor(-after) || mateFor(-before):
		return 0
	case before < -999:
		return Inaccuracy
	case before < -700:
		return Mistake
	}
	return Blunder
}

// worse returns the worse of two marks.
func worse(a, b int) int {
	for _, m := range markThresholds {
		if a == m.nag || b == m.nag {
			return m.nag
		}
	}
	return 0
}

// Accuracy returns the accuracy, from 0 to 100, of a move that loses winning chances. The curve is that of Lichess.
func Accuracy(loss float64) float64 {
	loss = min(max(loss, 0), 1)
	return min(max(103.1668100711649*math.Exp(-4.354415386753951*loss)-2.166924740191411, 0), 100)
}

// GameAccuracy returns the accuracy, from 0 to 100, of the moves of a color, given all moves of the game and White's
// chances before the first of them and after each. As on Lichess it is the mean of two means: one weighs moves by how
// much the chances swing around them, the other is harmonic, in which bad moves count most. In a game that is decided,
// moves that cannot lose anything any more hide nothing. It is NaN without moves of that color.
func GameAccuracy(moves []Move, chances []float64, color string) float64 {
	weights := swings(chances)
	var sum, weight, inverse, n float64
	for i, m := range moves {
		if m.Color != color {
			continue
		}
		sum += weights[i] * m.Accuracy
		weight += weights[i]
		inverse += 1 / max(m.Accuracy, 1)
		n++
	}
	return (sum/weight + n/inverse) / 2
}

// swings returns for each move how much the chances swing around it: their standard deviation, in hundredths and within
// bounds, in a window that grows with the game.
func swings(chances []float64) []float64 {
	moves := len(chances) - 1
	size := min(max(moves/10, 2), 8)
	out := make([]float64, moves)
	for i := range out {
		from := max(0, i-(size-2)) // the first moves share a window
		window := chances[from:min(from+size, len(chances))]
		var mean, square float64
		for _, c := range window {
			mean += c / float64(len(window))
		}
		for _, c := range window {
			square += (c - mean) * (c - mean) / float64(len(window))
		}
		out[i] = min(max(100*math.Sqrt(square), 0.5), 12)
	}
	return out
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

// Text is the score as the command %eval of PGN has it: "0.34", "#-3", or "" if it is none.
func (s Score) Text() string {
	switch {
	case s.Mate != nil:
		return fmt.Sprintf("#%d", *s.Mate)
	case s.CP != nil:
		return fmt.Sprintf("%.2f", float64(*s.CP)/100)
	}
	return ""
}

// mateFor reports whether a score is a forced mate for its player.
func mateFor(s engine.Score) bool { return s > engine.MateBound }
