package search

import (
	"math"
	"sync/atomic"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// Endgame tables end a line of the search at the first position that they know:
// nothing is searched there, and its score is the truth. At the root they choose
// the move themselves (see settle). A weakened engine does not use tables, or it would
// play endings perfectly.
//
// Scores of tables are not stored in the transposition table: they depend on the
// halfmove clock, and probing again is as fast.

// SetTables gives the engine tables of positions that have been solved, or takes
// them away: nil. Transpositions that were found with other tables are kept.
func (s *Searcher) SetTables(t engine.Tables) { s.tables = t }

// tables is a worker's access to the endgame tables.
type tables struct {
	engine.Tables
	// most is the largest number of pieces of a position that is probed; never if none is.
	// Counting pieces along the line is cheaper than a probe that fails.
	most int
	hits atomic.Uint64
}

// never is less than any number of pieces.
const never = math.MinInt

// consult prepares the tables for a search from the worker's position.
func (w *worker) consult() {
	t := &w.tables
	t.Tables, t.most = w.s.tables, never
	t.hits.Store(0)
	if t.Tables == nil || w.noise.Noise > 0 || w.noise.Lapses > 0 {
		return
	}
	if most := t.MaxPieces(w.board.Position().Game()); most > 0 {
		t.most = most
		w.here().pieces = w.board.PieceCount()
	}
}

// taken is how many pieces a move takes off the board.
func taken(r *engine.ScoredMove) int {
	if r.Captured == game.NoPiece {
		return 0
	}
	return 1
}

// ask probes the tables for the position and returns its score, with mates counted
// from the root, and whether they know it.
func (w *worker) ask() (score engine.Score, known bool) {
	score, known = w.tables.Score(w.board.Position(), w.board.Halfmoves())
	if !known {
		return 0, false
	}
	w.tables.hits.Add(1)
	return later(score, w.ply), true
}

// later converts a score to the one so many plies earlier.
func later(score engine.Score, plies int) engine.Score {
	switch {
	case score > engine.MateBound:
		return score - engine.Score(plies)
	case score < -engine.MateBound:
		return score + engine.Score(plies)
	}
	return score
}

// tableHits is how often the search has found a position in the tables.
func (s *Searcher) tableHits() (n uint64) {
	for _, w := range s.workers {
		n += w.tables.hits.Load()
	}
	return n
}

// mateWithin reports whether a score of the tables at that ply, for the side that
// wants to mate, is a mate in so many plies from there at most.
func mateWithin(score engine.Score, ply, plies int) bool {
	return score > engine.MateBound && int(engine.Mate-score)-ply <= plies
}

// rehearse is the ordinary search before one for a mate. It asks no tables: the
// mates that it would learn of need not be the shortest.
func (w *worker) rehearse() {
	most := w.tables.most
	w.tables.most = never
	w.iterate()
	w.tables.most = most
}
