package main

import (
	"context"
	"testing"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/lab/bench"
	"github.com/wane-chess/wane/internal/lab/bench/benchtest"
	"github.com/wane-chess/wane/internal/page/engineworker"
	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/tablebase"
)

// hash is the size of the bench's transposition table, in MB.
const hash = search.DefaultMB

// TestSignature searches the bench positions natively and as WebAssembly: the nodes
// and lines are equal. Two plies less than the bench's take a fraction of the time.
func TestSignature(t *testing.T) {
	if testing.Short() {
		t.Skip("builds WebAssembly")
	}
	const depth = bench.Depth - 2
	n := start(t)
	list, err := bench.Positions(rules.ByName)
	if err != nil {
		t.Fatal(err)
	}
	e, sum := native(), 0
	for i, p := range list {
		e.Reset()
		want, err := e.Search(context.Background(), p, engine.Limits{Depth: depth}, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := n.search(goFor(i, p, engineworker.Command{Depth: depth}))
		if got.Nodes != int(want.Nodes) || got.Lines[0].PV[0] != p.UCI(want.Best()) || len(got.Lines[0].PV) != len(want.PV) {
			t.Errorf("%s %s: %d nodes, %v; here %d nodes, %s and %d moves more",
				p.Game().Name(), p, got.Nodes, got.Lines[0].PV, want.Nodes, p.UCI(want.Best()), len(want.PV)-1)
		}
		sum += got.Nodes
	}
	t.Logf("%d nodes", sum)
}

// native returns the page's engine, compiled natively.
func native() *search.Searcher {
	e := search.New(eval.NewNode)
	e.SetTables(tablebase.Builtin())
	return e
}

// goFor returns a command to search a position, independent of earlier ones.
func goFor(id int, p game.Position, c engineworker.Command) engineworker.Command {
	c.T, c.ID, c.Variant, c.FEN, c.Hash, c.NewGame = "go", id, p.Game().Name(), p.String(), hash, true
	return c
}

// The page's engine probes tablebases.
func TestTablebases(t *testing.T) {
	if testing.Short() {
		t.Skip("builds WebAssembly")
	}
	got := start(t).search(engineworker.Command{T: "go", ID: 1, Variant: "shrink", FEN: "2k/1R1/K2 w - - 0 1", MultiPV: 2,
		Nodes: 10})
	if len(got.Lines) != 2 || got.Lines[0].Score.Mate == nil || *got.Lines[0].Score.Mate != 2 ||
		len(got.Lines[0].PV) != 3 {
		t.Errorf("%+v", got)
	}
}

// TestStops stops endless searches in every game as a page does, with a message during
// the search. The next command is not affected.
func TestStops(t *testing.T) {
	if testing.Short() {
		t.Skip("builds WebAssembly")
	}
	n := start(t)
	for i, g := range rules.All() {
		n.send(engineworker.Command{T: "go", ID: 100, Variant: g.Name(), MultiPV: engineworker.MaxMultiPV})
		if a := n.next(); a.T != "info" || a.ID != 100 || a.Info.Nodes == 0 {
			t.Fatalf("%s: the first answer is %+v", g.Name(), a)
		}
		if i%2 == 0 { // the next command ends the others
			n.send(engineworker.Command{T: "stop", ID: 100})
		}
		p := g.Start()
		c := goFor(i, p, engineworker.Command{Nodes: 20_000})
		n.send(c)
		var last engineworker.Answer
		for last.ID != i || last.T != "bestmove" {
			if last = n.next(); last.ID == 100 && last.T == "bestmove" && !last.More {
				t.Errorf("%s: a search without limits has ended by itself", g.Name())
			}
		}
		want, err := native().Search(context.Background(), p, engine.Limits{Nodes: 20_000}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got := last.Info; got.Nodes != int(want.Nodes) || got.Lines[0].PV[0] != p.UCI(want.Best()) {
			t.Errorf("%s: after a stop %d nodes and %v, want %d and %s", g.Name(), got.Nodes, got.Lines[0].PV, want.Nodes,
				p.UCI(want.Best()))
		}
	}
}

// TestMemory checks the program's memory after searches of several lines in every
// game: its table and some 20 MB more. Repeated changes of the table's size must not
// make it grow.
func TestMemory(t *testing.T) {
	if testing.Short() {
		t.Skip("builds WebAssembly")
	}
	const mb, anyway = 1 << 20, 36
	n := start(t)
	search := func(hash int) {
		for i, g := range rules.All() {
			n.search(engineworker.Command{T: "go", ID: i, Variant: g.Name(), MultiPV: engineworker.MaxMultiPV, Nodes: 30_000,
				Hash: hash})
		}
	}
	for _, hash := range []int{8, 16} {
		search(hash)
		m := n.number("memory")
		t.Logf("%.1f MB with a table of %d MB", float64(m)/mb, hash)
		if m > (hash+anyway)*mb {
			t.Errorf("%d bytes with a table of %d MB", m, hash)
		}
	}
	for range 3 {
		search(8)
		search(16)
	}
	if m := n.number("memory"); m > (16+8+anyway)*mb {
		t.Errorf("%d bytes after tables of 8 and 16 MB in turn", m)
	}
}

// BenchmarkNode compares the program under Node.js with the native engine, by
// processor time.
func BenchmarkNode(b *testing.B) {
	list, err := bench.Positions(rules.ByName)
	if err != nil {
		b.Fatal(err)
	}
	n := start(b)
	there := func(p game.Position, depth int) (uint64, time.Duration, error) {
		before := n.number("cpu")
		got := n.search(goFor(1, p, engineworker.Command{Depth: depth}))
		return uint64(got.Nodes), time.Duration(n.number("cpu")-before) * time.Microsecond, nil
	}
	speeds, err := benchtest.Race(list, bench.Depth, b.N, benchtest.Here(context.Background(), native()), there)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(0, "ns/op") // it means nothing here
	b.ReportMetric(speeds[0], "native-nodes/s")
	b.ReportMetric(speeds[1], "node-nodes/s")
	b.ReportMetric(100*speeds[1]/speeds[0], "%")
}
