package solver

import (
	"context"
	"sync"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// MaxThreads is the most threads of a solver.
const MaxThreads = 256

// Solver proves results. One goroutine at a time may use it. It keeps its table for later
// positions of the same game.
type Solver struct {
	table   table
	newNode engine.NodeFunc
	rules   string // the game that the table is about

	workers []*worker
	run     run
}

// New returns a solver with a table of that many MB (2²⁰ bytes) and one thread.
// The evaluation of the nodes decides which moves it tries first; it never affects
// a result. If newNode is nil, the numbers of moves alone decide. New returns an
// error if the size is out of range.
func New(newNode engine.NodeFunc, mb int) (*Solver, error) {
	t, err := newTable(mb)
	if err != nil {
		return nil, err
	}
	s := &Solver{table: t, newNode: newNode}
	s.SetThreads(1)
	return s, nil
}

// SetThreads sets how many threads work on a position, from 1 to MaxThreads. With
// more than one, nodes, lines and bounds on plies can differ from run to run;
// results do not.
func (s *Solver) SetThreads(n int) {
	n = min(max(n, 1), MaxThreads)
	for len(s.workers) < n {
		s.workers = append(s.workers, &worker{solver: s, number: len(s.workers)})
	}
	s.workers = s.workers[:n]
}

// Threads returns how many threads work on a position.
func (s *Solver) Threads() int { return len(s.workers) }

// Reset empties the table.
func (s *Solver) Reset() { s.table.clear(len(s.workers)) }

// Solve proves how the game ends from a position on. If it reaches the limits, or the context
// is done, the position is not solved. With one thread and limits other than time it is
// deterministic after Reset. The only error is ErrEndless.
func (s *Solver) Solve(ctx context.Context, p game.Position, l Limits) (Proof, error) {
	if !Solvable(p) {
		return Proof{}, ErrEndless
	}
	began := time.Now()
	s.begin(ctx, p, began, l)
	out := s.solve(limitOf(l))
	if l.Holding && out.Is(game.WDLDraw) {
		out.Moves = s.holding(limitOf(l))
	}
	nodes := s.nodes()
	out = s.workers[0].withLine(out, nodes+lineShare)
	out.Moves = leading(out.Line, out.Moves, out.Result)
	out.Nodes, out.Time = s.nodes(), time.Since(began)
	return out, nil
}

// lineShare is how many positions the line may take in addition to the number that the proof
// took: the solver proves again what the table has lost.
const lineShare = 1000

// unlimited is more nodes than any solve visits.
const unlimited = 1 << 63

func limitOf(l Limits) uint64 {
	if l.Nodes > 0 {
		return l.Nodes
	}
	return unlimited
}

// begin prepares the solver for a position.
func (s *Solver) begin(ctx context.Context, p game.Position, now time.Time, l Limits) {
	if name := p.Game().Name(); name != s.rules { // keys distinguish only positions of one game
		if s.rules != "" { // a fresh table is empty, and takes no memory before it is used
			s.Reset()
		}
		s.rules = name
	}
	s.table.age = (s.table.age + 1) % ages
	s.run.begin(ctx, now, l.Time, len(s.workers) > 1)
	for _, w := range s.workers {
		w.begin(p)
	}
}

// nodes returns how many positions all workers have visited.
func (s *Solver) nodes() (n uint64) {
	for _, w := range s.workers {
		n += w.nodes
	}
	return n
}

// solve lets all workers search the questions until they decide the result, or until the
// workers have visited limit positions together.
func (s *Solver) solve(limit uint64) Proof {
	w := s.workers[0]
	if len(s.workers) == 1 {
		w.answer(limit)
	} else {
		s.each(func(w *worker) { w.answer(share(limit, len(s.workers), w.number)) })
	}
	us := w.pos.Turn()
	win, loss := &s.run.answers[us&1], &s.run.answers[us&1^1]
	switch {
	case win.state.Load() == holds:
		return Proof{Solved: true, Result: game.WDLWin, Plies: int(win.plies.Load())}
	case loss.state.Load() == holds:
		return Proof{Solved: true, Result: game.WDLLoss, Plies: int(loss.plies.Load())}
	}
	noWin, noLoss := win.state.Load() == refuted, loss.state.Load() == refuted
	if noWin && noLoss {
		return Proof{Solved: true, Result: game.WDLDraw}
	}
	return Proof{NoWin: noWin, NoLoss: noLoss}
}

// share returns the part of a limit for one of n workers.
func share(limit uint64, n, i int) uint64 {
	if limit == unlimited {
		return limit
	}
	return limit/uint64(n) + min(1, limit%uint64(n)/uint64(i+1))
}

// each runs a function for each worker, all at once, and waits for them.
func (s *Solver) each(do func(*worker)) {
	var all sync.WaitGroup
	for _, w := range s.workers {
		all.Go(func() { do(w) })
	}
	all.Wait()
}
