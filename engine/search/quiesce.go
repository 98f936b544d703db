package search

import (
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// Quiescence follows noisy moves that do not lose, and all answers to checks,
// until the position is quiet enough for the static evaluation.
const (
	// quietPly is how many plies of quiescence answer checks with all moves;
	// beyond it, the side in check may stand pat like any other, so that
	// quiescence ends.
	quietPly = 8
	// noisyPly is after how many plies only the best few noisy moves are tried:
	// where captured pieces come back, captures never end.
	noisyPly = 6
	fewNoisy = 2
	// swing is what a noisy move may win beyond what SEE says.
	swing = 160
)

// quiesce scores the position by quiescence; plies is the number of plies of quiescence
// before it.
func (w *worker) quiesce(alpha, beta engine.Score, plies int) engine.Score {
	n := node{alpha: alpha, beta: beta, pv: beta-alpha > 1}
	// Ends, tables and the transposition table.
	if score, done := w.enter(&n); done {
		return score
	}
	f := w.frame()
	if w.tableCutoff(&n) {
		return n.entry.Score
	}
	// Standing pat.
	n.static = noEval
	best, noisyOnly := -engine.Infinite, !f.check || plies > quietPly
	margin := engine.Infinite
	if noisyOnly {
		w.appraise(&n)
		if best = n.eval; best >= beta {
			return best
		}
		alpha = max(alpha, best)
		margin = alpha - n.static - swing // what a move must win to raise alpha
	}
	// The moves.
	var bestMove game.Move
	p := w.newPicker(noisyOnly, n.entry.Move)
	made := 0
	for r := p.next(); r != nil; r = p.next() {
		if noisyOnly || best > -engine.MateBound {
			verdict := w.pruneQuiescence(&p, r, noisyOnly, plies, made, margin)
			if verdict == skipRest {
				break
			}
			if verdict == skipMove {
				best = max(best, alpha-1)
				continue
			}
		}
		w.push(r)
		made++
		score := -w.quiesce(-beta, -alpha, plies+1)
		w.pop()
		if w.stopping {
			return 0
		}
		best = max(best, score)
		if score > alpha {
			alpha, bestMove = score, r.Move
			w.raise(r.Move)
			if score >= beta {
				break
			}
		}
	}
	if len(p.list) == 0 && (!noisyOnly || w.node.LegalCount() == 0) {
		return w.noMoves()
	}
	return w.conclude(&n, best, bestMove)
}

// pruneQuiescence decides whether quiescence skips a move, which must win margin to raise
// alpha; plies and made count the plies of quiescence and the moves made at this node.
func (w *worker) pruneQuiescence(
	p *picker, r *engine.ScoredMove, noisyOnly bool, plies, made int, margin engine.Score,
) verdict {
	switch {
	case made >= fewNoisy && (plies > noisyPly || p.stage == quietStage):
		return skipRest // a quiet move answers a check that has been answered
	case p.stage == losingStage:
		return skipRest
	case noisyOnly && margin > 0 && !w.node.SEE(r.Move, margin):
		return skipMove
	}
	return searchMove
}
