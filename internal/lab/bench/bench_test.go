package bench_test

import (
	"context"
	"errors"
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/internal/lab/bench"
	"github.com/wane-chess/wane/rules"
)

// A change that should not alter play keeps the bench signature. Any other change
// updates it here and states it in its commit message.
func TestSignature(t *testing.T) {
	const signature = 1627657
	list, err := bench.Positions(rules.ByName)
	if err != nil {
		t.Fatal(err)
	}
	results, err := bench.Run(context.Background(), search.New(eval.NewNode), list, engine.Limits{Depth: bench.Depth}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if nodes := bench.Sum(results).Nodes; nodes != signature {
		t.Errorf("the bench signature is %d, want %d", nodes, signature)
	}
}

// The signature is always the same, with a new engine and with a used one.
func TestSignatureTwice(t *testing.T) {
	depth := 8
	if testing.Short() {
		depth = 6
	}
	list, err := bench.Positions(rules.ByName)
	if err != nil {
		t.Fatal(err)
	}
	var signature [3]uint64
	e := search.New(eval.NewNode)
	for i := range signature {
		if i == 2 {
			e = search.New(eval.NewNode)
		}
		results, err := bench.Run(context.Background(), e, list, engine.Limits{Depth: depth}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(results) != len(list) {
			t.Fatalf("%d results of %d positions", len(results), len(list))
		}
		total := bench.Sum(results)
		if signature[i] = total.Nodes; total.Nodes < 1000 || total.PerSecond() <= 0 || total.Depth < 1 {
			t.Fatalf("%+v", total)
		}
	}
	if signature[0] != signature[1] || signature[0] != signature[2] {
		t.Errorf("the signatures are %v", signature)
	}
}

// Every game has at least four positions in the bench.
func TestPositions(t *testing.T) {
	for _, g := range rules.All() {
		list, err := bench.Positions(rules.ByName, g.Name())
		if err != nil || len(list) < 4 {
			t.Errorf("%s: %d positions, %v", g.Name(), len(list), err)
		}
		for _, p := range list {
			if p.Outcome().Over() {
				t.Errorf("%s, %s: the game is over", g.Name(), p)
			}
		}
	}
	if _, err := bench.Positions(rules.ByName, "checkers"); err == nil {
		t.Error("there are positions of an unknown game")
	}
}

func TestInterrupted(t *testing.T) {
	list, err := bench.Positions(rules.ByName, "shrink")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	results, err := bench.Run(ctx, search.New(eval.NewNode), list, engine.Limits{Depth: 3},
		func(bench.Result) { cancel() })
	if !errors.Is(err, context.Canceled) || len(results) != 1 {
		t.Errorf("%d results, %v", len(results), err)
	}
}
