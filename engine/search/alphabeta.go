package search

import (
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/tt"
	"github.com/wane-chess/wane/game"
)

// alphaBeta scores the position for the side to move, exactly if the score lies
// between alpha and beta, else as a bound. Where cut is set, the node is expected
// to fail high.
func (w *worker) alphaBeta(depth int, alpha, beta engine.Score, cut bool) engine.Score {
	if depth <= 0 {
		return w.quiesce(alpha, beta, 0)
	}
	if score, done := w.enter(); done {
		return score
	}
	f := w.frame()
	pv := beta-alpha > 1
	// A mate longer than one already found does not change the result.
	alpha = max(alpha, -engine.Mate+engine.Score(w.ply))
	beta = min(beta, engine.Mate-engine.Score(w.ply)-1)
	if alpha >= beta {
		return alpha
	}
	excluded := f.excluded
	key := w.key()
	entry, found := w.probe(key)
	if !pv && excluded == game.NoMove && entry.Depth >= depth && w.decides(entry, found, beta) {
		return entry.Score
	}
	w.nextFrame().fails = 0

	static, eval := noEval, -engine.Infinite
	if !f.check {
		static, eval = w.appraise(key, entry, found)
	}
	f.eval = static
	improving := w.improving(static)
	if !pv && !f.check && !f.verify && excluded == game.NoMove {
		if score, done := w.shortcut(depth, alpha, beta, eval, improving); done {
			return score
		}
	}
	if w.has(internalReductions) && depth >= reduceDepth && entry.Move == 0 && (pv || cut) {
		depth--
	}

	n := node{
		depth: depth, alpha: alpha, beta: beta, pv: pv, cut: cut,
		static: static, improving: improving, entry: entry, found: found,
	}
	best, bestMove := w.loop(&n)
	if w.stopping {
		return 0
	}
	return w.conclude(key, &n, best, bestMove)
}

// enter counts a node and scores it without a search, if possible: where the search stops
// or has reached maxPly, the game is over, or the tables contain the position.
func (w *worker) enter() (score engine.Score, done bool) {
	f := w.frame()
	f.pv = f.pv[:0]
	if w.visit() {
		return 0, true
	}
	w.deepest = max(w.deepest, w.ply)
	if score, ended := w.ended(); ended {
		return score, true
	}
	if f.pieces <= w.tables.maxPieces {
		if score, known := w.probeTables(); known {
			return score, true
		}
	}
	if w.ply >= maxPly {
		return w.evaluate(w.key()), true
	}
	return 0, false
}

// appraise returns the static evaluation, and the better estimate that the table's entry
// may give.
func (w *worker) appraise(key uint64, entry tt.Entry, found bool) (static, eval engine.Score) {
	static = w.corrected(w.evaluate(key))
	if w.decides(entry, found, static) {
		return static, entry.Score
	}
	return static, static
}

// conclude returns the score of a node whose moves have been searched, and stores it in
// the table.
func (w *worker) conclude(key uint64, n *node, best engine.Score, bestMove game.Move) engine.Score {
	f := w.frame()
	switch {
	case n.multiCut:
		return best // a bound from a much shallower search; the table keeps its entry
	case n.tried == 0 && f.excluded != game.NoMove:
		return n.alpha
	case n.tried == 0:
		return w.noMoves()
	case f.excluded != game.NoMove:
		return best
	}
	bound := boundOf(best, n.alpha, n.beta)
	w.store(key, tt.Entry{Move: tt.Fold(bestMove), Score: best, Depth: n.depth, Bound: bound})
	if !f.check && !n.bestNoisy && allows(bound, best, n.static) && abs(best) < engine.MateBound {
		w.updateCorrection(best, w.evaluate(key), n.depth)
	}
	return best
}

// node holds the parameters and results of loop.
type node struct {
	depth       int
	alpha, beta engine.Score
	pv, cut     bool
	static      engine.Score
	improving   bool
	entry       tt.Entry
	found       bool
	tried       int // legal moves, including those not searched
	bestNoisy   bool
	multiCut    bool // cut off by several moves that each seem to beat beta (see extension)
}

// loop searches the moves of a node.
func (w *worker) loop(n *node) (best engine.Score, bestMove game.Move) {
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
		extension, cutoff, score := w.extension(n, r)
		if cutoff {
			n.multiCut = true
			return score, r.Move
		}
		w.push(r)
		searched++
		next := n.depth - 1 + extension
		if extension == 0 {
			next += w.checkExtension(n)
		}
		score = w.descend(n, r, searched, next, alpha, past)
		w.pop()
		if w.stopping {
			return 0, game.NoMove
		}
		best = max(best, score)
		if score > alpha {
			alpha, bestMove, n.bestNoisy = score, r.Move, r.Noisy
			if n.pv {
				f.pv = append(append(f.pv[:0], r.Move), w.nextFrame().pv...)
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
				score = -w.alphaBeta(reduced, -alpha-1, -alpha, true)
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
