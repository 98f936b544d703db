package search

import (
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

const singularDepth = 7 // from which the move of the table may be singular, in plies

// extension returns by how many plies to extend a move. The move of the table is singular
// if the others, searched less deeply, fail far below it. If the others beat beta too, it sets
// n.multiCut and returns a score that cuts the node off.
func (w *worker) extension(n *node, r *engine.ScoredMove) (plies int, score engine.Score) {
	if !w.mayBeSingular(n, r) {
		return 0, 0
	}
	limit := n.entry.Score - 2*engine.Score(n.depth)
	score = w.searchOthers(n, r.Move, limit)
	switch {
	case w.stopping:
		return 0, 0
	case score < limit:
		if !n.pv && score < limit-18 && w.ply < w.depth+w.depth/2 {
			return 2, 0
		}
		return 1, 0
	case limit >= n.beta:
		n.multiCut = true
		return 0, limit
	case n.entry.Score >= n.beta:
		return -1, 0
	}
	return 0, 0
}

// mayBeSingular reports whether a move is that of a table's entry which shows it to be good.
func (w *worker) mayBeSingular(n *node, r *engine.ScoredMove) bool {
	return w.has(singularExtensions) && n.depth >= singularDepth && r.Score == tableScore &&
		w.ply > 0 && w.ply < 2*w.depth && w.frame().excluded == game.NoMove && n.found && n.entry.Depth >= n.depth-3 &&
		n.entry.Bound != engine.UpperBound && abs(n.entry.Score) < engine.MateBound
}

// searchOthers searches all moves but one to half the depth, and tells whether they reach limit.
// It lists them in frame.others, since the node is in the middle of its own list.
func (w *worker) searchOthers(n *node, m game.Move, limit engine.Score) engine.Score {
	f := w.frame()
	f.excluded = m
	score := w.alphaBeta((n.depth-1)/2, limit-1, limit, n.cut)
	f.excluded = game.NoMove
	return score
}

// checkExtension returns by how many plies to extend a move that has been made, if it
// gives check.
func (w *worker) checkExtension(n *node) int {
	if w.has(checkExtensions) && w.frame().check && w.ply < 2*w.depth && (n.depth <= 8 || n.pv) {
		return 1
	}
	return 0
}
