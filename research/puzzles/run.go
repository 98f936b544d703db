package puzzles

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/puzzle"
	"github.com/wane-chess/wane/tablebase"
)

// Options describe a run.
type Options struct {
	Game   game.Game
	Lookup puzzle.Lookup
	// Games are looked through instead of games of the engine; nil: the engine plays.
	Games []*notation.Tree
	// Endings looks at random endings of the tables instead of games.
	Endings bool
	// Theme is one that all puzzles must have; empty: any.
	Theme puzzle.Theme
	// Add are puzzles that are kept before any other.
	Add []puzzle.Puzzle

	Count       int // puzzles to keep
	Seed        uint64
	Limits      puzzle.Limits
	Tables      *tablebase.Tables // may be nil
	Concurrency int               // games at once

	// Log is a file that keeps what was found in each game, so that an interrupted run resumes.
	// Empty: nothing is kept.
	Log string
	// Progress, if not nil, is called after each game, never concurrently.
	Progress func(Progress)
}

// Progress is how far a run is.
type Progress struct {
	Games int // looked through
	Found int // puzzles in them
	Kept  int // good ones, each with another solution
}

// Limits of the options.
const (
	MaxCount   = 100_000
	MaxWorkers = 256
)

func (o *Options) check() error {
	switch {
	case o.Endings && !tablebase.Supports(o.Game):
		return fmt.Errorf("there are no tables of %s, so no endings", o.Game.Name())
	case o.Count < 1 || o.Count > MaxCount:
		return fmt.Errorf("%d puzzles: expected 1–%d", o.Count, MaxCount)
	case o.Concurrency < 1 || o.Concurrency > MaxWorkers:
		return fmt.Errorf("%d games at once: expected 1–%d", o.Concurrency, MaxWorkers)
	}
	return nil
}

// Run looks for puzzles until it has as many as are wanted, until there are no more games, or
// until the context ends. It returns them sorted by difficulty; with an error, those kept so far.
func Run(ctx context.Context, o Options) ([]puzzle.Puzzle, Progress, error) {
	if err := message.InvalidOption(o.check()); err != nil {
		return nil, Progress{}, err
	}
	k := newKeeper(o.Lookup, o.Count)
	for _, z := range o.Add {
		if err := k.add(z); err != nil {
			return nil, Progress{}, err
		}
	}
	k.theme = o.Theme
	log, err := openLog(&o)
	if err != nil {
		return nil, Progress{}, err
	}
	p := Progress{Games: log.games}
	keep := func(found []puzzle.Puzzle) error {
		for _, z := range found {
			p.Found++
			if err := k.add(z); err != nil {
				return err
			}
		}
		p.Kept = len(k.list)
		return nil
	}
	if err := keep(log.found); err != nil {
		return nil, p, errors.Join(err, log.close())
	}
	if !k.full() {
		err = eachGame(ctx, &o, log.games, func(found []puzzle.Puzzle) (bool, error) {
			p.Games++
			if err := errors.Join(log.add(p.Games, found), keep(found)); err != nil {
				return false, err
			}
			if o.Progress != nil {
				o.Progress(p)
			}
			return !k.full(), nil
		})
	}
	return k.sorted(), p, errors.Join(err, log.close())
}

// worker has what a game at a time needs.
type worker struct {
	engine *search.Searcher
	prover *puzzle.Prover
}

// result is what was found in a game.
type result struct {
	found []puzzle.Puzzle
	err   error
}

// eachGame looks through games, several at a time, and passes on what was found in the order of
// the games, from the one after the first done ones on.
func eachGame(ctx context.Context, o *Options, done int, each func([]puzzle.Puzzle) (more bool, err error)) error {
	ctx, cancel := context.WithCancel(ctx)
	var all sync.WaitGroup
	defer all.Wait()
	defer cancel()
	workers := make(chan worker, o.Concurrency)
	for range o.Concurrency {
		engine, err := search.NewSized(eval.NewNode, search.DefaultMB)
		if err != nil {
			return err
		}
		prover, err := puzzle.NewProver(o.Limits, o.Tables)
		if err != nil {
			return err
		}
		workers <- worker{engine, prover}
	}
	queue := make(chan chan result, 4*o.Concurrency)
	all.Go(func() {
		defer close(queue)
		for n := done; o.Games == nil || n < len(o.Games); n++ {
			c := make(chan result, 1)
			var w worker
			select {
			case w = <-workers:
			case <-ctx.Done():
				return
			}
			select {
			case queue <- c:
			case <-ctx.Done():
				return
			}
			all.Go(func() {
				found, err := o.lookAt(ctx, w, n)
				workers <- w
				c <- result{found, err}
			})
		}
	})
	for c := range queue {
		r := <-c
		if r.err != nil {
			return r.err
		}
		if more, err := each(r.found); err != nil || !more {
			return err
		}
	}
	return ctx.Err()
}

// lookAt plays or reads the game with a number, from 0, and returns its puzzles.
func (o *Options) lookAt(ctx context.Context, w worker, n int) (found []puzzle.Puzzle, err error) {
	if o.Endings || o.Games == nil && hasEndings(o.Game, n) {
		return endings(ctx, w.prover, o.Game, o.Seed, uint64(n))
	}
	var r record
	var e engine.Engine = w.engine
	if o.Games == nil {
		r, err = play(ctx, o.Game, e, o.Seed, uint64(n))
	} else {
		t := o.Games[n]
		if t.Game().Name() != o.Game.Name() {
			return nil, nil
		}
		r, err = judged(ctx, t.Start(), t.Moves(), e)
	}
	if err != nil {
		return nil, err
	}
	return look(ctx, w.prover, r, o.Limits.Free)
}
