package selfplay

import (
	"context"
	"math"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
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
	lines, err := c.lines(ctx, p)
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

// lines returns the engine's best lines, the best first.
func (c *gameRun) lines(ctx context.Context, p game.Position) ([]engine.Info, error) {
	var last [variety]engine.Info // by line
	best, err := c.searchWith(ctx, p, engine.Limits{Nodes: varietyWork * c.nodes, MultiPV: variety}, func(i engine.Info) {
		if i.MultiPV >= 1 && i.MultiPV <= variety && i.Bound == engine.Exact {
			i.PV = append([]game.Move(nil), i.PV...) // the search reuses it
			last[i.MultiPV-1] = i
		}
	})
	if err != nil {
		return nil, err
	}
	lines := []engine.Info{best}
	known := map[game.Move]bool{best.Best(): true}
	for _, i := range last {
		// A line of the last depth may begin with a move that another line has now.
		if m := i.Best(); m != game.NoMove && !known[m] {
			known[m] = true
			lines = append(lines, i)
		}
	}
	return lines, nil
}
