// Package engine defines the interface of engines. An engine takes a position and limits,
// reports while it searches, and returns a move. Package engine/search is the engine of
// wane; internal/lab/baseline is a plain one for comparison.
package engine

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"github.com/wane-chess/wane/game"
)

// Errors of a search without a move.
var (
	// ErrNoMoves is returned in a position without a legal move.
	ErrNoMoves = errors.New("engine: the side to move has no legal move")
	// ErrNoSearchMoves is returned if none of Limits.SearchMoves is legal.
	ErrNoSearchMoves = errors.New("engine: none of the moves to search is legal")
)

// Engine finds moves. One search at a time runs on an engine.
type Engine interface {
	// Search looks for the best move until the limits are reached or the context is done,
	// whichever comes first. It returns the best move found, so there is always a move unless
	// the error is ErrNoMoves or ErrNoSearchMoves. Search works on a clone of the position,
	// with its history. It calls report, if that is not nil, in its own goroutine, for each
	// line after each completed depth.
	Search(ctx context.Context, p game.Position, l Limits, report func(Report)) (Report, error)
	// Reset clears what the engine learnt from earlier searches, as for a new game.
	Reset()
}

// Tables hold the exact scores of some positions, such as solved endgames. Several
// goroutines may use them at once.
type Tables interface {
	// Score returns the exact score of a position for the side to move, as if the halfmove
	// clock were at halfmoves. Mates count from that position. If known is false, the tables
	// lack the position. Score is quick for such positions, and allocates only for its cache.
	Score(p game.Position, halfmoves int) (score Score, known bool)
	// MaxPieces returns the largest number of pieces, of both sides together, of a position
	// of the game in these tables; 0 if they have none of the game.
	MaxPieces(g game.Game) int
}

// Limits bound a search. A field that is zero or negative does not bound it. If no field
// bounds it, the search runs until its context is done or a deeper search finds nothing new.
type Limits struct {
	Depth       int           // plies of iterative deepening; extensions may look further
	Nodes       uint64        // positions visited, by all threads together
	MoveTime    time.Duration // wall-clock time for this move; the engine uses all of it
	Clock       Clock         // the mover's clock; the engine allots its time
	Mate        int           // only look for the shortest mate by the side to move, in at most this many moves
	SearchMoves []game.Move   // the only moves to search at the root; empty: all moves
	MultiPV     int           // number of best lines to find; less than 2: one
	Weakness    Weakness      // zero: full strength
	// CurrMove, if not nil, is called with each move of the root before it is searched, with its
	// number from 1 and the depth, once a search has taken three seconds. The goroutine is that of
	// reports.
	CurrMove func(m game.Move, number, depth int)
}

// Clock is the time that the side to move has for the game. A Remaining of zero
// or less with a zero Increment means no clock.
type Clock struct {
	Remaining time.Duration // time left
	Increment time.Duration // added by each move
	MovesToGo int           // moves until the next time control; 0: the rest of the game
	Overhead  time.Duration // lost outside the engine with each move
	// Ponder says that the opponent is to move, and that the position is the one after its
	// expected move. The engine searches without a time limit until
	// search.Searcher.PonderHit, and by the clock from then on.
	Ponder bool
}

// IsSet reports whether there is a clock.
func (c Clock) IsSet() bool { return c.Remaining > 0 || c.Increment > 0 }

// Weakness makes an engine play below its strength: by errors in evaluations, and by lapses,
// moves that are hardly searched.
type Weakness struct {
	// Noise is the standard deviation, in centipawns, of the error of each evaluation. The
	// error depends on the position and Seed only. The search still finds forced mates.
	Noise Score
	// Lapses is the number of lapses in a thousand moves. A lapse is searched for some
	// twenty nodes, with large errors.
	Lapses int
	// Seed selects the errors and the lapses.
	Seed uint64
}

// Lapse reports whether the engine's move in a position is a lapse.
func (w Weakness) Lapse(p game.Position) bool {
	return w.Lapses > 0 && rand.NewPCG(w.Seed, p.Key()).Uint64()%1000 < uint64(w.Lapses)
}

// Bound says how a score bounds the true one.
type Bound uint8

// The bounds.
const (
	Exact      Bound = iota
	LowerBound       // the true score is at least this
	UpperBound       // the true score is at most this
)

// Report is the state of a search. A caller may keep it: the engine does not change PV
// afterwards, and neither may the caller, since reports may share their moves.
type Report struct {
	Depth    int           // plies searched completely
	SelDepth int           // plies of the longest line searched
	MultiPV  int           // from 1; which of the Limits.MultiPV lines this is
	Score    Score         // for the side to move
	Bound    Bound         // of Score
	Nodes    uint64        // positions visited
	Time     time.Duration // since the search began
	HashFull int           // how full the transposition table is, in thousandths
	TBHits   uint64        // how often a position was found in endgame tables (see Tables)
	// PV is the principal variation: the best move and its continuation. If Score is a mate,
	// PV leads to that mate, except in rare cases, in which it ends before.
	PV []game.Move
}

// Best is the first move of the principal variation, or NoMove.
func (r Report) Best() game.Move {
	if len(r.PV) == 0 {
		return game.NoMove
	}
	return r.PV[0]
}

// Ponder is the answer that the search expects to its best move, or NoMove.
func (r Report) Ponder() game.Move {
	if len(r.PV) < 2 {
		return game.NoMove
	}
	return r.PV[1]
}

// NodesPerSecond returns the speed of the search, or 0 if it took no time.
func (r Report) NodesPerSecond() uint64 {
	if r.Time <= 0 {
		return 0
	}
	return uint64(float64(r.Nodes) / r.Time.Seconds())
}
