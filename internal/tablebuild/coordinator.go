package tablebuild

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/tablebase"
)

// How often a coordinator requests a table before it gives up.
const (
	maxFailures = 3 // reported by workers
	maxRequests = 5 // also when workers die of it or the queue loses it
	// maxIntrusions is how often a worker may do a job that is not for it.
	maxIntrusions = 50
)

// retrySweep is the time to the next sweep after a failure, in which the worker returns
// its place in the queue.
const retrySweep = 2 * time.Second

// Coordinator has workers build a plan, and collects the tables. Several coordinators
// may build the same.
type Coordinator struct {
	Queue    Queue
	Library  *Library
	Plan     []tablebase.Material
	Sweep    time.Duration  // interval of checks for missed reports; default 30 s
	Progress func(Progress) // calls do not overlap; may be nil
	Warn     func(string)   // is informed of troubles; may be nil
	// Rules finds the games by their names. With it, the first table of each worker, and one in
	// sample of the others, is verified before any other depends on it: by another worker, or
	// here, if there is none. nil: none is verified.
	Rules func(name string) (game.Game, error)

	checks   Checks
	checked  map[string]bool // workers of which a table was verified
	workers  map[string]bool // that have reported
	banned   map[string]bool // workers that have sent a wrong table
	builders map[tablebase.Material]string
	verdicts chan verdict
	schedule *schedule
	meter    *progressMeter
	active   map[string]*request // by the job's key
	shared   map[string]bool     // names of tables that workers can fetch
	reported bool                // a worker has reported, or the warning that none has was given
	ticker   *time.Ticker
	failed   []error
}

// request is a job that is in the queue.
type request struct {
	job      Job
	material tablebase.Material
	seen     uint64 // revision of the last report
	failures int
	requests int
	// intrusions counts the reports of workers that must not do the job.
	intrusions int
	// builder is the worker whose table is verified; empty: the table is to be built.
	builder string
	accuser string // the worker that calls it wrong; empty: none
	sweeps  int    // since a worker last reported about the verification
	here    bool   // it is verified here
}

// Run returns when all tables are in the library, or when the rest cannot be built.
// Results of workers are never lost.
func (c *Coordinator) Run(ctx context.Context) (err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c.schedule, c.meter = newSchedule(c.Plan), newProgressMeter(c.Plan, c.Progress)
	c.active, c.shared = map[string]*request{}, map[string]bool{}
	c.checks, c.checked, c.workers, c.banned = Checks{}, map[string]bool{}, map[string]bool{}, map[string]bool{}
	c.builders, c.verdicts = map[tablebase.Material]string{}, make(chan verdict)
	reports, ended := make(chan Report, 256), make(chan error, 1)
	go func() {
		ended <- c.Queue.WatchTableReports(ctx, func(r Report) {
			select {
			case reports <- r:
			case <-ctx.Done():
			}
		})
	}()
	c.ticker = time.NewTicker(c.sweepInterval())
	defer c.ticker.Stop()
	defer func() { // a build that is resumed must not depend on what was not verified
		for _, e := range c.active {
			if e.builder != "" {
				err = errors.Join(err, c.Library.remove(e.material))
			}
		}
	}()
	for {
		if err := c.requestReady(ctx); err != nil {
			return err
		}
		if len(c.active) == 0 {
			return c.result()
		}
		select {
		case r := <-reports:
			err = c.takeReport(ctx, r)
		case <-c.ticker.C:
			c.ticker.Reset(c.sweepInterval())
			err = c.sweep(ctx)
		case v := <-c.verdicts:
			err = c.judge(ctx, v)
		case err = <-ended:
			err = errors.Join(ctx.Err(), err)
		}
		if err != nil {
			return err
		}
	}
}

func (c *Coordinator) sweepInterval() time.Duration {
	if c.Sweep > 0 {
		return c.Sweep
	}
	return 30 * time.Second
}

// result is the outcome when no requests remain.
func (c *Coordinator) result() error {
	if n := len(c.schedule.waiting); n > 0 {
		c.failed = append(c.failed, fmt.Errorf("not built, as they need these: %s", message.Plural(n, "material")))
	}
	return errors.Join(c.failed...)
}

