package tablebuild

import (
	"context"
	"sync"

	"github.com/wane-chess/wane/tablebase"
)

// Progress says how far a plan has come.
type Progress struct {
	Materials, AllMaterials int
	Entries, AllEntries     int
	Last                    string // what is under way, or who has done what
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

// update says how much of a material is solved.
func (m *progressMeter) update(material tablebase.Material, entries int, text string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now.Entries += entries - m.unfinished[material]
	m.unfinished[material] = entries
	m.notify(text)
}

// finished says that a material is there.
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

// Builder solves a plan on this machine.
type Builder struct {
	Library  *Library
	Plan     []tablebase.Material
	Workers  int            // materials at a time
	Progress func(Progress) // called by one goroutine at a time; may be nil
}

// Run returns when all tables are on the shelf, or with the first error. What is
// finished stays there.
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
			go func() { results <- result{m, solveHere(ctx, b.Library, m, meter)} }()
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

// solveHere solves a material with the tables of the shelf and puts it there.
func solveHere(ctx context.Context, l *Library, m tablebase.Material, p *progressMeter) error {
	done := 0
	solved, err := solve(ctx, l, m, l.current(m.Needs()), func(n int) {
		done += n
		p.update(m, done, m.String())
	})
	if err != nil {
		return err
	}
	return l.add(m.String(), m, solved)
}

// solve solves a material with tables of the shelf, and packs it.
func solve(ctx context.Context, l *Library, m tablebase.Material, with []table, step func(entries int)) (*tablebase.Table, error) {
	known, err := l.open(with)
	if err != nil {
		return nil, err
	}
	defer func() { _ = known.Close() }() // only read from
	solved, err := tablebase.Solve(ctx, m, known, step)
	if err != nil {
		return nil, err
	}
	return solved, solved.Pack(ctx, func() { step(0) })
}
