package tablebuild

import (
	"cmp"
	"slices"

	"github.com/wane-chess/wane/tablebase"
)

// Plan returns the missing tables that the wanted materials need, and themselves, in an
// order in which they can be built.
func Plan(wanted []tablebase.Material, has func(tablebase.Material) bool) []tablebase.Material {
	var plan []tablebase.Material
	seen := map[tablebase.Material]bool{}
	var add func(m tablebase.Material)
	add = func(m tablebase.Material) {
		if seen[m] || has(m) {
			return
		}
		seen[m] = true
		for _, n := range m.Needs() {
			add(n)
		}
		plan = append(plan, m)
	}
	for _, m := range wanted {
		add(m)
	}
	slices.SortStableFunc(plan, func(a, b tablebase.Material) int {
		return cmp.Or(a.Pieces()-b.Pieces(), a.Pawns()-b.Pawns(), cmp.Compare(a.String(), b.String()))
	})
	return plan
}

// schedule is a plan in progress: each material waits for those that it needs. It is
// not safe for concurrent use.
type schedule struct {
	waiting []tablebase.Material                        // in order
	needs   map[tablebase.Material][]tablebase.Material // of those in the plan
	open    map[tablebase.Material]bool                 // not there yet
}

func newSchedule(plan []tablebase.Material) *schedule {
	s := &schedule{
		waiting: slices.Clone(plan),
		needs:   map[tablebase.Material][]tablebase.Material{},
		open:    map[tablebase.Material]bool{},
	}
	for _, m := range plan {
		s.open[m] = true
	}
	for _, m := range plan {
		s.needs[m] = slices.DeleteFunc(m.Needs(), func(n tablebase.Material) bool { return !s.open[n] })
	}
	return s
}

// next takes the first material that waits for nothing.
func (s *schedule) next() (m tablebase.Material, ok bool) {
	for i, m := range s.waiting {
		if !slices.ContainsFunc(s.needs[m], func(n tablebase.Material) bool { return s.open[n] }) {
			s.waiting = slices.Delete(s.waiting, i, i+1)
			return m, true
		}
	}
	return m, false
}

// done marks a material as built.
func (s *schedule) done(m tablebase.Material) { delete(s.open, m) }
