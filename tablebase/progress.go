package tablebase

import (
	"context"
	"sync"
)

// Progress is how far work on tables is done.
type Progress struct {
	Material    Material // in work
	Done, Total int      // entries
}

// tally adds up the progress of several goroutines.
type tally struct {
	mu     sync.Mutex
	done   int
	total  int
	report func(Progress) // may be nil
}

func newTally(materials []Material, report func(Progress)) *tally {
	t := &tally{report: report}
	for _, m := range materials {
		t.total += m.Entries()
	}
	return t
}

func (t *tally) step(m Material, entries int) {
	if entries == 0 { // a pause only
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.done += entries
	if t.report != nil {
		t.report(Progress{m, t.done, t.total})
	}
}

// parallel calls do with each material, several at a time. It stops at the first error,
// which it returns, or when the context ends.
func parallel(ctx context.Context, workers int, list []Material, do func(context.Context, Material) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	jobs := make(chan Material)
	var all sync.WaitGroup
	for range max(min(workers, len(list)), 1) {
		all.Go(func() {
			for m := range jobs {
				if err := do(ctx, m); err != nil {
					cancel(err)
				}
			}
		})
	}
	for _, m := range list {
		if ctx.Err() != nil {
			break
		}
		select {
		case jobs <- m:
		case <-ctx.Done():
		}
	}
	close(jobs)
	all.Wait()
	return context.Cause(ctx)
}
