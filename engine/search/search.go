// Package search finds moves in any game of package game. It knows no variant:
// a Node scores moves for ordering, computes SEE, allows null moves and
// evaluates positions.
//
// It is a principal variation search with iterative deepening and aspiration
// windows over a transposition table, with null moves, late move reductions and
// pruning, futility, singular extensions, history of several kinds, correction history, and
// quiescence; several threads search the same tree and help each other through
// the table alone (lazy SMP). With one thread and limits other than time it is
// deterministic. SetWithout switches features off, so that matches can
// measure each.
//
// Tables end a line where they know the position, and choose the move at the root; see SetTables. The search knows
// no opening book.
package search

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/clock"
	"github.com/wane-chess/wane/engine/tt"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
)

// Bounds and defaults of a Searcher's settings.
const (
	MaxThreads = 256
	DefaultMB  = 16
)

const (
	maxDepth = 120 // plies of iterative deepening
	maxPly   = 200 // plies from the root, extensions and quiescence included
)

// Searcher is an engine.Engine. The zero value is not ready: use New. Its
// settings may be changed between searches only; PonderHit may be called while
// it searches.
type Searcher struct {
	newNode engine.NodeFunc
	table   *tt.Table
	workers []*worker
	without features
	tables  engine.Tables // nil: none
	drawn   bool          // the tables score the root as a draw
	others  []root        // the moves of a drawn root that lose, by the tables

	limits  engine.Limits
	budget  clock.Budget
	started time.Time
	clocked bool // the limits have a clock, so the budget applies
	report  func(engine.Report)
	ctx     context.Context

	stopped  atomic.Bool
	ponder   atomic.Bool  // the engine ponders: the clock does not run yet
	reserved atomic.Int64 // nodes that no worker has taken yet, if they are limited
	// proofNodes is how many nodes the prover has visited in this search.
	proofNodes atomic.Uint64
	prover     prover // for roots with few free squares
	// salt is mixed into keys, so that evaluations with different errors do not share entries.
	salt uint64
}

// New returns a searcher for the games that newNode knows, such as eval.NewNode, with
// a table of DefaultMB and one thread.
func New(newNode engine.NodeFunc) *Searcher {
	s, err := NewSized(newNode, DefaultMB)
	if err != nil {
		panic(err) // the size is in range
	}
	return s
}

// NewSized is New with a table of that many MB (2²⁰ bytes). It returns an
// error if the size is out of range.
func NewSized(newNode engine.NodeFunc, mb int) (*Searcher, error) {
	table, err := tt.New(mb)
	if err != nil {
		return nil, err
	}
	s := &Searcher{newNode: newNode, table: table}
	s.workers = []*worker{newWorker(s, 0)}
	return s, nil
}

// SetHash sets the size of the transposition table in MB (2²⁰ bytes) and empties
// it. It returns an error if the size is out of range. It clears the solver, too.
func (s *Searcher) SetHash(mb int) error {
	if err := s.table.Resize(mb); err != nil {
		return err
	}
	s.prover = prover{}
	return nil
}

// SetThreads sets how many threads search, from 1 to MaxThreads.
func (s *Searcher) SetThreads(n int) error {
	if n < 1 || n > MaxThreads {
		return message.Errorf("%d threads are out of range (1–%d)", n, MaxThreads)
	}
	for len(s.workers) < n {
		s.workers = append(s.workers, newWorker(s, len(s.workers)))
	}
	clear(s.workers[n:])
	s.workers = s.workers[:n]
	return nil
}

// Reset implements engine.Engine.
func (s *Searcher) Reset() {
	s.table.Clear(len(s.workers))
	for _, w := range s.workers {
		w.reset()
	}
	if s.prover.Solver != nil {
		s.prover.Reset()
	}
}

// PonderHit reports that the opponent played the move that a pondering search
// expects: from now on the clock counts, including the time already spent. It has no
// effect before the search begins.
func (s *Searcher) PonderHit() { s.ponder.Store(false) }

