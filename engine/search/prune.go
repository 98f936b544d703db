package search

import (
	"math"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// Depths, in plies, from or to which the features apply, and their margins in
// centipawns.
const (
	reverseDepth    = 8   // reverse futility: a position far above beta fails high
	reverseMargin   = 75  // per ply
	razorDepth      = 3   // razoring: one far below alpha needs a capture
	razorMargin     = 220 // per ply
	nullDepth       = 3
	verifyDepth     = 12 // null moves are verified from here on
	reduceDepth     = 4  // internal reductions: without a move from the table
	pruneDepth      = 9  // late moves, SEE and futility
	futilityBase    = 90 // a quiet move must win back
	futilityMargin  = 85 // per ply
	losingQuiet     = 30 // per ply squared
	losingNoisy     = 95 // per ply
	historyDepth    = 4
	historyMargin   = 4500 // per ply
	captureDepth    = 6    // capture futility
	captureBase     = 180  // a noisy move must win what is missing beyond this
	captureMargin   = 150  // and this per ply
	hindsightExtend = 3    // plies of reduction
	hindsightReduce = 2    // plies of reduction
	hindsightMargin = 80   // of the sum of the two static evaluations
	longList        = 256  // longer lists are choices of many promotions; only the first moves count
)

// reductions holds the reduction of a late move by depth and move number, in 1/1024 ply.
var reductions = func() (t [64][64]int) {
	for depth := 1; depth < 64; depth++ {
		for n := 1; n < 64; n++ {
			t[depth][n] = int(1024 * (0.6 + math.Log(float64(depth))*math.Log(float64(n))/2.15))
		}
	}
	return t
}()

// shortcut tries to score a node without searching its moves.
func (w *worker) shortcut(n *node) (engine.Score, bool) {
	depth, alpha, beta, eval := n.depth, n.alpha, n.beta, n.eval
	// Reverse futility.
	if w.has(reverseFutility) && depth <= reverseDepth && abs(beta) < engine.MateBound && eval < engine.MateBound {
		margin := reverseMargin * engine.Score(depth)
		if n.improving {
			margin -= reverseMargin
		}
		if eval-margin >= beta {
			return (eval + beta) / 2, true
		}
	}
	// Razoring.
	if w.has(razoring) && depth <= razorDepth && eval+razorMargin*engine.Score(depth) < alpha {
		if score := w.quiesce(alpha, alpha+1, 0); score <= alpha || w.stopping {
			return score, true
		}
	}
	// Null move.
	if w.has(nullMove) && depth >= nullDepth && eval >= beta && w.ply >= w.nullUntil &&
		w.frameBefore(1).move.Move != game.NoMove && beta > -engine.MateBound {
		return w.tryNull(depth, beta, eval)
	}
	return 0, false
}

// hindsightDepth returns by how many plies to extend a node whose search is reduced: 1 if the move that led
// to it did not make the position worse for its player, −1 if it made it clearly worse.
func (w *worker) hindsightDepth(n *node) int {
	f := w.frame()
	by, before := f.reduced, w.frameBefore(1).eval
	f.reduced = 0
	switch {
	case by == 0 || n.static == noEval || before == noEval || !w.has(hindsight):
		return 0
	case by >= hindsightExtend && n.static <= -before:
		return 1
	case by >= hindsightReduce && n.depth >= 2 && n.static+before > hindsightMargin:
		return -1
	}
	return 0
}

// tryNull lets the opponent move twice: if the position is good enough even so,
// it is better with the move.
func (w *worker) tryNull(depth int, beta, eval engine.Score) (engine.Score, bool) {
	f := w.frame()
	if !w.node.MakeNullMove() {
		return 0, false
	}
	f.move, f.continuation = engine.ScoredMove{}, w.noContinuation()
	w.ply++
	w.frame().pieces = f.pieces
	w.frame().check = w.node.InCheck() // Diminuendo Chess: a drop check may stand
	reduced := depth - 4 - depth/4 - int(min((eval-beta)/200, 3))
	score := -w.alphaBeta(reduced, -beta, -beta+1, false)
	w.pop()
	if w.stopping {
		return 0, true
	}
	if score < beta {
		return 0, false
	}
	if score > engine.MateBound {
		score = beta // a mate after two moves in a row proves nothing
	}
	if depth < verifyDepth || w.nullUntil > w.ply {
		return score, true
	}
	// Zugzwang is rare in shallow searches; deep ones are verified.
	was := w.nullUntil
	w.nullUntil = w.ply + max(reduced, 1)*3/4
	f.verify = true
	verified := w.alphaBeta(max(reduced, 1), beta-1, beta, false)
	f.verify = false
	w.nullUntil = was
	if w.stopping {
		return 0, true
	}
	return score, verified >= beta
}

// verdict is what to do with a move.
type verdict int

const (
	searchMove verdict = iota
	skipMove
	skipQuiets // it and all quiet moves after it
	skipRest   // it and all moves after it
)

// prune decides whether the move that a picker returned is too unlikely to raise alpha.
func (w *worker) prune(n *node, p *picker, r *engine.ScoredMove, searched, past int, alpha engine.Score) verdict {
	depth := n.depth
	if depth > pruneDepth {
		return searchMove
	}
	left := max(depth-reductions[min(depth, 63)][min(searched, 63)]/1024, 0) // about as deep as it would be searched
	if r.Noisy {
		return w.pruneNoisy(n, p, r, left, alpha)
	}
	if w.has(lateMovePruning) {
		most := 3 + depth*depth
		if !n.improving {
			most = most*2/3 + 1
		}
		if searched >= most {
			return skipQuiets
		}
	}
	if w.has(futility) && !w.frame().check && left <= 7 && n.static != noEval &&
		n.static+futilityBase+futilityMargin*engine.Score(left)+engine.Score(past/400) <= alpha {
		return skipMove
	}
	if w.has(quietHistory) && left <= historyDepth && past < -historyMargin*(left+1) {
		return skipMove
	}
	if w.has(seePruning) && p.stage == quietStage && !w.node.SEE(r.Move, -losingQuiet*engine.Score(left*left)) {
		return skipMove
	}
	return searchMove
}

// pruneNoisy is prune for a noisy move.
func (w *worker) pruneNoisy(n *node, p *picker, r *engine.ScoredMove, left int, alpha engine.Score) verdict {
	if w.has(captureFutility) && !w.frame().check && n.depth <= captureDepth && n.static != noEval &&
		alpha < engine.MateBound {
		need := alpha - n.static - captureBase - captureMargin*engine.Score(left)
		if need > 0 && (p.stage == losingStage || !w.node.SEE(r.Move, need)) {
			return skipMove
		}
	}
	if w.has(seePruning) && p.stage == losingStage && !w.node.SEE(r.Move, -losingNoisy*engine.Score(n.depth)) {
		return skipMove
	}
	return searchMove
}

// reduction returns by how many plies to reduce a late move.
func (w *worker) reduction(n *node, r *engine.ScoredMove, searched, past int) int {
	by := reductions[min(n.depth, 63)][min(searched, 63)]
	if n.pv {
		by -= 1024
	}
	if n.cut {
		by += 1024
	}
	if !n.improving {
		by += 512
	}
	if w.frame().check {
		by -= 1024
	}
	if r.Noisy {
		by -= 1024
		if r.Score < 0 {
			by += 512
		}
	} else {
		if r.Score >= killerScore {
			by -= 1024
		}
		by -= past / 9
	}
	if w.frame().fails > 2 {
		by += 768
	}
	return by / 1024
}
