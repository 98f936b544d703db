// Package tablebuild builds endgame tables of whole materials: it plans which are
// needed in what order, estimates the cost, and builds them, several at a time. Each
// finished table is a file of its own that appears when it is complete, so an interrupted
// build resumes there.
package tablebuild

import (
	"context"
	"sync"

	"github.com/wane-chess/wane/tablebase"
)

// Progress is how far a plan is done.
type Progress struct {
	Materials, AllMaterials int
	Entries, AllEntries     int
	Last                    string // what is being built, or was built
}

// progressMeter adds progress up.
type progressMeter struct {
	mu         sync.Mutex
	now        Progress
	unfinished map[tablebase.Material]int // entries of those that are not finished
	report     func(Progress)             // may be nil
}

func newProgressMeter(plan []tablebase.Material, report func(Progress)) *progressMeter {
	m := &progressMeter{unfinished: map[tablebase.Material]int{}, report: report}
	for _, material := range plan {
		m.now.AllMaterials++
		m.now.AllEntries += material.Entries()
	}
	return m
}

// update sets how many entries of a material are done.
func (m *progressMeter) update(material tablebase.Material, entries int, text string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now.Entries += entries - m.unfinished[material]
	m.unfinished[material] = entries
	m.notify(text)
}

// finished marks a material as done.
func (m *progressMeter) finished(material tablebase.Material, text string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now.Entries += material.Entries() - m.unfinished[material]
	m.now.Materials++
	delete(m.unfinished, material)
	m.notify(text)
}

func (m *progressMeter) notify(text string) {
	m.now.Last = text
	if m.report != nil {
		m.report(m.now)
	}
}

// Builder builds a plan.
type Builder struct {
	Library  *Library
	Plan     []tablebase.Material
	Workers  int            // materials at a time
	Progress func(Progress) // calls do not overlap; may be nil
}

// Run returns when all tables are in the library, or with the first error. Finished
// tables stay.
func (b *Builder) Run(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type result struct {
		material tablebase.Material
		err      error
	}
	var (
		agenda  = newSchedule(b.Plan)
		meter   = newProgressMeter(b.Plan, b.Progress)
		results = make(chan result)
		running int
		failed  error
	)
	for {
		for failed == nil && running < max(b.Workers, 1) {
			m, ok := agenda.next()
			if !ok {
				break
			}
			running++
			go func() { results <- result{m, b.solve(ctx, m, meter)} }()
		}
		if running == 0 {
			return failed
		}
		r := <-results
		running--
		switch {
		case r.err == nil:
			agenda.done(r.material)
			meter.finished(r.material, r.material.String())
		case failed == nil:
			failed = r.err
			cancel()
		}
	}
}

// solve builds and packs a material with the tables of the library and adds it there.
func (b *Builder) solve(ctx context.Context, m tablebase.Material, p *progressMeter) error {
	known, err := b.Library.open(m.Needs())
	if err != nil {
		return err
	}
	defer func() { _ = known.Close() }() // only read from
	done := 0
	solved, err := tablebase.Solve(ctx, m, known, func(n int) {
		done += n
		p.update(m, done, m.String())
	})
	if err != nil {
		return err
	}
	if err := solved.Pack(ctx); err != nil {
		return err
	}
	return b.Library.add(m, solved)
}