func (c *Coordinator) warn(format string, args ...any) {
	if c.Warn != nil {
		c.Warn(fmt.Sprintf(format, args...))
	}
}

// requestReady requests all materials whose tables exist.
func (c *Coordinator) requestReady(ctx context.Context) error {
	for {
		m, ok := c.schedule.next()
		if !ok {
			return nil
		}
		j, err := c.job(m)
		if err != nil {
			return err
		}
		e := &request{job: j, material: m}
		c.active[j.Key()] = e
		r, err := c.Queue.TableReport(ctx, j.Key())
		if err != nil && ctx.Err() != nil {
			return err
		}
		if e.seen = r.Revision; err == nil && r.State == Done && !c.banned[r.Worker] && c.collect(ctx, e, r) == nil {
			continue // an earlier request built it
		}
		if err := c.enqueue(ctx, e); err != nil {
			return err
		}
	}
}

// job returns the job for a material.
func (c *Coordinator) job(m tablebase.Material) (Job, error) {
	j := Job{Material: m.String(), Not: slices.Sorted(maps.Keys(c.banned))}
	for _, t := range c.Library.current(m.Needs()) {
		digest, err := c.Library.digest(t)
		if err != nil {
			return j, fmt.Errorf("%v needs %v: %w", m, t.material, err)
		}
		j.Needs = append(j.Needs, TableRef{t.material.String(), digest})
	}
	return j, nil
}

// enqueue shares the tables that the job needs and enqueues it. If the queue fails, the
// next sweep retries; errors are the context's and the library's.
func (c *Coordinator) enqueue(ctx context.Context, e *request) error {
	for _, n := range e.job.Needs {
		if err := c.share(ctx, n); err != nil {
			return err
		}
	}
	placed, err := c.Queue.EnqueueTable(ctx, e.job)
	if err != nil {
		return c.postpone(ctx, e, err)
	}
	if !placed {
		return nil
	}
	if e.requests++; e.requests > maxRequests && e.builder == "" {
		c.giveUp(e, fmt.Errorf("%v was requested %d times without a result: see the logs of the workers", e.material, maxRequests))
	}
	return nil
}

// postpone notes an error of the queue. The next sweep retries.
func (c *Coordinator) postpone(ctx context.Context, e *request, err error) error {
	if ctx.Err() == nil {
		c.warn("%v is postponed: %v", e.material, err)
	}
	return ctx.Err()
}

// share makes sure that workers can fetch a table. All have the built-in ones.
func (c *Coordinator) share(ctx context.Context, n TableRef) error {
	m, err := tablebase.ParseMaterial(n.Material)
	if err != nil || c.shared[n.Name()] || tablebase.Builtin().Has(m) {
		return err
	}
	there, err := c.Queue.HasTable(ctx, n.Name())
	if err == nil && !there {
		var data bytes.Buffer
		t, failed := c.Library.open(c.Library.current([]tablebase.Material{m}))
		if failed != nil {
			return failed
		}
		if err := errors.Join(t.Write(&data, m), t.Close()); err != nil {
			return err
		}
		err = c.Queue.PutTable(ctx, n.Name(), &data)
	}
	if err != nil {
		c.warn("%s cannot be uploaded now: %v", n.Name(), err)
	}
	c.shared[n.Name()] = err == nil
	return ctx.Err()
}

