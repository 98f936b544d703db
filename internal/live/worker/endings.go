package worker

import (
	"context"

	"github.com/wane-chess/wane/internal/tablebuild"
)

// TableBuilds are what a worker needs to solve endings.
type TableBuilds struct {
	*tablebuild.Worker
	Parallel int // how many at a time, for each takes some hundred megabytes; default 1
}

// table solves an ending.
func (w *worker) table(ctx context.Context, j tablebuild.Job) error {
	turn := w.scheduler.begin(ctx, tables)
	defer turn.end()
	return w.Tables.Do(ctx, j, func() { turn.yield(ctx) })
}
