package loadtest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"
)

// together is how many games are set up at the same time.
const together = 32

// Run plays the games and reports. The error is about a run that could not be
// made; what was wrong with the moves stands in the report.
func Run(ctx context.Context, o Options) (*Report, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	hc := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: together}, Timeout: time.Minute}
	defer hc.CloseIdleConnections()
	t := &tally{}

	before, err := o.memory()
	if err != nil {
		return nil, err
	}
	tables := make([]*table, o.Games)
	if err := spread(ctx, o.Games, together, func(i int) error {
		tables[i] = newTable(&o, i, hc, t)
		if err := tables[i].open(ctx); err != nil {
			return err
		}
		return tables[i].begin(ctx)
	}); err != nil {
		return nil, fmt.Errorf("setting up: %w", err)
	}
	sockets := 0
	for _, b := range tables {
		sockets += len(b.clients())
	}
	after, err := o.memory()
	if err != nil {
		return nil, err
	}
	o.tell("%d games with %d sockets have begun\n", o.Games, sockets)

	start := time.Now()
	deadline := start.Add(o.For)
	watching, done := context.WithCancel(ctx)
	var aside sync.WaitGroup
	var kills int
	var killed error
	aside.Go(func() { o.progress(watching, t, start) })
	aside.Go(func() { kills, killed = o.kill(watching, start) })
	err = spread(ctx, o.Games, o.Games, func(i int) error { return tables[i].play(ctx, deadline) })
	done()
	aside.Wait()
	if err := errors.Join(err, killed); err != nil {
		return nil, err
	}

	r := t.report()
	// Moves that were under way at the end count, and so does their time; checking
	// the records does not.
	r.For = max(o.For, t.last.Sub(start))
	r.Sockets, r.Kills, r.Rate = sockets, kills, float64(r.Moves)/r.For.Seconds()
	if o.Memory != nil {
		r.BytesPerSocket = (after - before) / int64(sockets)
		if r.Bytes, err = o.Memory(); err != nil {
			return nil, err
		}
	}
	return r, nil
}

// spread calls do for each number below n, so many at a time, and returns the
// first error.
func spread(ctx context.Context, n, parallel int, do func(int) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	next := make(chan int)
	var wg sync.WaitGroup
	for range min(parallel, n) {
		wg.Go(func() {
			for i := range next {
				if err := do(i); err != nil {
					stop(err)
				}
			}
		})
	}
feed:
	for i := range n {
		select {
		case next <- i:
		case <-ctx.Done():
			break feed
		}
	}
	close(next)
	wg.Wait()
	return context.Cause(ctx)
}

func (o *Options) memory() (int64, error) {
	if o.Memory == nil {
		return 0, nil
	}
	return o.Memory()
}

func (o *Options) tell(format string, args ...any) {
	if o.Progress != nil {
		_, _ = fmt.Fprintf(o.Progress, format, args...)
	}
}

// progress tells how it goes every five seconds.
func (o *Options) progress(ctx context.Context, t *tally, start time.Time) {
	tick := time.NewTicker(5 * time.Second)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			games, moves, again := t.count()
			o.tell("%4.0f s: %d games begun, %d moves, %d sockets opened again\n", time.Since(start).Seconds(), games, moves, again)
		case <-ctx.Done():
			return
		}
	}
}

// kill kills the server as often as asked, at equal distances, and returns how
// often it did.
func (o *Options) kill(ctx context.Context, start time.Time) (kills int, err error) {
	for kills < o.Kills {
		at := start.Add(o.For * time.Duration(kills+1) / time.Duration(o.Kills+1))
		select {
		case <-time.After(time.Until(at)):
		case <-ctx.Done():
			return kills, nil
		}
		if err := o.Kill(); err != nil {
			return kills, fmt.Errorf("kill %d: %w", kills+1, err)
		}
		kills++
		o.tell("%4.0f s: the server was killed and started again, %d of %d\n", time.Since(start).Seconds(), kills, o.Kills)
	}
	return kills, nil
}
