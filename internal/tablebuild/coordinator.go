package tablebuild

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/wane-chess/wane/tablebase"
)

// How often a coordinator asks for a material until it gives it up.
const (
	mostFailures = 3 // reported by workers
	mostAsked    = 5 // when workers died of it, or the queue lost it
)

// soon is when the next sweep comes after a failure: the worker may not have given
// its place in the queue back yet.
const soon = 2 * time.Second

// Coordinator has a plan solved by workers, and collects the tables. Several may
// want the same.
type Coordinator struct {
	Queue    Queue
	Shelf    *Shelf
	Plan     []tablebase.Material
	Sweep    time.Duration  // between looks at what nobody has reported; default 30 s
	Progress func(Progress) // called by one goroutine; may be nil
	Note     func(string)   // is told of troubles; may be nil

	agenda *agenda
	meter  *meter
	under  map[string]*errand // by the job's key
	kept   map[string]bool    // tables that everybody can fetch
	heard  bool               // some worker has reported, or somebody was told that none has
	sweeps *time.Ticker
	failed []error
}

// errand is a job that workers have been asked to do.
type errand struct {
	job      Job
	material tablebase.Material
	seen     uint64 // revision of the last report
	failures int
	asked    int
}

// Run returns when all tables are on the shelf, or when the others cannot be had.
// Whatever becomes of it, what workers have done is not lost.
func (c *Coordinator) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	c.agenda, c.meter = newAgenda(c.Plan), newMeter(c.Plan, c.Progress)
	c.under, c.kept = map[string]*errand{}, map[string]bool{}
	reports, ended := make(chan Report, 256), make(chan error, 1)
	go func() {
		ended <- c.Queue.EndingReports(ctx, func(r Report) {
			select {
			case reports <- r:
			case <-ctx.Done():
			}
		})
	}()
	c.sweeps = time.NewTicker(c.every())
	defer c.sweeps.Stop()
	for {
		if err := c.place(ctx); err != nil {
			return err
		}
		if len(c.under) == 0 {
			return c.result()
		}
		var err error
		select {
		case r := <-reports:
			err = c.hear(ctx, r)
		case <-c.sweeps.C:
			c.sweeps.Reset(c.every())
			err = c.sweep(ctx)
		case err = <-ended:
			err = errors.Join(ctx.Err(), err)
		}
		if err != nil {
			return err
		}
	}
}

func (c *Coordinator) every() time.Duration {
	if c.Sweep > 0 {
		return c.Sweep
	}
	return 30 * time.Second
}

// result is what has become of the plan when there is nothing left to do.
func (c *Coordinator) result() error {
	if n := len(c.agenda.waiting); n > 0 {
		c.failed = append(c.failed, fmt.Errorf("%d materials that need them were not asked for", n))
	}
	return errors.Join(c.failed...)
}

func (c *Coordinator) note(format string, args ...any) {
	if c.Note != nil {
		c.Note(fmt.Sprintf(format, args...))
	}
}

// place asks for all materials that wait for nothing any more.
func (c *Coordinator) place(ctx context.Context) error {
	for {
		m, ok := c.agenda.next()
		if !ok {
			return nil
		}
		j, err := c.job(m)
		if err != nil {
			return err
		}
		e := &errand{job: j, material: m}
		c.under[j.Key()] = e
		r, err := c.Queue.EndingReport(ctx, j.Key())
		if err != nil && ctx.Err() != nil {
			return err
		}
		if e.seen = r.Revision; err == nil && r.State == Done && c.collect(ctx, e, r) == nil {
			continue // it was done for somebody before
		}
		if err := c.ask(ctx, e); err != nil {
			return err
		}
	}
}

// job says what a material is to be solved with.
func (c *Coordinator) job(m tablebase.Material) (Job, error) {
	j := Job{Material: m.String()}
	for _, t := range c.Shelf.latest(m.Needs()) {
		digest, err := c.Shelf.digest(t)
		if err != nil {
			return j, fmt.Errorf("%v needs %v: %w", m, t.material, err)
		}
		j.Needs = append(j.Needs, Need{t.material.String(), digest})
	}
	return j, nil
}

// ask hands out what the job needs and puts it into the queue. If the queue cannot
// be reached, the next sweep tries again; errors are the context's and the shelf's.
func (c *Coordinator) ask(ctx context.Context, e *errand) error {
	for _, n := range e.job.Needs {
		if err := c.hand(ctx, n); err != nil {
			return err
		}
	}
	placed, err := c.Queue.EnqueueEnding(ctx, e.job)
	if err != nil {
		return c.later(ctx, e, err)
	}
	if !placed {
		return nil
	}
	if e.asked++; e.asked > mostAsked {
		c.give(e, fmt.Errorf("%v was asked for %d times and nobody has finished it: the logs of the workers may say why", e.material, mostAsked))
	}
	return nil
}

