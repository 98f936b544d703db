package tt_test

import (
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/tt"
	"github.com/wane-chess/wane/game"
)

func table(t *testing.T, mb int) *tt.Table {
	t.Helper()
	table, err := tt.New(mb)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestEveryEntryReadsBack(t *testing.T) {
	table := table(t, 1)
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		key := r.Uint64()
		want := tt.Entry{
			Move:  uint16(r.Uint32()),
			Score: engine.Score(r.IntN(2*int(engine.Mate)) - int(engine.Mate)),
			Depth: r.IntN(tt.MaxDepth + 1),
			Bound: engine.Bound(r.IntN(3)),
		}
		table.Store(key, want)
		if got, ok := table.Probe(key); !ok || got != want {
			t.Fatalf("got %+v, %v; want %+v", got, ok, want)
		}
	}
	if _, ok := table.Probe(r.Uint64()); ok {
		t.Error("a position is found that was never stored")
	}
}

// A shallow bound does not displace what is known from a deep search of the same
// age; the next search's does, and takes over the move if it has none.
func TestReplacement(t *testing.T) {
	table := table(t, 1)
	const key = 0x123456789abcdef
	deep := tt.Entry{Move: 7, Score: 50, Depth: 20, Bound: engine.LowerBound}
	shallow := tt.Entry{Score: -50, Depth: 5, Bound: engine.UpperBound}
	table.Store(key, deep)
	table.Store(key, shallow)
	if got, _ := table.Probe(key); got != deep {
		t.Errorf("got %+v, want the deep entry", got)
	}
	table.NextSearch()
	table.Store(key, shallow)
	shallow.Move = deep.Move
	if got, _ := table.Probe(key); got != shallow {
		t.Errorf("got %+v, want the new entry with the known move", got)
	}
}

// Old entries give way before new ones, however deep.
func TestAgeing(t *testing.T) {
	table := table(t, 1)
	r := rand.New(rand.NewPCG(3, 4))
	for range 1 << 18 { // more than there is room for
		table.Store(r.Uint64(), tt.Entry{Depth: 60})
	}
	if full := table.Full(); full < 990 {
		t.Fatalf("the table is %d thousandths full", full)
	}
	for range 8 {
		table.NextSearch()
	}
	if full := table.Full(); full != 0 {
		t.Errorf("after aging %d thousandths are of this search", full)
	}
	kept := 0
	var keys []uint64
	for range 1000 {
		key := r.Uint64()
		keys = append(keys, key)
		table.Store(key, tt.Entry{Depth: 1})
	}
	for _, key := range keys {
		if _, ok := table.Probe(key); ok {
			kept++
		}
	}
	if kept < 990 {
		t.Errorf("%d of 1000 new entries were kept", kept)
	}
}

func TestSizes(t *testing.T) {
	for _, mb := range []int{-1, 0, tt.MaxMB + 1} {
		if _, err := tt.New(mb); err == nil {
			t.Errorf("a table of %d MB is made", mb)
		}
	}
	table := table(t, 3)
	if table.MB() != 3 {
		t.Errorf("%d MB, want 3", table.MB())
	}
	table.Store(99, tt.Entry{Depth: 3})
	if err := table.Resize(0); err == nil || table.MB() != 3 {
		t.Errorf("%v, %d MB", err, table.MB())
	}
	if _, ok := table.Probe(99); !ok {
		t.Error("a refused size emptied the table")
	}
	table.Clear(4)
	if _, ok := table.Probe(99); ok {
		t.Error("an entry outlived Clear")
	}
}

// Threads that store and probe the same lines only ever see whole entries: an
// entry's depth, score and move here all follow from its key.
func TestManyThreads(t *testing.T) {
	table := table(t, 1)
	entry := func(key uint64) tt.Entry {
		return tt.Entry{Move: uint16(key>>20) | 1, Score: engine.Score(int16(key>>36) / 2), Depth: int(key >> 52 & 63),
			Bound: engine.Bound(key >> 60 % 3)}
	}
	var all sync.WaitGroup
	for seed := range uint64(4) {
		all.Go(func() {
			r := rand.New(rand.NewPCG(seed, 9))
			for range 50_000 {
				key := uint64(r.IntN(400)) * 0x9e3779b97f4a7c15
				if got, ok := table.Probe(key); ok && got != entry(key) {
					t.Errorf("key %x: got %+v, want %+v", key, got, entry(key))
					return
				}
				table.Store(key, entry(key))
			}
		})
	}
	all.Wait()
}

func TestFold(t *testing.T) {
	if tt.Fold(game.NoMove) != 0 {
		t.Error("no move does not fold to 0")
	}
	clashes := 0
	seen := map[uint16]bool{}
	for from := range game.Square(64) {
		m := game.NewMove(from, 63-from)
		if tt.Fold(m) == 0 {
			t.Errorf("%x folds to 0", m)
		}
		if seen[tt.Fold(m)] {
			clashes++
		}
		seen[tt.Fold(m)] = true
	}
	if clashes > 1 {
		t.Errorf("%d of 64 moves share their fold with another", clashes)
	}
}

func BenchmarkProbe(b *testing.B) {
	table, err := tt.New(64)
	if err != nil {
		b.Fatal(err)
	}
	key := uint64(1)
	for b.Loop() {
		key = key*6364136223846793005 + 1442695040888963407
		table.Probe(key)
	}
}
