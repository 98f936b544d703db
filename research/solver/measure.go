package solver

import (
	"context"
	"sync"
	"time"

	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/solver"
	"github.com/wane-chess/wane/game"
)

// Options describe a measurement.
type Options struct {
	Limits   solver.Limits // for each position
	MB       int           // of each solver's table
	Threads  int           // of each solver; 0: one
	Parallel int           // concurrent solvers
	// Done, if not nil, is called after each position, never concurrently.
	Done func(Measured)
}

// Measured is the solver's result for a position.
type Measured struct {
	Position game.Position
	solver.Proof
}

// Measure solves the positions, each with an empty table. If the context ends, it
// returns the context's error.
func Measure(ctx context.Context, list []game.Position, o Options) ([]Measured, error) {
	solvers := make([]*solver.Solver, min(max(o.Parallel, 1), max(len(list), 1)))
	for i := range solvers {
		var err error
		if solvers[i], err = solver.New(eval.NewNode, o.MB); err != nil {
			return nil, err
		}
		solvers[i].SetThreads(o.Threads)
	}
	out := make([]Measured, len(list))
	jobs := make(chan int)
	var mu sync.Mutex
	var failed error
	var all sync.WaitGroup
	for _, s := range solvers {
		all.Go(func() {
			for i := range jobs {
				s.Reset()
				r, err := s.Solve(ctx, list[i], o.Limits)
				mu.Lock()
				out[i] = Measured{list[i], r}
				if failed == nil {
					failed = err
				}
				if o.Done != nil && ctx.Err() == nil {
					o.Done(out[i])
				}
				mu.Unlock()
			}
		})
	}
	for i := range list {
		if ctx.Err() != nil {
			break
		}
		jobs <- i
	}
	close(jobs)
	all.Wait()
	if failed == nil {
		failed = ctx.Err()
	}
	return out, failed
}

// solvedWithin reports whether the position was solved in this time.
func (m Measured) solvedWithin(d time.Duration) bool {
	return m.Solved && m.Time <= d
}
