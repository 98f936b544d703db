package search

import (
	"slices"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// root is a legal move of the root position with its results.
type root struct {
	move  engine.ScoredMove
	score engine.Score // in this iteration; −Infinite if it did not beat alpha
	// before is the score of the last iteration, or that of a fail high in this one.
	before  engine.Score
	nodes   uint64 // spent on the move in this search
	deepest int    // the largest ply reached below the move
	pv      []game.Move
	exact   bool // the score is from the tables
	ending  ending
}

// shown is the score to report: that of the last iteration if the move did not beat alpha
// in this one, −Infinite if there was no last iteration.
func (r *root) shown() engine.Score {
	if r.score == -engine.Infinite {
		return r.before
	}
	return r.score
}

// saveBest makes the move the one to play, with its score and its line, if the search is
// cut short. A later move or score whose bound alone is known does not replace it, unless
// it is a mate.
func (w *worker) saveBest(r *root) {
	w.saved = *r
	w.saved.pv = slices.Clone(r.pv)
}

// best returns the move to play: the last one whose score was found exactly, or the
// first before that.
func (w *worker) best() *root {
	if len(w.saved.pv) > 0 {
		return &w.saved
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

// startIteration keeps the scores of the last iteration as before.
func (w *worker) startIteration() {
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

// currMoveAfter is how long a search takes before it names the moves of the root. Tests change it.
var currMoveAfter = 3 * time.Second

// showCurrent calls Limits.CurrMove with the move of the root that is searched next.
func (s *Searcher) showCurrent(m game.Move, number, depth int) {
	if s.limits.CurrMove != nil && time.Since(s.started) >= currMoveAfter {
		s.limits.CurrMove(m, number, depth)
	}
}

// searchRoot searches the moves of the root from the current line on.
func (w *worker) searchRoot(depth int, alpha, beta engine.Score) engine.Score {
	f := w.frame()
	w.nextFrame().fails = 0
	f.pv = f.pv[:0]
	if f.eval = noEval; !f.check {
		f.eval = w.corrected(w.evaluate(w.key()))
	}
	n := node{depth: depth, alpha: alpha, beta: beta, pv: true, static: f.eval}
	quiets := w.quietScorer()
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
		if w.id == 0 {
			w.s.showCurrent(r.move.Move, w.line+i+1, w.depth)
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
		r.pv = append(append(r.pv[:0], r.move.Move), w.nextFrame().pv...)
		if w.line == 0 && (boundOf(score, alpha, beta) == engine.Exact || score > max(engine.MateBound, alpha)) {
			w.saveBest(r)
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
