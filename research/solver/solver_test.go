package solver_test

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/engine/solver"
	"github.com/wane-chess/wane/game"
	stats "github.com/wane-chess/wane/research/solver"
	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/rules/cheshire"
)

// positions is the list that is measured.
const positions = "../../engine/solver/testdata/positions.tsv"

// The list has a thousand positions, equally many for each game and number of
// free squares.
func TestList(t *testing.T) {
	text, err := os.ReadFile(positions)
	if err != nil {
		t.Fatal(err)
	}
	list, err := stats.ReadList(string(text), rules.ByName)
	if err != nil {
		t.Fatal(err)
	}
	type kind struct {
		game string
		room int
	}
	count := map[kind]int{}
	seen := map[string]bool{}
	for _, p := range list {
		count[kind{p.Game().Name(), p.(game.Acyclic).FreeSquares()}]++
		if seen[p.String()] || p.Outcome().Over() {
			t.Errorf("%s is there twice, or over", p)
		}
		seen[p.String()] = true
	}
	if len(list) != 1000 || len(count) != 50 {
		t.Errorf("%d positions of %d kinds, want 1000 of 50", len(list), len(count))
	}
	for k, n := range count {
		if n != 20 {
			t.Errorf("%d positions of %s with %d squares, want 20", n, k.game, k.room)
		}
	}
}

// The same collector collects the same positions, as many of each kind as asked for.
// They can be written and read back.
func TestCollect(t *testing.T) {
	collect := func() string {
		c := stats.Collector{Game: cheshire.NewSmall(), Engine: search.New(eval.NewNode), Nodes: 30, Seed: 3, MaxFree: 4,
			Each: 2}
		list, err := c.Collect(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := stats.WriteList(&b, list); err != nil {
			t.Fatal(err)
		}
		again, err := stats.ReadList(b.String(), rules.ByName)
		if err != nil || len(again) != 8 {
			t.Fatalf("%d positions, %v", len(again), err)
		}
		for i, p := range again {
			if room := p.(game.Acyclic).FreeSquares(); room != 1+i/2 || p.String() != list[i].String() {
				t.Errorf("position %d has %d squares: %s", i, room, p)
			}
		}
		return b.String()
	}
	if a, b := collect(), collect(); a != b {
		t.Errorf("collected\n%s, then\n%s", a, b)
	}
}

// A measurement does not depend on its parallelism, and the rows count each position
// once.
func TestMeasure(t *testing.T) {
	text, err := os.ReadFile(positions)
	if err != nil {
		t.Fatal(err)
	}
	all, err := stats.ReadList(string(text), rules.ByName)
	if err != nil {
		t.Fatal(err)
	}
	var list []game.Position
	for i := 0; i < len(all); i += 50 {
		list = append(list, all[i])
	}
	var tables []string
	for _, parallel := range []int{1, 3} {
		done := 0
		o := stats.Options{Limits: solver.Limits{Nodes: 2000}, MB: 1, Parallel: parallel,
			Done: func(stats.Measured) { done++ }}
		measured, err := stats.Measure(context.Background(), list, o)
		if err != nil {
			t.Fatal(err)
		}
		rows := stats.Rows(measured, time.Hour)
		positions, solved, results := 0, 0, 0
		for _, r := range rows {
			positions += r.Count
			solved += r.Solved
			results += r.Wins + r.Draws + r.Losses
			if r.Soon != r.Solved {
				t.Errorf("%s %s: %d within an hour, %d in all", r.Game, r.Squares(), r.Soon, r.Solved)
			}
		}
		if positions != len(list) || done != len(list) || solved == 0 || solved == len(list) || results != solved {
			t.Errorf("%d positions in the rows, %d done, %d solved, %d results, of %d", positions, done, solved, results,
				len(list))
		}
		var b strings.Builder
		if err := stats.WriteMarkdown(&b, rows, "1 h", "2000 nodes"); err != nil {
			t.Fatal(err)
		}
		tables = append(tables, b.String())
		for line := range strings.Lines(b.String()) {
			if strings.Count(line, "|") != 11 {
				t.Errorf("a line of the table is %q", line)
			}
		}
	}
	if tables[0] != tables[1] {
		t.Errorf("one at a time\n%s, three at a time\n%s", tables[0], tables[1])
	}
}

// An interrupted measurement returns the context's error.
func TestMeasureStopped(t *testing.T) {
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := stats.Measure(gone, []game.Position{cheshire.New().Start()}, stats.Options{MB: 1, Parallel: 2})
	if err == nil {
		t.Error("no error")
	}
}
