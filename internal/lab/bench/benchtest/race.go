// Package benchtest compares the speed of engines for tests and benchmarks.
package benchtest

import (
	"cmp"
	"context"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/lab/bench"
)

// Runner is an engine in a race. It searches a position to a depth, independent of
// earlier searches, and returns the nodes and the time, in processor time if known.
type Runner func(p game.Position, depth int) (nodes uint64, took time.Duration, err error)

// Here returns a runner with an engine in this process.
func Here(ctx context.Context, e engine.Engine) Runner {
	return func(p game.Position, depth int) (uint64, time.Duration, error) {
		results, err := bench.Run(ctx, e, []game.Position{p}, engine.Limits{Depth: depth}, nil)
		t := bench.Sum(results)
		return t.Nodes, cmp.Or(t.CPU, t.Wall), err
	}
}

// Race lets the runners search each position this many times, in turn, and returns the
// nodes per second of each. A runner's shortest time for a position counts, so that
// other load on the machine matters little. Compare the ratios.
func Race(list []game.Position, depth, rounds int, runners ...Runner) ([]float64, error) {
	nodes := make([]uint64, len(runners))
	times := make([]time.Duration, len(runners))
	for _, p := range list {
		best := make([]time.Duration, len(runners))
		for round := range rounds {
			for i, run := range runners {
				n, took, err := run(p, depth)
				if err != nil {
					return nil, err
				}
				if round == 0 {
					nodes[i] += n
				}
				if round == 0 || took < best[i] {
					best[i] = took
				}
			}
		}
		for i := range runners {
			times[i] += best[i]
		}
	}
	speeds := make([]float64, len(runners))
	for i := range runners {
		speeds[i] = float64(nodes[i]) / max(times[i], 1).Seconds()
	}
	return speeds, nil
}
