package tablebuild

import (
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/tablebase"
)

// TestPlan: everything stands after all that it needs, and what is there is not
// made.
func TestPlan(t *testing.T) {
	builtin := tablebase.Builtin().Has
	for _, c := range []struct{ wanted, want string }{
		{"KQvKR", ""},
		{"KQRvKR", "KQRvKR"},
		{"KQPvKQ", "KQBvKQ KQNvKQ KQQvKQ KQRvKQ KQPvKQ"},
		{"KQRvKR KRPvKR KQRvKR", "KQRvKR KRBvKR KRNvKR KRRvKR KRPvKR"},
	} {
		var names []string
		for _, m := range Plan(materials(t, strings.Fields(c.wanted)...), builtin) {
			names = append(names, m.String())
		}
		if got := strings.Join(names, " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.wanted, got, c.want)
		}
	}
	has := map[tablebase.Material]bool{}
	for _, m := range Plan(materials(t, "KPPvKPP"), builtin) {
		for _, n := range m.Needs() {
			if !has[n] && !builtin(n) {
				t.Fatalf("%v comes before %v, which it needs", m, n)
			}
		}
		has[m] = true
	}
	if len(has) < 120 {
		t.Errorf("only %d materials are needed", len(has))
	}
}

// TestSchedule: a material comes when what it needs is done, not before.
func TestSchedule(t *testing.T) {
	plan := Plan(materials(t, "KRPvKR", "KQQvKB"), tablebase.Builtin().Has)
	s := newSchedule(plan)
	var first []string
	for {
		m, ok := s.next()
		if !ok {
			break
		}
		first = append(first, m.String())
	}
	if want := []string{"KQQvKB", "KQRvKR", "KRBvKR", "KRNvKR", "KRRvKR"}; !slices.Equal(first, want) {
		t.Fatalf("at first %v, want %v", first, want)
	}
	for i, m := range materials(t, first...) {
		if _, ok := s.next(); ok {
			t.Fatalf("something comes when only %v are done", first[:i])
		}
		s.done(m)
	}
	if m, ok := s.next(); !ok || m.String() != "KRPvKR" {
		t.Errorf("at last comes %v", m)
	}
}

// TestCost: the estimate has the right size.
func TestCost(t *testing.T) {
	speed, err := MeasureSpeed(t.Context(), 2)
	if err != nil || speed < 1000 {
		t.Fatalf("%f entries a second, %v", speed, err)
	}
	large := EstimateCost(materials(t, "KQRvKRB"), 1e6)
	if large.Materials != 1 || large.Entries != 17_983_440 || large.Work.Seconds() < 17.9 || large.Work.Seconds() > 72 {
		t.Errorf("KQRvKRB costs %+v", large)
	}
	if twice := EstimateCost(materials(t, "KQRvKRB"), 2e6); twice.Work != large.Work/2 {
		t.Errorf("on a machine that is twice as fast it takes %v and not half of %v", twice.Work, large.Work)
	}
	all := EstimateCost(tablebase.Shrink.Materials(6), 1e6)
	if all.Materials != 365 || all.MemoryEach < large.MemoryEach || all.MemoryEach > 500e6 ||
		all.Disk < 5e8 || all.Disk > 2e9 {
		t.Errorf("all of 6 pieces cost %+v", all)
	}
	pawns, none := EstimateCost(materials(t, "KRPvKBP"), 1e6), EstimateCost(materials(t, "KRBvKRN"), 1e6)
	if pawns.Memory <= none.Memory {
		t.Errorf("with tables for promotions it takes %d bytes, without %d", pawns.Memory, none.Memory)
	}
}
