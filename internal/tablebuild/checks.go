package tablebuild

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/tablebase"
)

const (
	// sample: one of so many tables is verified, besides the first of each worker.
	sample = 8
	// checkSweeps is how many sweeps a verification waits for another worker.
	checkSweeps = 4
)

// Checks counts the tables that a coordinator has received, and those of them that were
// verified.
type Checks struct {
	Received int
	ByOthers int      // verified by another worker
	Here     int      // verified by the coordinator
	Wrong    int      // found wrong
	Rebuilt  int      // tables that were built again, since a worker or what they need was wrong
	Banned   []string // workers that got no more jobs
}

// Checks returns what was verified, once Run has ended.
func (c *Coordinator) Checks() Checks { return c.checks }

// String describes the checks in sentences.
func (k Checks) String() string {
	if k.Received == 0 {
		return "No table came from a worker."
	}
	text := fmt.Sprintf("Of %s from workers, %d were verified by another worker and %d here.", message.Plural(k.Received, "table"), k.ByOthers, k.Here)
	if k.ByOthers == 0 {
		text += " Nothing was verified by another worker."
	}
	if len(k.Banned) > 0 {
		text += fmt.Sprintf(" %d were wrong: %s got no more jobs, and %s built again.",
			k.Wrong, strings.Join(k.Banned, ", "), message.Plural(k.Rebuilt, "table")+map[bool]string{true: " was", false: " were"}[k.Rebuilt == 1])
	}
	return text
}

// wrongEntry is the error of a table that says what the rules do not.
type wrongEntry struct{ error }

// Unwrap returns the error.
func (e wrongEntry) Unwrap() error { return e.error }

// verify verifies the table at a place against the rules and the tables that it needs.
func verify(ctx context.Context, l *Library, t table, needs []table, rules func(name string) (game.Game, error), step func(entries int)) error {
	g, err := rules(t.material.Game().String())
	if err != nil {
		return err
	}
	open, err := l.open(append(slices.Clone(needs), t))
	if err != nil {
		return err
	}
	defer func() { _ = open.Close() }() // only read from
	if err := open.Verify(ctx, t.material, g, step); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return wrongEntry{err}
	}
	return nil
}

// samples reports whether a table of a worker is to be verified. A worker cannot foresee it.
func (c *Coordinator) samples(worker string) bool {
	if c.Rules == nil {
		return false
	}
	first := !c.checked[worker]
	c.checked[worker] = true
	return first || rand.IntN(sample) == 0
}

// requestCheck has another worker verify a table that is in the library, or does it here.
func (c *Coordinator) requestCheck(ctx context.Context, e *request, r Report) error {
	j := e.job
	j.Verify, j.Not = r.Digest, append(slices.Clone(j.Not), r.Worker)
	slices.Sort(j.Not)
	check := &request{job: j, material: e.material, builder: r.Worker}
	c.active[j.Key()] = check
	for worker := range c.workers {
		if !slices.Contains(j.Not, worker) {
			return c.enqueue(ctx, check)
		}
	}
	c.checkHere(ctx, check)
	return nil
}

// takeCheck handles the report of a worker about a verification. What it says against the
// builder is verified here, since it may be wrong itself.
func (c *Coordinator) takeCheck(ctx context.Context, e *request, r Report) error {
	switch {
	case r.State == Working:
		e.sweeps = 0
	case r.State == Done && r.Digest == e.job.Verify:
		c.checks.ByOthers++
		delete(c.active, e.job.Key())
		c.accept(e.material)
	case r.State == Failed:
		c.warn("%v was not verified: %s: %s", e.material, r.Worker, r.Error)
		c.checkHere(ctx, e)
	default:
		c.warn("%s says that the table of %v by %s is wrong: it is verified here", r.Worker, e.material, e.builder)
		e.accuser = r.Worker
		c.checkHere(ctx, e)
	}
	return nil
}

// verdict is the result of a verification here.
type verdict struct {
	key string
	e   *request
	err error
}

// checkHere verifies a table in the background.
func (c *Coordinator) checkHere(ctx context.Context, e *request) {
	key := e.job.Key()
	e.here = true
	at := c.Library.current([]tablebase.Material{e.material})[0]
	needs := c.Library.current(e.material.Needs())
	go func() {
		err := verify(ctx, c.Library, at, needs, c.Rules, nil)
		select {
		case c.verdicts <- verdict{key, e, err}:
		case <-ctx.Done():
		}
	}()
}

// judge handles the result of a verification here: who was wrong gets no more jobs.
func (c *Coordinator) judge(ctx context.Context, v verdict) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if c.active[v.key] != v.e { // what it was built on is built again
		return nil
	}
	delete(c.active, v.key)
	c.checks.Here++
	if v.err == nil {
		if accuser := v.e.accuser; accuser != "" && !c.banned[accuser] {
			c.ban(accuser, fmt.Sprintf("it called the table of %v by %s wrong, which is right", v.e.material, v.e.builder))
			if err := c.rebuild(ctx, accuser); err != nil {
				return err
			}
		}
		if c.builders[v.e.material] != "" {
			c.accept(v.e.material)
		}
		return nil
	}
	c.checks.Wrong++
	c.ban(v.e.builder, fmt.Sprintf("its table of %v is wrong: %v", v.e.material, v.err))
	c.meter.update(v.e.material, 0, v.e.material.String())
	return c.rebuild(ctx, v.e.builder)
}

// ban gives a worker no more jobs of this build.
func (c *Coordinator) ban(worker, why string) {
	c.banned[worker] = true
	delete(c.workers, worker)
	c.checks.Banned = append(c.checks.Banned, worker)
	c.warn("%s gets no more jobs: %s", worker, why)
}

// rebuild has everything built again that a worker has built, and that was built on it.
func (c *Coordinator) rebuild(ctx context.Context, worker string) error {
	again := map[tablebase.Material]bool{}
	var add func(m tablebase.Material)
	add = func(m tablebase.Material) {
		if again[m] {
			return
		}
		again[m] = true
		for _, n := range c.schedule.dependents[m] {
			add(n)
		}
	}
	for m, by := range c.builders {
		if by == worker {
			add(m)
		}
	}
	for key, e := range c.active {
		if again[e.material] {
			delete(c.active, key)
			c.meter.update(e.material, 0, e.material.String())
			if e.builder == "" {
				c.schedule.reopen(e.material)
			}
		}
	}
	for m := range again {
		if c.builders[m] == "" { // not built yet
			continue
		}
		at := c.Library.current([]tablebase.Material{m})[0]
		digest, err := c.Library.digest(at)
		if err == nil {
			name := TableRef{m.String(), digest}.Name()
			delete(c.shared, name)
			if drop := c.Queue.DeleteTable(ctx, name); drop != nil {
				c.warn("%s cannot be deleted: %v", name, drop)
			}
		}
		if err := c.Library.remove(m); err != nil {
			return err
		}
		if !c.schedule.open[m] {
			c.meter.reopened(m, m.String())
		}
		delete(c.builders, m)
		c.schedule.reopen(m)
		c.checks.Rebuilt++
	}
	return ctx.Err()
}
