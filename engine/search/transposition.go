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

// store keeps what was found out, with mates counted from the position.
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

// nearDraw is the halfmove clock, in plies, from which on scores from the table do not
// count. Its keys know no clock, so they would hide that the game is about to be drawn.
const nearDraw = game.MaxHalfmoves - 10

// mayCut reports whether a score from the table may cut a node off, or stand for its
// evaluation.
func (w *worker) mayCut() bool { return w.board.Halfmoves() < nearDraw }

// settles reports whether the table has an entry that says on which side of limit the score is.
func (w *worker) settles(known tt.Entry, found bool, limit engine.Score) bool {
	return found && allows(known.Bound, known.Score, limit) && w.mayCut()
}

// allows reports whether a bound on a score settles on which side of limit it is.
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
