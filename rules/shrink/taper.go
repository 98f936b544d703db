package shrink

import "github.com/wane-chess/wane/game"

// taper is a pair of scores in one word, so that both ends of a game are added
// up at once: the first in the upper half, the second in the lower.
type taper int64

// pair makes a taper of a pair of weights.
func pair(w [2]game.Score) taper { return taper(w[0])<<32 + taper(w[1]) }

// times adds a taper to itself that often.
func (t taper) times(n int) taper { return t * taper(n) }

// both returns the two scores.
func (t taper) both() (first, second int) {
	return int(int32((t + 1<<31) >> 32)), int(int32(t))
}

// maxEval is the largest evaluation that is no mate.
const maxEval = game.MateBound - 1

// clamp keeps an evaluation from looking like a mate.
func clamp(e int) game.Score {
	return game.Score(min(max(e, -int(maxEval)), int(maxEval)))
}
