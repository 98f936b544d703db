package search

import (
	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/tt"
	"github.com/wane-chess/wane/game"
)

// probe looks the position up, with mates counted from the root.
func (w *worker) probe(key uint64) (tt.Entry, bool) {
	if !w.has(transpositions) {
		return tt.Entry{}, false
	}
	e, ok := w.s.table.Probe(key)
	switch {
	case e.Score > engine.MateBound:
		e.Score -= engine.Score(w.ply)
	case e.Score < -engine.MateBound:
		e.Score += engine.Score(w.ply)
	}
	return e, ok
}

// store stores an entry, with mates counted from the position.
func (w *worker) store(key uint64, e tt.Entry) {
	switch {
	case e.Score > engine.MateBound:
		e.Score += engine.Score(w.ply)
	case e.Score < -engine.MateBound:
		e.Score -= engine.Score(w.ply)
	}
	if w.has(transpositions) {
		w.s.table.Store(key, e)
	}
}

// nearDraw is the halfmove clock, in plies, from which scores of the table do not count.
// Keys lack the clock, so such scores would hide the coming draw.
const nearDraw = game.MaxHalfmoves - 10

// mayCut reports whether a score from the table may cut a node off, or stand for its
// evaluation.
func (w *worker) mayCut() bool { return w.node.Halfmoves() < nearDraw }

// decides reports whether the table's entry tells on which side of limit the score is.
func (w *worker) decides(n *node, limit engine.Score) bool {
	return n.found && allows(n.entry.Bound, n.entry.Score, limit) && w.mayCut()
}

// allows reports whether a bound on a score tells on which side of limit the score is.
func allows(b engine.Bound, score, limit engine.Score) bool {
	switch b {
	case engine.Exact:
		return true
	case engine.LowerBound:
		return score >= limit
	}
	return score < limit
}

// boundOf returns the bound of a search with that window that ends with best.
func boundOf(best, alpha, beta engine.Score) engine.Bound {
	switch {
	case best >= beta:
		return engine.LowerBound
	case best > alpha:
		return engine.Exact
	}
	return engine.UpperBound
}
