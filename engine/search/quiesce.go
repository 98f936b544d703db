package search

import (
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/tt"
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
	if score, done := w.enter(); done {
		return score
	}
	f := w.frame()
	key := w.key()
	entry, found := w.probe(key)
	if beta-alpha == 1 && w.decides(entry, found, beta) {
		return entry.Score
	}
	first := alpha
	best, noisyOnly := -engine.Infinite, false
	margin := engine.Infinite
	if !f.check || plies > quietPly {
		noisyOnly = true
		var static engine.Score
		static, best = w.appraise(key, entry, found)
		if best >= beta {
			return best
		}
		alpha = max(alpha, best)
		margin = alpha - static - swing // what a move must win to raise alpha
	}
	var bestMove game.Move
	p := w.newPicker(noisyOnly, entry.Move)
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
			f.pv = append(append(f.pv[:0], r.Move), w.nextFrame().pv...)
			if score >= beta {
				break
			}
		}
	}
	if len(p.list) == 0 && (!noisyOnly || w.node.LegalCount() == 0) {
		return w.noMoves()
	}
	w.store(key, tt.Entry{Move: tt.Fold(bestMove), Score: best, Bound: boundOf(best, first, beta)})
	return best
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
