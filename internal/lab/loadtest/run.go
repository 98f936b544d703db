package loadtest

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/wane-chess/wane/internal/message"
)

// setupParallel is the number of games to set up at once.
const setupParallel = 32

// Run plays the games and returns the report. An error means that the run was
// impossible; faults of the server are in the report.
func Run(ctx context.Context, o Options) (*Report, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	hc := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: setupParallel, MaxConnsPerHost: setupParallel},
		Timeout: time.Minute}
	defer hc.CloseIdleConnections()
	t := &tally{}
	online, leave := context.WithCancel(ctx) // while the sockets are open
	defer leave()

	imports, err := newImporters(ctx, &o, hc)
	if err != nil {
		return nil, fmt.Errorf("signing up: %w", err)
	}
	before, err := o.memory()
	if err != nil {
		return nil, err
	}
	tables := make([]*table, o.Games)
	if err := forEach(ctx, o.Games, setupParallel, func(i int) error {
		tables[i] = newTable(&o, i, hc, t)
		if err := tables[i].open(online); err != nil {
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
	o.logf("begun: %s with %s\n", message.Plural(o.Games, "game"), message.Plural(sockets, "socket"))

	lobby, err := o.refreshes(ctx)
	if err != nil {
		return nil, err
	}
	costs, err := startMeter(o.Parts)
	if err != nil {
		return nil, err
	}
	start := time.Now()
	playing, done := context.WithCancel(ctx)
	over := make(chan struct{})
	kills := 0
	var samples []Sample
	var soakErr error
	var aside sync.WaitGroup
	if o.Soak != nil {
		aside.Go(func() { samples, soakErr = o.sample(playing, t, start) })
	}
	aside.Go(func() { imports.run(playing) })
	aside.Go(func() { o.progress(playing, t, start) })
	aside.Go(func() {
		defer close(over)
		var err error
		if kills, err = o.killRepeatedly(playing, start); err != nil {
			cancel(err)
		}
	})
	err = forEach(ctx, o.Games, o.Games, func(i int) error { return tables[i].play(online, over) })
	done()
	aside.Wait()
	spent, meterErr := costs.costs()
	busy := costs.busy()
	if err := cmp.Or(err, meterErr, soakErr, imports.err); err != nil {
		return nil, err
	}
	if kills < o.Kills {
		return nil, fmt.Errorf("only %d of %d kills were made before all games had stopped; the first fault: %s", kills,
			o.Kills, t.first())
	}
	refreshed, err := o.refreshes(ctx)
	if err != nil {
		return nil, err
	}
	bytes, err := o.memory()
	if err != nil {
		return nil, err
	}
	leave()
	kept := 0
	if o.Kills > 0 {
		if kept, err = o.checkAll(ctx, tables, start); err != nil {
			return nil, err
		}
	}

	r := t.report()
	r.Imports, r.Lobby = imports.result(), refreshed.since(lobby)
	// Moves in flight at the end count, and so does their time; checking the records
	// does not.
	r.For = max(o.For, t.last.Sub(start))
	r.Costs, r.Busy = spent, busy
	if r.Samples = samples; len(samples) >= fewestSamples {
		r.Trends = trends(samples)
	}
	r.Sockets, r.Kills, r.Kept, r.Rate = sockets, kills, kept, float64(r.Moves)/r.For.Seconds()
	if o.Memory != nil {
		r.BytesPerSocket, r.Bytes = (after-before)/int64(sockets), bytes
	}
	return r, nil
}

// checkAll kills the server once more and compares all played games with what it reads
// from disk. It returns their number.
func (o *Options) checkAll(ctx context.Context, tables []*table, start time.Time) (games int, err error) {
	if err := o.Kill(); err != nil {
		return 0, fmt.Errorf("the last kill: %w", err)
	}
	o.logf("%4.0f s: the server was killed and restarted once more, to check every game\n", time.Since(start).Seconds())
	for _, b := range tables {
		games += len(b.left)
	}
	return games, forEach(ctx, len(tables), setupParallel, func(i int) error { return tables[i].checkAgain(ctx) })
}

// forEach calls do for each number below n, at most parallel at once, and returns the
// first error.
func forEach(ctx context.Context, n, parallel int, do func(int) error) error {
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

func (o *Options) logf(format string, args ...any) {
	if o.Progress != nil {
		_, _ = fmt.Fprintf(o.Progress, format, args...)
	}
}

// progress writes a line every five seconds.
func (o *Options) progress(ctx context.Context, t *tally, start time.Time) {
	tick := time.NewTicker(5 * time.Second)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			games, moves, again := t.count()
			o.logf("%4.0f s: %s begun, %s, %s\n", time.Since(start).Seconds(),
				message.Plural(games, "game"), message.Plural(moves, "move"), message.Plural(again, "reconnect"))
		case <-ctx.Done():
			return
		}
	}
}

// killRepeatedly waits for the end of play and kills the server at equal intervals,
// each time after the server has run long enough. It returns after the end and the
// last restart, with the number of kills.
func (o *Options) killRepeatedly(ctx context.Context, start time.Time) (kills int, err error) {
	for {
		select {
		case <-time.After(o.For / time.Duration(o.Kills+1)):
		case <-ctx.Done():
			return kills, nil
		}
		if kills == o.Kills {
			return kills, nil
		}
		if err := o.Kill(); err != nil {
			return kills, fmt.Errorf("kill %d: %w", kills+1, err)
		}
		kills++
		o.logf("%4.0f s: the server was killed and restarted, %d of %d\n", time.Since(start).Seconds(), kills, o.Kills)
	}
}
