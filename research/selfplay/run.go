package selfplay

import (
	"context"
	"errors"
	"sync"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/internal/message"
)

// ahead is the number of games for each worker that may wait to be written.
const ahead = 4

// Run plays games and writes them to a file, in the order of their numbers, until it
// has as many as the options ask for or the context ends. If the file exists, Run
// resumes an earlier Run with the same options.
func Run(ctx context.Context, name string, o Options) (p Progress, err error) {
	if err := message.InvalidOption(o.check()); err != nil {
		return p, err
	}
	engines := make([]engine.Engine, o.Concurrency) // before the file: if they fail, there is none
	for i := range engines {
		if engines[i], err = o.NewEngine(); err != nil {
			return p, err
		}
	}
	f, err := openFile(name, &o)
	if err != nil {
		return p, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	p = Progress{f.games, f.positions, f.games, f.positions}
	if o.done(p.Games, p.Positions) {
		return p, nil
	}
	err = playAll(ctx, &o, engines, f.games+1, func(g finishedGame) (bool, error) {
		if err := f.add(&o, g); err != nil {
			return false, err
		}
		p.Games, p.Positions = f.games, f.positions
		if o.Progress != nil {
			o.Progress(p)
		}
		return !o.done(p.Games, p.Positions), nil
	})
	return p, err
}

// finished is a game between its worker and the file.
type finished struct {
	number int
	game   finishedGame
	err    error
}

// playAll plays games from a number on, one at a time with each engine, and passes
// them on in order until it is stopped.
func playAll(ctx context.Context, o *Options, engines []engine.Engine, number int,
	each func(finishedGame) (more bool, err error)) error {
	ctx, cancel := context.WithCancel(ctx)
	var workers sync.WaitGroup
	defer func() { // in this order
		cancel()
		workers.Wait()
	}()
	numbers := make(chan int)
	results := make(chan finished)
	tickets := make(chan struct{}, ahead*len(engines))
	for _, e := range engines {
		workers.Go(func() { work(ctx, o, e, numbers, results) })
	}
	workers.Go(func() {
		for n := number; ; n++ {
			select {
			case tickets <- struct{}{}:
			case <-ctx.Done():
				return
			}
			select {
			case numbers <- n:
			case <-ctx.Done():
				return
			}
		}
	})
	waiting := map[int]finished{}
	for {
		for {
			next, ok := waiting[number]
			if !ok {
				break
			}
			delete(waiting, number)
			if next.err != nil {
				return next.err
			}
			if more, err := each(next.game); err != nil || !more {
				return err
			}
			number++
			<-tickets
		}
		select {
		case r := <-results:
			waiting[r.number] = r
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// work plays the games with the numbers that it receives.
func work(ctx context.Context, o *Options, e engine.Engine, numbers <-chan int, results chan<- finished) {
	for {
		var n int
		select {
		case n = <-numbers:
		case <-ctx.Done():
			return
		}
		g, err := o.play(ctx, e, n)
		select {
		case results <- finished{n, g, err}:
		case <-ctx.Done():
			return
		}
	}
}
