package worker

import (
	"context"

	"github.com/wane-chess/wane/internal/tablebuild"
)

// Endings are what a worker needs to solve endings.
type Endings struct {
	*tablebuild.Worker
	Parallel int // how many at a time, for each takes some hundred megabytes; default 1
}

// ending solves an ending.
func (w *worker) ending(ctx context.Context, j tablebuild.Job) error {
	turn := w.shift.begin(ctx, solving)
	defer turn.end()
	return w.Endings.Do(ctx, j, func() { turn.rest(ctx) })
}
