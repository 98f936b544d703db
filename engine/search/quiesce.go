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

// quiesce scores the position by quiescence, which has gone on for that many
// plies already.
func (w *worker) quiesce(alpha, beta engine.Score, plies int) engine.Score {
	if score, done := w.enter(); done {
		return score
	}
	f := w.here()
	key := w.key()
	known, found := w.probe(key)
	if beta-alpha == 1 && w.settles(known, found, beta) {
		return known.Score
	}
	first := alpha
	best, noisyOnly := -engine.Infinite, false
	margin := engine.Infinite
	if !f.check || plies > quietPly {
		noisyOnly = true
		var static engine.Score
		static, best = w.appraise(key, known, found)
		if best >= beta {
			return best
		}
		alpha = max(alpha, best)
		margin = alpha - static - swing // what a move must win to be of interest
	}
	var bestMove game.Move
	list := w.generate(noisyOnly, known.Move)
	made := 0
	for i := range list {
		r := w.pick(list, i)
		if noisyOnly || best > -engine.MateBound && i > 0 {
			verdict := w.pruneQuiescence(r, noisyOnly, plies, made, margin)
			if verdict == skipAll {
				break
			}
			if verdict == skipIt {
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
			f.pv = append(append(f.pv[:0], r.Move), w.after().pv...)
			if score >= beta {
				break
			}
		}
	}
	if len(list) == 0 && (!noisyOnly || w.board.LegalCount() == 0) {
		return w.noMoves()
	}
	w.store(key, tt.Entry{Move: tt.Fold(bestMove), Score: best, Bound: boundOf(best, first, beta)})
	return best
}

// pruneQuiescence says whether quiescence, after so many plies and moves made, skips a
// move: it must win margin to be of interest. skipAll is all moves after it, too.
func (w *worker) pruneQuiescence(r *engine.ScoredMove, noisyOnly bool, plies, made int, margin engine.Score) int {
	enough := made >= fewNoisy
	switch {
	case plies > noisyPly && enough:
		return skipAll
	case r.Score < killerScore && (noisyOnly || r.Noisy || enough):
		return skipAll // it loses, or is a quiet answer to a check already answered
	case noisyOnly && margin > 0 && !w.board.SEE(r.Move, margin):
		return skipIt
	}
	return searchIt
}
