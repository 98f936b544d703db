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

// meter adds progress up.
type meter struct {
	mu     sync.Mutex
	now    Progress
	under  map[tablebase.Material]int // entries of those that are not finished
	report func(Progress)             // may be nil
}

func newMeter(plan []tablebase.Material, report func(Progress)) *meter {
	m := &meter{under: map[tablebase.Material]int{}, report: report}
	for _, material := range plan {
		m.now.AllMaterials++
		m.now.AllEntries += material.Entries()
	}
	return m
}

// at says how much of a material is solved.
func (m *meter) at(material tablebase.Material, entries int, text string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now.Entries += entries - m.under[material]
	m.under[material] = entries
	m.tell(text)
}

// finished says that a material is there.
func (m *meter) finished(material tablebase.Material, text string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.now.Entries += material.Entries() - m.under[material]
	m.now.Materials++
	delete(m.under, material)
	m.tell(text)
}

func (m *meter) tell(text string) {
	m.now.Last = text
	if m.report != nil {
		m.report(m.now)
	}
}

// Builder solves a plan on this machine.
type Builder struct {
	Shelf    *Shelf
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
		agenda  = newAgenda(b.Plan)
		meter   = newMeter(b.Plan, b.Progress)
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
			go func() { results <- result{m, solveHere(ctx, b.Shelf, m, meter)} }()
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
func solveHere(ctx context.Context, s *Shelf, m tablebase.Material, p *meter) error {
	done := 0
	solved, err := solve(ctx, s, m, s.latest(m.Needs()), func(n int) {
		done += n
		p.at(m, done, m.String())
	})
	if err != nil {
		return err
	}
	return s.keep(m.String(), m, solved)
}

// solve solves a material with tables of the shelf, and packs it.
func solve(ctx context.Context, s *Shelf, m tablebase.Material, with []table, step func(entries int)) (*tablebase.Table, error) {
	known, err := s.open(with)
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
