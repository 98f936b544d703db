package search

import (
	"slices"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// root is a legal move of the root with what is known of it.
type root struct {
	move  engine.ScoredMove
	score engine.Score // in this iteration; −Infinite if it was no better than others
	// before is the score of the last iteration, or that of this one in a window
	// that it was too high for.
	before  engine.Score
	nodes   uint64 // spent on it in this search
	deepest int    // ply reached in the line
	pv      []game.Move
	settled bool // the score is that of the tables
	ending  ending
}

// shown is the score to show: that of the iteration before if the move was no better
// than others, −Infinite if there was none.
func (r *root) shown() engine.Score {
	if r.score == -engine.Infinite {
		return r.before
	}
	return r.score
}

// keep makes the move the one to play, with its score and its line, if the search is
// cut short. A later move or score whose bound alone is known does not replace it, unless
// it is a mate.
func (w *worker) keep(r *root) {
	w.kept = *r
	w.kept.pv = slices.Clone(r.pv)
}

// best returns the move to play: the last one whose score was found exactly, or the
// first before that.
func (w *worker) best() *root {
	if len(w.kept.pv) > 0 {
		return &w.kept
	}
	return &w.roots[0]
}

// line is the principal variation.
func (r *root) line() []game.Move {
	if len(r.pv) == 0 {
		return []game.Move{r.move.Move}
	}
	return r.pv
}

// remember keeps the scores of the last iteration.
func (w *worker) remember() {
	for i := range w.roots {
		r := &w.roots[i]
		r.before, r.score = r.score, -engine.Infinite
	}
}

// sortRoots sorts by this iteration's scores, then by those before.
func sortRoots(roots []root) {
	sortStable(roots, func(a, b root) int {
		if a.score != b.score {
			return int(b.score - a.score)
		}
		return int(b.before - a.before)
	})
}

// searchRoot searches the moves of the root from the current line on.
func (w *worker) searchRoot(depth int, alpha, beta engine.Score) engine.Score {
	f := w.here()
	w.after().fails = 0
	f.pv, f.quiets, f.noisies = f.pv[:0], f.quiets[:0], f.noisies[:0]
	if f.eval = noEval; !f.check {
		f.eval = w.corrected(w.evaluate(w.key()))
	}
	n := node{depth: depth, alpha: alpha, beta: beta, pv: true, static: f.eval}
	quiets := w.quietScorer(w.board.Turn())
	best := -engine.Infinite
	roots := w.roots[w.line:]
	for i := range roots {
		r := &roots[i]
		r.score = -engine.Infinite
	}
	for i := range roots {
		r := &roots[i]
		before := w.nodes
		past := 0
		if !r.move.Noisy {
			past = quiets.score(&r.move)
		}
		w.push(&r.move)
		score := w.descend(&n, &r.move, i+1, depth-1, alpha, past)
		w.pop()
		r.nodes += w.nodes - before
		if w.stopping {
			return best
		}
		if i > 0 && score <= alpha {
			continue
		}
		r.score, r.deepest = score, w.deepest
		r.pv = append(append(r.pv[:0], r.move.Move), w.after().pv...)
		if w.line == 0 && (boundOf(score, alpha, beta) == engine.Exact || score > max(engine.MateBound, alpha)) {
			w.keep(r)
		}
		best = max(best, score)
		if score > alpha {
			if alpha = score; score >= beta {
				break
			}
		}
	}
	return best
}
