package atlas

import (
	"context"
	"slices"
	"sync"

	"github.com/wane-chess/wane/internal/message"
)

// Run plays the games that a file lacks.
type Run struct {
	File   *File
	Counts Counts
	// Parallel is how many batches are played at a time.
	Parallel int
	// Progress is called with games of the counts; calls do not overlap; may be nil.
	Progress func(done, total int)

	batches []Batch // tests play a few instead of all

	done, total int // batches
}

// Play plays until the file has all games, then tidies the file. If it fails, the games so
// far are in the file, and another Play resumes.
func (r *Run) Play(ctx context.Context) error {
	plan := r.batches
	if plan == nil {
		if err := r.Counts.Check(); err != nil {
			return message.InvalidOption(err)
		}
		plan = r.Counts.plan()
	}
	missing := slices.DeleteFunc(slices.Clone(plan), r.File.has)
	r.done, r.total = len(plan)-len(missing), len(plan)
	r.progress()
	if err := r.play(ctx, missing); err != nil {
		return err
	}
	return r.File.Tidy()
}

// add adds a batch to the file.
func (r *Run) add(b Batch, games []Game) error {
	err := r.File.add(b, games)
	r.done++
	r.progress()
	return err
}

func (r *Run) progress() {
	if r.Progress != nil {
		r.Progress(r.done*BatchGames, r.total*BatchGames)
	}
}

// play plays batches.
func (r *Run) play(ctx context.Context, missing []Batch) error {
	ctx, cancel := context.WithCancelCause(ctx)
	var players sync.WaitGroup
	defer players.Wait()
	defer cancel(nil)
	all := make([]*Player, max(1, r.Parallel))
	for i := range all {
		var err error
		if all[i], err = NewPlayer(r.File.Settings); err != nil {
			return err
		}
	}
	next := make(chan Batch)
	var lock sync.Mutex // of the file
	for _, p := range all {
		players.Go(func() {
			for b := range next {
				games, err := p.Play(ctx, b)
				if err == nil {
					lock.Lock()
					err = r.add(b, games)
					lock.Unlock()
				}
				if err != nil {
					cancel(err)
				}
			}
		})
	}
	for _, b := range missing {
		select {
		case next <- b:
		case <-ctx.Done():
		}
	}
	close(next)
	players.Wait()
	return context.Cause(ctx)
}
