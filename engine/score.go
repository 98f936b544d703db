package engine

import (
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
)

// Score is an evaluation in centipawns. Scores beyond ±MateBound are forced
// mates: Mate−n is a win in n plies, −Mate+n a loss in n. Every score fits in 16
// bits.
type Score int32

// Limits of scores.
const (
	Infinite  Score = 32500
	Mate      Score = 32000
	MateBound Score = 31000 // scores of |s| > MateBound are mates
)

// String returns pawns with a sign, such as "+1.20", or a mate in moves: Mate−5 is
// "mate in 3", −Mate+4 is "mated in 2".
func (s Score) String() string {
	switch plies := Mate - max(s, -s); {
	case plies < 0 && s < 0:
		return "-infinite"
	case plies < 0:
		return "infinite"
	case plies == 0 && s < 0:
		return "mated"
	case s > MateBound:
		return message.Sprintf("mate in %d", int(plies+1)/2)
	case s < -MateBound:
		return message.Sprintf("mated in %d", int(plies+1)/2)
	case s == 0:
		return "0.00"
	}
	sign := '+'
	if s < 0 {
		sign = '-'
	}
	cp := int(max(s, -s))
	return message.Sprintf("%c%d.%02d", sign, cp/100, cp%100)
}

// MateIn returns the number of the winner's moves to mate: positive if the side to move
// wins, negative if it loses. For a score that is not a forced mate it returns 0 and false.
// A side that is mated already is mated in 0.
func MateIn(s Score) (moves int, ok bool) {
	switch {
	case s > MateBound && s <= Mate:
		return int(Mate-s+1) / 2, true
	case s < -MateBound && s >= -Mate:
		return -int(Mate+s) / 2, true
	}
	return 0, false
}

// ScoreOf returns the score of a game that is over, by its result for the side to move.
func ScoreOf(r game.WDL) Score { return Score(r) * Mate }