// takeReport handles a report.
func (c *Coordinator) takeReport(ctx context.Context, r Report) error {
	e := c.active[r.Key]
	if e == nil || r.Revision <= e.seen {
		return nil
	}
	e.seen, c.reported = r.Revision, true
	if e.here {
		return nil
	}
	if c.banned[r.Worker] && !slices.Contains(e.job.Not, r.Worker) { // it has a job of before
		if e.builder != "" {
			c.checkHere(ctx, e)
			return nil
		}
		delete(c.active, r.Key)
		c.meter.update(e.material, 0, e.material.String())
		c.schedule.reopen(e.material)
		return nil
	}
	if slices.Contains(e.job.Not, r.Worker) { // it takes jobs that are not for it
		if r.State == Working {
			return nil
		}
		switch e.intrusions++; {
		case e.intrusions > maxIntrusions && e.builder != "":
			c.checkHere(ctx, e)
			return nil
		case e.intrusions > maxIntrusions:
			c.warn("%v is built here, as %s takes the jobs of others: stop it", e.material, r.Worker)
			if err := solveHere(ctx, c.Library, e.material, c.meter); err != nil {
				c.giveUp(e, err)
				return ctx.Err()
			}
			delete(c.active, e.job.Key())
			c.builders[e.material] = "this process"
			c.accept(e.material)
			return nil
		}
		e.requests--
		return c.enqueue(ctx, e)
	}
	c.workers[r.Worker] = true
	if e.builder != "" {
		return c.takeCheck(ctx, e, r)
	}
	switch r.State {
	case Working:
		c.meter.update(e.material, r.Entries, fmt.Sprintf("%s by %s", r.Material, r.Worker))
	case Done:
		err := c.collect(ctx, e, r)
		switch {
		case errors.Is(err, errWrongTable), errors.Is(err, ErrNoTable):
			return c.retry(ctx, e, fmt.Sprintf("%s sent a wrong table: %v", r.Worker, err))
		case err != nil: // the next sweep retries
			e.seen--
			return c.postpone(ctx, e, err)
		}
	case Failed:
		return c.retry(ctx, e, fmt.Sprintf("%s: %s", r.Worker, r.Error))
	}
	return nil
}

// retry requests a failed job again, or gives it up.
func (c *Coordinator) retry(ctx context.Context, e *request, why string) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	e.failures++
	c.meter.update(e.material, 0, e.material.String())
	if e.failures >= maxFailures {
		c.giveUp(e, fmt.Errorf("%v cannot be solved: %s", e.material, why))
		return nil
	}
	c.warn("%v is requested again: %s", e.material, why)
	c.ticker.Reset(min(c.sweepInterval(), retrySweep))
	for _, n := range e.job.Needs { // one of them may be damaged
		delete(c.shared, n.Name())
	}
	return c.enqueue(ctx, e)
}

// giveUp records the failure of a material.
func (c *Coordinator) giveUp(e *request, err error) {
	c.failed = append(c.failed, err)
	c.warn("%v", err)
	delete(c.active, e.job.Key())
}

// collect fetches a finished table.
func (c *Coordinator) collect(ctx context.Context, e *request, r Report) error {
	want := TableRef{r.Material, r.Digest}
	if want.Material != e.job.Material {
		return fmt.Errorf("it is a table of %s", want.Material)
	}
	err := c.Library.addReceived(want.Material, want, func(to io.Writer) error {
		return c.Queue.GetTable(ctx, want.Name(), e.material.MaxFile(), to)
	})
	if errors.Is(err, errWrongTable) || errors.Is(err, ErrNoTable) { // so that no other process fetches it
		err = errors.Join(err, c.Queue.DeleteTable(ctx, want.Name()))
	}
	if err != nil {
		return err
	}
	c.shared[want.Name()] = true
	delete(c.active, e.job.Key())
	c.builders[e.material] = r.Worker
	c.checks.Received++
	if c.samples(r.Worker) {
		return c.requestCheck(ctx, e, r)
	}
	c.accept(e.material)
	return nil
}

// accept lets other tables depend on one.
func (c *Coordinator) accept(m tablebase.Material) {
	c.schedule.done(m)
	c.meter.finished(m, fmt.Sprintf("%v by %s", m, c.builders[m]))
}

// sweep checks all requests: reports may have been missed, and jobs lost.
func (c *Coordinator) sweep(ctx context.Context) error {
	if !c.reported {
		c.reported = true
		c.warn("no worker has started yet: run 'wane worker' with the same servers")
	}
	var keys []string
	for key := range c.active {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		e := c.active[key]
		if e == nil || e.here { // ended meanwhile, or no worker is asked
			continue
		}
		r, err := c.Queue.TableReport(ctx, key)
		if err == nil && r.Revision > e.seen {
			if err := c.takeReport(ctx, r); err != nil {
				return err
			}
		}
		if c.active[key] == nil {
			continue
		}
		if e.sweeps++; e.builder != "" && e.sweeps > checkSweeps {
			c.checkHere(ctx, e)
			continue
		}
		if err := c.enqueue(ctx, e); err != nil {
			return err
		}
	}
	return ctx.Err()
}
