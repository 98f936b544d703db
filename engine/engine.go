// Package engine defines the interface of engines: they take a position and limits,
// report while they search, and return a move. Package engine/search is the engine of
// wane; internal/lab/baseline is a plain one to measure it against.
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
	// Search looks for the best move until the limits are reached or the
	// context is done, whichever comes first, and then returns the best found,
	// so there is always a move unless the error is ErrNoMoves or ErrNoSearchMoves. It works on a
	// clone of the position, with its history. Report, if not nil, is called
	// from the search's goroutine: for each line after each completed depth.
	Search(ctx context.Context, p game.Position, l Limits, report func(Info)) (Info, error)
	// Reset clears what the engine learnt from earlier searches, as for a new game.
	Reset()
}

// Tables know the exact scores of some positions, such as solved endgames. Several
// goroutines may use them at once.
type Tables interface {
	// Score returns the exact score of a position for the side to move, with mates
	// counted from that position, and whether it is known, as if the halfmove clock
	// were at halfmoves. It is quick for positions that are not in the tables, and
	// allocates only for what it caches.
	Score(p game.Position, halfmoves int) (score Score, known bool)
	// MaxPieces is the largest number of pieces, of both sides together, that a position
	// of a game can have in these tables; 0 if they have none of the game.
	MaxPieces(g game.Game) int
}

// Limits bound a search. A field that is zero or negative does not bound; if
// none does, the search runs until its context is done or it can learn no more.
type Limits struct {
	Depth       int           // plies of iterative deepening; extensions may look further
	Nodes       uint64        // positions visited, by all threads together
	MoveTime    time.Duration // wall-clock time for this move, to be used up
	Clock       Clock         // the mover's clock, to be shared out by the engine
	Mate        int           // look for nothing but the shortest mate by the side to move in at most so many moves
	SearchMoves []game.Move   // look at these moves only at the root; empty: at all moves
	MultiPV     int           // how many best lines to find; less than 2: one
	Weakness    Weakness      // zero: full strength
}

// Clock is the time that the side to move has for the game. A Remaining of zero
// or less with a zero Increment means no clock.
type Clock struct {
	Remaining time.Duration // what is left
	Increment time.Duration // what each move adds
	MovesToGo int           // moves until the next time control; 0: the rest of the game
	Overhead  time.Duration // what is lost outside the engine with each move
	// Ponder says that the opponent is to move, and the position the one after
	// its expected answer: the engine searches without a time limit until
	// search.Searcher.PonderHit, and by the clock from then on.
	Ponder bool
}

// IsSet reports whether there is a clock.
func (c Clock) IsSet() bool { return c.Remaining > 0 || c.Increment > 0 }

// Weakness makes an engine play below its strength: it adds errors to evaluations,
// and makes some moves after hardly any search (lapses).
type Weakness struct {
	// Noise is the size of the error, in centipawns, that is added to each
	// evaluation (one standard deviation). A position is always misjudged in the
	// same way with the same Seed. Forced mates within sight are still seen.
	Noise Score
	// Lapses is how many of a thousand moves are lapses: searched for some twenty
	// nodes, with large errors.
	Lapses int
	// Seed decides the errors, and which moves are lapses.
	Seed uint64
}

// Lapse reports whether the engine's move in a position is a lapse.
func (w Weakness) Lapse(p game.Position) bool {
	return w.Lapses > 0 && rand.NewPCG(w.Seed, p.Key()).Uint64()%1000 < uint64(w.Lapses)
}

// Bound says what is known about a score.
type Bound uint8

// The bounds.
const (
	Exact      Bound = iota
	LowerBound       // the true score is at least this
	UpperBound       // the true score is at most this
)

// Info is what a search knows at some time. Score is from the view of the side
// to move; PV, the principal variation, begins with the best move. If the score is a
// mate, it leads to that mate, hardly ever only towards it.
type Info struct {
	Depth    int // plies searched completely
	SelDepth int // plies of the longest line looked at
	MultiPV  int // from 1; which of the Limits.MultiPV lines this is
	Score    Score
	Bound    Bound
	Nodes    uint64        // positions visited
	Time     time.Duration // since the search began
	HashFull int           // how full the transposition table is, in thousandths
	// TBHits is how often a position was found in endgame tables (see Tables).
	TBHits uint64
	PV     []game.Move
}

// Best is the first move of the principal variation, or NoMove.
func (i Info) Best() game.Move {
	if len(i.PV) == 0 {
		return game.NoMove
	}
	return i.PV[0]
}

// Ponder is the answer that the search expects to its best move, or NoMove.
func (i Info) Ponder() game.Move {
	if len(i.PV) < 2 {
		return game.NoMove
	}
	return i.PV[1]
}

// NodesPerSecond returns the speed of the search, or 0 if it took no time.
func (i Info) NodesPerSecond() uint64 {
	if i.Time <= 0 {
		return 0
	}
	return uint64(float64(i.Nodes) / i.Time.Seconds())
}