// later notes an error of the queue, which may be better at the next sweep.
func (c *Coordinator) later(ctx context.Context, e *errand, err error) error {
	if ctx.Err() == nil {
		c.note("%v has to wait: %v", e.material, err)
	}
	return ctx.Err()
}

// hand makes sure that everybody can fetch a table. Those that are built in
// everybody has.
func (c *Coordinator) hand(ctx context.Context, n Need) error {
	m, err := tablebase.ParseMaterial(n.Material)
	if err != nil || c.kept[n.Name()] || tablebase.Builtin().Has(m) {
		return err
	}
	there, err := c.Queue.HasTable(ctx, n.Name())
	if err == nil && !there {
		var data bytes.Buffer
		t, failed := c.Shelf.open(c.Shelf.latest([]tablebase.Material{m}))
		if failed != nil {
			return failed
		}
		if err := errors.Join(t.Write(&data, m), t.Close()); err != nil {
			return err
		}
		err = c.Queue.KeepTable(ctx, n.Name(), &data)
	}
	if err != nil {
		c.note("%s cannot be handed out now: %v", n.Name(), err)
	}
	c.kept[n.Name()] = err == nil
	return ctx.Err()
}

// hear takes a report in.
func (c *Coordinator) hear(ctx context.Context, r Report) error {
	e := c.under[r.Key]
	if e == nil || r.Revision <= e.seen {
		return nil
	}
	e.seen, c.heard = r.Revision, true
	switch r.State {
	case Working:
		c.meter.at(e.material, r.Entries, fmt.Sprintf("%s by %s", r.Material, r.Worker))
	case Done:
		err := c.collect(ctx, e, r)
		switch {
		case errors.Is(err, errOther), errors.Is(err, ErrNoTable):
			return c.failure(ctx, e, fmt.Sprintf("the table of %s was not what was promised: %v", r.Worker, err))
		case err != nil: // the next sweep tries again
			e.seen--
			return c.later(ctx, e, err)
		}
	case Failed:
		return c.failure(ctx, e, fmt.Sprintf("%s: %s", r.Worker, r.Trouble))
	}
	return nil
}

// failure asks anew for what a worker could not do, or gives it up.
func (c *Coordinator) failure(ctx context.Context, e *errand, why string) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	e.failures++
	c.meter.at(e.material, 0, e.material.String())
	if e.failures >= mostFailures {
		c.give(e, fmt.Errorf("%v cannot be solved: %s", e.material, why))
		return nil
	}
	c.note("%v is asked for again: %s", e.material, why)
	c.sweeps.Reset(min(c.every(), soon))
	for _, n := range e.job.Needs { // one of them may be damaged
		delete(c.kept, n.Name())
	}
	return c.ask(ctx, e)
}

// give gives a material up.
func (c *Coordinator) give(e *errand, err error) {
	c.failed = append(c.failed, err)
	c.note("%v", err)
	delete(c.under, e.job.Key())
}

// collect takes over a table that is done.
func (c *Coordinator) collect(ctx context.Context, e *errand, r Report) error {
	want := Need{r.Material, r.Digest}
	if want.Material != e.job.Material {
		return fmt.Errorf("it is of %s", want.Material)
	}
	err := c.Shelf.receive(want.Material, want, func(to io.Writer) error {
		return c.Queue.FetchTable(ctx, want.Name(), e.material.MaxFile(), to)
	})
	if errors.Is(err, errOther) || errors.Is(err, ErrNoTable) { // then it need not deceive anybody else
		err = errors.Join(err, c.Queue.DropTable(ctx, want.Name()))
	}
	if err != nil {
		return err
	}
	c.kept[want.Name()] = true
	c.agenda.done(e.material)
	delete(c.under, e.job.Key())
	c.meter.finished(e.material, fmt.Sprintf("%v by %s", e.material, r.Worker))
	return nil
}

// sweep looks after everything that is under way: reports may have been missed,
// and jobs lost.
func (c *Coordinator) sweep(ctx context.Context) error {
	if !c.heard {
		c.heard = true
		c.note("no worker has begun yet: start 'wane worker' at the same servers, if there is none")
	}
	var keys []string
	for key := range c.under {
		keys = append(keys, key)
	}
	slices.Sort(keys)
	for _, key := range keys {
		e := c.under[key]
		r, err := c.Queue.EndingReport(ctx, key)
		if err == nil && r.Revision > e.seen {
			if err := c.hear(ctx, r); err != nil {
				return err
			}
		}
		if c.under[key] == nil {
			continue
		}
		if err := c.ask(ctx, e); err != nil {
			return err
		}
	}
	return ctx.Err()
}
