package search

import (
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/tt"
	"github.com/wane-chess/wane/game"
)

// node is a position of the search: its window, what is known before its moves are searched,
// and what they show. Alpha-beta and quiescence begin and end alike.
type node struct {
	depth       int // in plies; 0 in quiescence
	alpha, beta engine.Score
	pv          bool // the window is open
	cut         bool // the node is expected to fail high

	key       uint64
	entry     tt.Entry
	found     bool         // the table has the entry
	static    engine.Score // static evaluation; noEval in check
	eval      engine.Score // the better estimate that the entry may give; −Infinite in check
	improving bool         // the static evaluation has risen

	tried     int // legal moves, including those not searched
	bestNoisy bool
	multiCut  bool // cut off by several moves that each seem to beat beta (see extension)
}

// enter counts a node and scores it without a search, if possible: where the search stops
// or has reached maxPly, the game is over, or the tables contain the position. Else it looks the
// position up in the transposition table.
func (w *worker) enter(n *node) (score engine.Score, done bool) {
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
	n.key = w.key()
	if w.ply >= maxPly {
		return w.evaluate(n.key), true
	}
	n.entry, n.found = w.probe(n.key)
	return 0, false
}

// tableCutoff reports whether the table's entry is deep enough to be the score of the node.
func (w *worker) tableCutoff(n *node) bool {
	return !n.pv && n.entry.Depth >= n.depth && w.frame().excluded == game.NoMove && w.decides(n, n.beta)
}

// appraise evaluates the position.
func (w *worker) appraise(n *node) {
	n.static = w.corrected(w.evaluate(n.key))
	n.eval = n.static
	if w.decides(n, n.static) {
		n.eval = n.entry.Score
	}
}

// conclude returns the score of a node whose moves have been searched, and stores it in the table.
func (w *worker) conclude(n *node, best engine.Score, bestMove game.Move) engine.Score {
	bound := boundOf(best, n.alpha, n.beta)
	w.store(n.key, tt.Entry{Move: tt.Fold(bestMove), Score: best, Depth: n.depth, Bound: bound})
	if n.depth > 0 && n.static != noEval && !n.bestNoisy && allows(bound, best, n.static) && abs(best) < engine.MateBound {
		w.updateCorrections(best, n.static, n.depth)
	}
	return best
}

// reducesWithoutMove reports whether a node is searched less deep because the table has no move for it: what the
// search finds orders the moves of the next one.
func (w *worker) reducesWithoutMove(n *node) bool {
	return w.has(internalReductions) && n.depth >= reduceDepth && n.entry.Move == 0 && (n.pv || n.cut)
}

// raise makes a move and the line after it the best line of the node.
func (w *worker) raise(m game.Move) {
	f := w.frame()
	f.pv = append(append(f.pv[:0], m), w.nextFrame().pv...)
}
