package solver

import (
	"testing"

	"github.com/wane-chess/wane/engine/eval"
)

// tiny returns a solver whose table has so few buckets that it forgets nearly all
// that it finds out.
func tiny(buckets int) *Solver {
	s := &Solver{table: table{buckets: make([]bucket, buckets)}, newNode: eval.NewNode}
	s.SetThreads(1)
	return s
}

// NewTiny is tiny, for the tests outside.
var NewTiny = tiny

// What is stored is found again, as long as nothing takes its place.
func TestTable(t *testing.T) {
	for _, k := range []numbers{
		{1, 1, 0}, {maxFinite, maxFinite, 7}, {0, infinite, longest}, {infinite, 0, 1}, {1, maxFinite, 200},
		{maxFinite, 1, 0},
	} {
		table := &tiny(1).table
		table.store(77, k, 1<<40)
		if got, ok := table.probe(77); !ok || got != k {
			t.Errorf("%+v is stored, %+v %v found", k, got, ok)
		}
		if _, ok := table.probe(78); ok {
			t.Error("what was never stored is found")
		}
	}
	// What is settled stays so, if a thread that does not know it stores the position.
	table := &tiny(1).table
	table.store(77, numbers{infinite, 0, 1}, 1<<40)
	table.store(77, numbers{1, 2, 0}, 1<<50)
	if got, _ := table.probe(77); !got.settled() {
		t.Errorf("a settled position became %+v", got)
	}
	// Of a full bucket, what took the least work goes, or what is from before.
	table.store(1, numbers{1, 2, 0}, 1000)
	table.store(2, numbers{1, 2, 0}, 10)
	table.store(3, numbers{1, 2, 0}, 1000)
	table.store(4, numbers{1, 2, 0}, 1)
	for key, want := range map[uint64]bool{77: true, 1: true, 2: false, 3: true, 4: true} {
		if _, ok := table.probe(key); ok != want {
			t.Errorf("key %d is there: %v, want %v", key, ok, want)
		}
	}
	table.age++
	for key := uint64(10); key < 13; key++ {
		table.store(key, numbers{1, 2, 0}, 1<<12)
	}
	if _, ok := table.probe(77); !ok {
		t.Error("so much work is worth more than a little of today's")
	}
	for key := uint64(10); key < 13; key++ {
		if _, ok := table.probe(key); !ok {
			t.Errorf("key %d of today is gone, though there was room", key)
		}
	}
}

// Numbers too large for an entry stay open and never become what cannot be.
func TestGather(t *testing.T) {
	open := func(phi, delta uint32) child { return child{numbers: numbers{phi: phi, delta: delta}} }
	won := func(plies uint8) child { return child{numbers: numbers{0, infinite, plies}} }
	lost := func(plies uint8) child { return child{numbers: numbers{infinite, 0, plies}} }
	for _, c := range []struct {
		name     string
		children []child
		want     numbers
		best     int
		second   uint32
	}{
		{"sums of what is open", []child{open(3, 5), open(4, 2), open(1, 9)}, numbers{phi: 2, delta: 8}, 1, 5},
		{"equals", []child{open(3, 2), open(1, 2)}, numbers{phi: 2, delta: 4}, 1, 2},
		{"a sum too large", []child{open(maxFinite, maxFinite), open(maxFinite, maxFinite), open(maxFinite, maxFinite)},
			numbers{phi: maxFinite, delta: maxFinite}, 0, maxFinite},
		{"the only one open", []child{won(3), open(2, 4), won(9)}, numbers{phi: 4, delta: 2}, 1, maxFinite},
		{"the quickest win", []child{open(1, 1), lost(9), lost(3), lost(5)}, numbers{0, infinite, 4}, 2, 0},
		{"the longest defense", []child{won(2), won(8), won(4)}, numbers{infinite, 0, 9}, 0, maxFinite},
		{"no end to counting", []child{won(longest)}, numbers{infinite, 0, longest}, 0, maxFinite},
	} {
		k, best, second := gather(c.children)
		if k != c.want || k.phi != infinite && (best != c.best || second != c.second) {
			t.Errorf("%s: %+v, best %d, second %d; want %+v, %d, %d", c.name, k, best, second, c.want, c.best, c.second)
		}
	}
}
