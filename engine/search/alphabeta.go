package search

import (
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// alphaBeta scores the position for the side to move, exactly if the score lies
// between alpha and beta, else as a bound. Where cut is set, the node is expected
// to fail high.
func (w *worker) alphaBeta(depth int, alpha, beta engine.Score, cut bool) engine.Score {
	if depth <= 0 {
		return w.quiesce(alpha, beta, 0)
	}
	n := node{depth: depth, alpha: alpha, beta: beta, pv: beta-alpha > 1, cut: cut}
	// Ends, tables and the transposition table.
	if score, done := w.enter(&n); done {
		return score
	}
	// Mate distance pruning: a mate longer than one already found does not change the result.
	n.alpha = max(alpha, -engine.Mate+engine.Score(w.ply))
	n.beta = min(beta, engine.Mate-engine.Score(w.ply)-1)
	if n.alpha >= n.beta {
		return n.alpha
	}
	if w.tableCutoff(&n) {
		return n.entry.Score
	}
	// Static evaluation.
	f := w.frame()
	w.nextFrame().fails = 0
	n.static, n.eval = noEval, -engine.Infinite
	if !f.check {
		w.appraise(&n)
	}
	f.eval = n.static
	n.improving = w.improving(n.static)
	n.depth += w.hindsightDepth(&n)
	// Reverse futility, razoring and null move.
	if !n.pv && !f.check && !f.verify && f.excluded == game.NoMove {
		if score, done := w.shortcut(&n); done {
			return score
		}
	}
	// Internal iterative reductions.
	if w.reducesWithoutMove(&n) {
		n.depth--
	}
	// The moves.
	best, bestMove := w.searchMoves(&n)
	switch {
	case w.stopping:
		return 0
	case n.multiCut:
		return best // a bound from a much shallower search; the table keeps its entry
	case n.tried == 0 && f.excluded != game.NoMove:
		return n.alpha
	case n.tried == 0:
		return w.noMoves()
	case f.excluded != game.NoMove:
		return best
	}
	return w.conclude(&n, best, bestMove)
}

// searchMoves searches the moves of a node but the excluded one.
func (w *worker) searchMoves(n *node) (best engine.Score, bestMove game.Move) {
	f := w.frame()
	best = -engine.Infinite
	alpha := n.alpha
	searched := 0
	excluded := f.excluded
	p := w.newPicker(false, n.entry.Move)
	for r := p.next(); r != nil; r = p.next() {
		if r.Move == excluded {
			continue
		}
		n.tried++
		past := 0
		if !r.Noisy {
			past = p.quiets.score(r)
		}
		// Pruning.
		if searched > 0 && best > -engine.MateBound {
			if p.picked > longList {
				break
			}
			verdict := w.prune(n, &p, r, searched, past, alpha)
			p.skipQuiets = p.skipQuiets || verdict == skipQuiets
			if verdict != searchMove {
				continue
			}
		}
		// Extensions.
		extension, score := w.extension(n, r)
		if n.multiCut {
			return score, r.Move
		}
		w.push(r)
		searched++
		next := n.depth - 1 + extension
		if extension == 0 {
			next += w.checkExtension(n)
		}
		// Reduced, narrow and full searches.
		score = w.descend(n, r, searched, next, alpha, past)
		w.pop()
		if w.stopping {
			return 0, game.NoMove
		}
		// Best move.
		best = max(best, score)
		if score > alpha {
			alpha, bestMove, n.bestNoisy = score, r.Move, r.Noisy
			if n.pv {
				w.raise(r.Move)
			}
			if score >= n.beta {
				f.fails++
				w.reward(r, p.list[:p.kept], n.depth)
				break
			}
		}
		p.keep(r)
	}
	return best, bestMove
}

// descend searches a move that has been made. It searches a later move with a narrow
// window and reduced depth first, and again in full if the move beats alpha.
func (w *worker) descend(n *node, r *engine.ScoredMove, searched, next int, alpha engine.Score, past int) engine.Score {
	score := engine.Score(0)
	full := !n.pv || searched > 1 // the narrow window must be searched at full depth
	if searched > 1 && n.depth >= 3 && w.has(lateMoveReductions) {
		if by := w.reduction(n, r, searched, past); by > 0 {
			reduced := max(next-by, 1)
			if reduced < next {
				f := w.frame()
				f.reduced = next - reduced
				score = -w.alphaBeta(reduced, -alpha-1, -alpha, true)
				f.reduced = 0
				full = score > alpha
			}
		}
	}
	if full {
		score = -w.alphaBeta(next, -alpha-1, -alpha, !n.cut)
	}
	if n.pv && (searched == 1 || score > alpha) {
		score = -w.alphaBeta(next, -n.beta, -alpha, false)
	}
	return score
}

// improving reports whether the static evaluation is better than two or four plies ago.
func (w *worker) improving(static engine.Score) bool {
	if static == noEval || !w.has(improving) {
		return false
	}
	if before := w.frameBefore(2).eval; before != noEval {
		return static > before
	}
	before := w.frameBefore(4).eval
	return before == noEval || static > before
}
