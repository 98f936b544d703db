package task

import (
	"context"
	"fmt"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// BestLines searches for l.MultiPV lines and returns the last of each that is exact, the best
// first and each with another move. There can be fewer, but there is always one, unless the
// error is that of the search or of the context.
func BestLines(ctx context.Context, e engine.Engine, p game.Position, l engine.Limits) ([]engine.Report, error) {
	last := make([]engine.Report, max(l.MultiPV, 1))
	best, err := e.Search(ctx, p, l, func(i engine.Report) {
		if i.MultiPV >= 1 && i.MultiPV <= len(last) && i.Bound == engine.Exact {
			last[i.MultiPV-1] = i
		}
	})
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, err
	case best.Best() == game.NoMove:
		return nil, fmt.Errorf("the engine finds no move in %s, %s", p.Game().Name(), p)
	}
	lines := []engine.Report{best}
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
