package search

import (
	"math"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// ended recognizes ends that need no list of moves. Within the search the first repetition
// of a position counts as a draw.
func (w *worker) ended() (engine.Score, bool) {
	if w.ply == 0 {
		return 0, false
	}
	if result, over := w.node.Terminal(); over {
		return matedAt(result, w.ply), true
	}
	return 0, w.node.Repetitions() > 0
}

// noMoves returns the score of a position in which the side to move has no legal move.
func (w *worker) noMoves() engine.Score {
	if w.frame().check {
		return matedAt(game.WDLLoss, w.ply)
	}
	return matedAt(w.node.Stalemate(), w.ply)
}

// matedAt scores a draw or a loss at that ply.
func matedAt(r game.WDL, ply int) engine.Score {
	score := engine.ScoreOf(r)
	if r == game.WDLLoss {
		score += engine.Score(ply)
	}
	return score
}

// mateDistance returns the number of plies to a mate, or math.MaxInt.
func mateDistance(score engine.Score) int {
	if abs(score) > engine.MateBound {
		return int(engine.Mate - abs(score))
	}
	return math.MaxInt
}

func abs(s engine.Score) engine.Score { return max(s, -s) }