// Search implements engine.Engine. It ends before its limits when a deeper search
// can find nothing better, and, on the clock, when there is only one legal move.
// If a mate is asked for, it ends when the shortest is found or there is none.
func (s *Searcher) Search(
	ctx context.Context, p game.Position, l engine.Limits, report func(engine.Report),
) (engine.Report, error) {
	s.started = time.Now()
	if l.Weakness.Lapse(p) {
		l.Nodes, l.Weakness.Noise = lapseNodes, lapseNoise
	}
	s.limits, s.report, s.ctx = l, report, ctx
	s.clocked = l.Clock.IsSet()
	s.budget = clock.For(l.Clock)
	s.ponder.Store(l.Clock.Ponder)
	s.stopped.Store(false)
	s.reserved.Store(int64(min(l.Nodes, 1<<62)))
	s.salt = 0
	if l.Weakness.Noise > 0 {
		s.salt = mix(mix(l.Weakness.Seed+1) + uint64(l.Weakness.Noise))
	}
	moves := rootMoves(s.newNode(p), l.SearchMoves)
	switch {
	case len(moves) > 0:
	case p.LegalCount() > 0:
		return engine.Report{}, engine.ErrNoSearchMoves
	default:
		return engine.Report{}, engine.ErrNoMoves
	}
	s.table.NextSearch()
	moves = s.proveRoot(p, moves)
	for _, w := range s.workers {
		w.prepare(s.newNode(p), moves)
	}
	if s.probeRoot() {
		return s.result(s.workers[0]), nil
	}
	if l.Mate > 0 {
		s.seekMate()
		return s.result(s.workers[0]), nil
	}
	var helpers sync.WaitGroup
	for _, w := range s.workers[1:] {
		helpers.Go(w.iterate)
	}
	s.workers[0].iterate()
	s.stopped.Store(true)
	helpers.Wait()
	return s.prover.withProof(s.result(s.chooseWorker())), nil
}

// The nodes and the noise of a lapse.
const (
	lapseNodes = 24
	lapseNoise = 250
)

// result is what a search returns. If it was cut short before it had looked at
// any move, the score is the static evaluation.
func (s *Searcher) result(w *worker) engine.Report {
	r := w.reportOf(w.best(), 1)
	r.Depth = w.completed
	if r.Score == -engine.Infinite {
		r.Score = w.evaluate(w.key())
	}
	return r
}

// chooseWorker returns the worker whose best move is to be played: the main one, or
// one that scores its move higher after a search at least as deep, or has found
// a shorter mate.
func (s *Searcher) chooseWorker() *worker {
	best := s.workers[0]
	if s.limits.MultiPV > 1 || s.limits.Depth > 0 {
		return best
	}
	for _, w := range s.workers[1:] {
		if w.completed == 0 {
			continue
		}
		mine := best.best().shown()
		theirs := w.best().shown()
		if theirs > mine && (w.completed >= best.completed || theirs > engine.MateBound) {
			best = w
		}
	}
	return best
}

// Nodes returns how many positions the search has visited, or the last one had.
// It may be called while the engine searches, and is then some hundreds behind.
func (s *Searcher) Nodes() (n uint64) {
	n = s.proofNodes.Load()
	for _, w := range s.workers {
		n += w.shared.Load()
	}
	return n
}

// rootMoves returns the legal moves of the root, or those of them that are
// asked for, each once, in the game's own order.
func rootMoves(b engine.Node, only []game.Move) []engine.ScoredMove {
	wanted := func(game.Move) bool { return true }
	if len(only) > 0 {
		set := make(map[game.Move]bool, len(only))
		for _, m := range only {
			set[m] = true
		}
		wanted = func(m game.Move) bool { return set[m] }
	}
	var list []engine.ScoredMove
	for _, r := range b.AppendMoves(nil) {
		if wanted(r.Move) {
			list = append(list, r)
		}
	}
	sortMoves(list)
	return list
}

// mix scrambles a word (the finalizer of SplitMix64).
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
