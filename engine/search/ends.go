package search

import (
	"math"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// ended recognizes ends without looking at moves. Within the search a position
// that occurs a second time already counts as drawn: what was not won the first
// time will not be won the second.
func (w *worker) ended() (engine.Score, bool) {
	if w.ply == 0 {
		return 0, false
	}
	if result, over := w.board.Terminal(); over {
		return matedAt(result, w.ply), true
	}
	return 0, w.board.Repetitions() > 0
}

// noMoves returns the score of a position in which the side to move has no legal move.
func (w *worker) noMoves() engine.Score {
	if w.here().check {
		return matedAt(game.WDLLoss, w.ply)
	}
	return matedAt(w.board.Stalemate(), w.ply)
}

// matedAt scores a draw or a loss at that many plies from the root.
func matedAt(r game.WDL, ply int) engine.Score {
	score := engine.ScoreOf(r)
	if r == game.WDLLoss {
		score += engine.Score(ply)
	}
	return score
}

// mateDistance is the number of plies to a forced end, or a large number.
func mateDistance(score engine.Score) int {
	if abs(score) > engine.MateBound {
		return int(engine.Mate - abs(score))
	}
	return math.MaxInt
}

func abs(s engine.Score) engine.Score { return max(s, -s) }
