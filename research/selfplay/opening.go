package selfplay

import (
	"context"
	"math"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/research/internal/task"
)

const (
	// variety is the largest number of good moves to choose from, and the factor of
	// nodes to search for them.
	variety     = 8
	varietyWork = 2
	// widest is the number of first plies with a larger bound: at the first move three
	// times as large, then less and less.
	widest = 4
)

// randomMove returns a random move for the opening; NoMove if there is none.
func (c *gameRun) randomMove(ctx context.Context, p game.Position) (game.Move, error) {
	if c.varied == 0 {
		moves := p.Legal(nil)
		if len(moves) == 0 {
			return game.NoMove, nil
		}
		return moves[c.rng.IntN(len(moves))], nil
	}
	if p.Outcome().Over() {
		return game.NoMove, nil
	}
	lines, err := task.BestLines(ctx, c.engine, p, engine.Limits{Nodes: varietyWork * c.nodes, MultiPV: variety})
	if err != nil {
		return game.NoMove, err
	}
	// A move at half the bound is e times less likely than the best one.
	most := c.varied * engine.Score(2+max(0, widest-p.Ply())) / 2
	weights, sum := make([]float64, len(lines)), 0.0
	for i, l := range lines {
		if worse := lines[0].Score - l.Score; worse <= most {
			weights[i] = math.Exp(-2 * float64(max(worse, 0)) / float64(most))
			sum += weights[i]
		}
	}
	at := c.rng.Float64() * sum
	for i, w := range weights {
		if at -= w; at < 0 {
			return lines[i].Best(), nil
		}
	}
	return lines[0].Best(), nil
}
