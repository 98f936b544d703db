package search

import (
	"math"

	"github.com/wane-chess/wane/game"
)

// ended recognises ends without looking at moves. Within the search a position
// that occurs a second time already counts as drawn: what was not won the first
// time will not be won the second.
func (w *worker) ended() (game.Score, bool) {
	if w.ply == 0 {
		return 0, false
	}
	if score, over := w.node.Terminal(); over {
		if score < 0 {
			score += game.Score(w.ply)
		}
		return score, true
	}
	return 0, w.node.Repetitions() > 0
}

// noMoves scores the side to move's having no legal move.
func (w *worker) noMoves() game.Score {
	score := w.node.StalemateScore()
	if w.here().check {
		score = -game.Mate
	}
	if score < 0 {
		score += game.Score(w.ply)
	}
	return score
}

// mateDistance is the number of plies to a forced end, or a large number.
func mateDistance(score game.Score) int {
	if abs(score) > game.MateBound {
		return int(game.Mate - abs(score))
	}
	return math.MaxInt
}

func abs(s game.Score) game.Score { return max(s, -s) }
