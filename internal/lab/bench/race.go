package bench

import (
	"cmp"
	"context"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// Runner is an engine in a race, wherever it runs: it searches a position to a
// depth, as if it had searched no other, and says how many nodes it visited and
// how long that took, in processor time if that is known.
type Runner func(p game.Position, depth int) (nodes uint64, took time.Duration, err error)

// Here is the Runner of an engine in this program.
func Here(ctx context.Context, e engine.Engine) Runner {
	return func(p game.Position, depth int) (uint64, time.Duration, error) {
		results, err := Run(ctx, e, []game.Position{p}, engine.Limits{Depth: depth}, nil)
		t := Sum(results)
		return t.Nodes, cmp.Or(t.CPU, t.Wall), err
	}
}

// Race lets each runner search each position so many times, in turn, and returns
// the nodes per second of each. Of the times for a position the shortest counts,
// so that it matters little what else the machine does: the ratios tell which
// runner is faster by how much.
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
