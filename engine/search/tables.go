package search

import (
	"math"
	"sync/atomic"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// Endgame tables end a line of the search at the first position that they contain: the
// search takes their score, which is exact. At the root they choose the move (see
// probeRoot). A weakened engine does not use tables, or it would play endings perfectly.
//
// Scores of tables are not stored in the transposition table: they depend on the
// halfmove clock, and probing again is as fast.

// SetTables sets the endgame tables; nil removes them. It keeps the entries of the
// transposition table that were found with other tables.
func (s *Searcher) SetTables(t engine.Tables) { s.tables = t }

// tables is a worker's access to the endgame tables.
type tables struct {
	engine.Tables
	// maxPieces is the largest number of pieces of a position that is probed; noTables: none is.
	// Counting pieces along the line is cheaper than a probe that fails.
	maxPieces int
	hits      atomic.Uint64
}

// noTables is less than any number of pieces.
const noTables = math.MinInt

// prepareTables prepares the tables for a search from the worker's position.
func (w *worker) prepareTables() {
	t := &w.tables
	t.Tables, t.maxPieces = w.s.tables, noTables
	t.hits.Store(0)
	if t.Tables == nil || w.noise.Noise > 0 || w.noise.Lapses > 0 {
		return
	}
	if n := t.MaxPieces(w.node.Position().Game()); n > 0 {
		t.maxPieces = n
		w.frame().pieces = w.node.PieceCount()
	}
}

// taken is the number of pieces that a move removes from the board.
func taken(r *engine.ScoredMove) int {
	if r.Captured == game.NoPiece {
		return 0
	}
	return 1
}

// probeTables probes the tables for the position and returns its score, with mates counted
// from the root, and whether they know it.
func (w *worker) probeTables() (score engine.Score, known bool) {
	score, known = w.tables.Score(w.node.Position(), w.node.Halfmoves())
	if !known {
		return 0, false
	}
	w.tables.hits.Add(1)
	return scoreBefore(score, w.ply), true
}

// scoreBefore converts a score to the one that many plies earlier.
func scoreBefore(score engine.Score, plies int) engine.Score {
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
// wants to mate, is a mate in at most that many plies from there.
func mateWithin(score engine.Score, ply, plies int) bool {
	return score > engine.MateBound && int(engine.Mate-score)-ply <= plies
}

// rehearse is the ordinary search before one for a mate. It probes no tables: their mates
// need not be the shortest.
func (w *worker) rehearse() {
	maxPieces := w.tables.maxPieces
	w.tables.maxPieces = noTables
	w.iterate()
	w.tables.maxPieces = maxPieces
}
