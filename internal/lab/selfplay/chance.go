package selfplay

import (
	"context"
	"math"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

const (
	// variety is among how many moves chance chooses at most where only good ones
	// count, and how many times as many positions are visited to find them.
	variety     = 8
	varietyWork = 2
	// widest is for how many plies the moves may be worse still: by three times as
	// much at the first, then less and less.
	widest = 4
)

// randomMove draws a move for the opening, or NoMove where there is none.
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
	// A move that is worse by half of what may be is e times less likely.
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

// lines returns what the engine thinks of its best moves, the best first.
func (c *gameRun) lines(ctx context.Context, p game.Position) ([]engine.Info, error) {
	var last [variety]engine.Info // by line
	best, err := c.searchWith(ctx, p, engine.Limits{Nodes: varietyWork * c.nodes, MultiPV: variety}, func(i engine.Info) {
		if i.MultiPV >= 1 && i.MultiPV <= variety && i.Bound == engine.Exact {
			i.PV = append([]game.Move(nil), i.PV...) // it is the search's own
			last[i.MultiPV-1] = i
		}
	})
	if err != nil {
		return nil, err
	}
	lines := []engine.Info{best}
	known := map[game.Move]bool{best.Best(): true}
	for _, i := range last {
		// A line of the depth before may begin with a move that is now in another.
		if m := i.Best(); m != game.NoMove && !known[m] {
			known[m] = true
			lines = append(lines, i)
		}
	}
	return lines, nil
}
