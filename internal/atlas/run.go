package atlas

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/wane-chess/wane/internal/message"
)

// Run plays the games that a file lacks.
type Run struct {
	File   *File
	Counts Counts
	// Parallel is how many batches are played here at a time. With a Queue, workers play
	// them instead.
	Parallel int
	Queue    Queue

	// Tests play a few batches instead of all, and check more of them.
	batches    []Batch
	checkOneOf int

	Progress func(done, total int) // in games of the counts; calls do not overlap; may be nil
	Warn     func(string)          // receives warnings; may be nil

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
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	play := r.playHere
	if r.Queue != nil {
		play = r.playThere
	}
	if err := play(ctx, missing); err != nil {
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

func (r *Run) warn(format string, args ...any) {
	if r.Warn != nil {
		r.Warn(fmt.Sprintf(format, args...))
	}
}

// playHere plays batches in this process.
func (r *Run) playHere(ctx context.Context, missing []Batch) error {
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
				games, err := p.Play(ctx, b, func() {})
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

const (
	outstanding = 256 // jobs in the queue at a time
	maxFailures = 5   // of one batch, in a row
	checkOneOf  = 100 // of the batches of a worker, besides its first, that are played again here
	sweepAfter  = 30 * time.Second
)

// playThere has workers play batches. It plays the first batch of each worker again, and
// some of the others, at random. Of a worker whose games differ, nothing counts that it has
// played in this call.
func (r *Run) playThere(ctx context.Context, missing []Batch) error {
	p, err := NewPlayer(r.File.Settings)
	if err != nil {
		return err
	}
	c := remote{run: r, player: p, waiting: missing, wanted: map[Batch]bool{}, active: map[Batch]int{}, by: map[string][]Batch{}, banned: map[string]bool{}}
	for _, b := range missing {
		c.wanted[b] = true
	}
	results, ended := make(chan Result, outstanding), make(chan error, 1)
	go func() {
		ended <- r.Queue.WatchGames(ctx, r.File.Settings.Run(), func(a Result) {
			select {
			case results <- a:
			case <-ctx.Done():
			}
		})
	}()
	sweep := time.NewTicker(sweepAfter)
	defer sweep.Stop()
	for {
		if err := c.enqueue(ctx); err != nil {
			return err
		}
		if len(c.active) == 0 && len(c.waiting) == 0 {
			return nil
		}
		var err error
		select {
		case a := <-results:
			err = c.take(ctx, a)
		case <-sweep.C:
			err = c.sweep(ctx)
		case err = <-ended:
			err = errors.Join(ctx.Err(), err)
		}
		if err != nil {
			return err
		}
	}
}

// remote is the state of playThere.
type remote struct {
	run     *Run
	player  *Player
	wanted  map[Batch]bool     // all batches of this run that the file lacked
	waiting []Batch            // not requested yet
	active  map[Batch]int      // requested, with the number of failures
	by      map[string][]Batch // what each worker has played
	banned  map[string]bool    // workers that have sent wrong games
	heard   bool               // a worker has answered
}

// enqueue requests batches while there is room for them.
func (c *remote) enqueue(ctx context.Context) error {
	for len(c.active) < outstanding && len(c.waiting) > 0 {
		b := c.waiting[0]
		c.waiting = c.waiting[1:]
		if c.run.File.has(b) {
			continue
		}
		c.active[b] = 0
		if err := c.request(ctx, b); err != nil {
			return err
		}
	}
	return nil
}

// request enqueues a batch. If the queue fails, the next sweep retries.
func (c *remote) request(ctx context.Context, b Batch) error {
	j := c.run.File.Settings.job(b)
	j.Not = slices.Sorted(maps.Keys(c.banned))
	if err := c.run.Queue.EnqueueGames(ctx, j); err != nil && ctx.Err() == nil {
		c.run.warn("%s is postponed: %v", j.Key(), err)
	}
	return ctx.Err()
}

// sweep requests all batches again: jobs may have been lost, and results missed.
func (c *remote) sweep(ctx context.Context) error {
	if !c.heard {
		c.heard = true
		c.run.warn("no worker has answered yet: run 'wane worker' of this version with the same servers")
	}
	for b := range c.active {
		if err := c.request(ctx, b); err != nil {
			return err
		}
	}
	return nil
}

// take handles a result.
func (c *remote) take(ctx context.Context, a Result) error {
	b, err := batchOf(c.run.File.Settings.Run(), a.Key)
	if err != nil || !c.wanted[b] || c.run.File.has(b) {
		return nil // of another run
	}
	c.heard = true
	if c.banned[a.Worker] {
		c.run.warn("%s has sent wrong games and plays on: stop this worker", a.Worker)
		return c.request(ctx, b)
	}
	games, err := c.games(ctx, b, a)
	var file fileError
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &file):
		return file.error
	case err != nil:
		failures, active := c.active[b]
		if !active {
			return nil // of an earlier run
		}
		if failures++; failures >= maxFailures {
			return fmt.Errorf("%s failed %d times; the last answer, by %s: %w", a.Key, failures, a.Worker, err)
		}
		c.active[b] = failures
		c.run.warn("%s is requested again: %s: %v", a.Key, a.Worker, err)
		return c.request(ctx, b)
	}
	delete(c.active, b)
	c.by[a.Worker] = append(c.by[a.Worker], b)
	return c.run.add(b, games)
}

// fileError is an error of the file, which ends a run.
type fileError struct{ error }

// games returns the games of a result. It plays some batches again to check them.
func (c *remote) games(ctx context.Context, b Batch, a Result) ([]Game, error) {
	if a.Error != "" {
		return nil, errors.New(a.Error)
	}
	games, err := decode(a.Games, BatchGames)
	if err != nil {
		return nil, err
	}
	if len(c.by[a.Worker]) > 0 && rand.IntN(cmp.Or(c.run.checkOneOf, checkOneOf)) != 0 {
		return games, nil
	}
	own, err := c.player.Play(ctx, b, func() {})
	if err != nil || slices.Equal(own, games) {
		return games, err
	}
	c.banned[a.Worker] = true
	c.waiting = append(c.waiting, c.by[a.Worker]...)
	c.run.done -= len(c.by[a.Worker])
	if err := c.run.File.remove(c.by[a.Worker]); err != nil {
		return nil, fileError{err}
	}
	return nil, errors.New("its games are not those that this machine plays: stop this worker")
}
