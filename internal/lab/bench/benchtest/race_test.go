package benchtest_test

import (
	"context"
	"errors"
	"math"
	"testing"
	"time"

	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/lab/bench"
	"github.com/wane-chess/wane/internal/lab/bench/benchtest"
	"github.com/wane-chess/wane/rules"
)

// A runner's shortest time for a position counts.
func TestRace(t *testing.T) {
	list, err := bench.Positions(rules.ByName, "shrink")
	if err != nil {
		t.Fatal(err)
	}
	list = list[:2]
	turns := ""
	runner := func(name string, nodes uint64, ms ...int) benchtest.Runner {
		return func(p game.Position, depth int) (uint64, time.Duration, error) {
			turns += name
			if depth != 5 || p != list[0] && p != list[1] {
				t.Errorf("%s is asked for depth %d of %s", name, depth, p)
			}
			took := time.Duration(ms[0]) * time.Millisecond
			ms = ms[1:]
			return nodes, took, nil
		}
	}
	got, err := benchtest.Race(list, 5, 3,
		runner("a", 1000, 30, 10, 20, 7, 8, 10), runner("b", 500, 50, 60, 70, 150, 50, 80))
	if err != nil || len(got) != 2 || math.Round(got[0]) != 117_647 || math.Round(got[1]) != 10_000 ||
		turns != "abababababab" {
		t.Errorf("%v, %v, in turns %s", got, err, turns)
	}
	fails := func(game.Position, int) (uint64, time.Duration, error) { return 0, 0, context.Canceled }
	here := benchtest.Here(context.Background(), search.New(eval.NewNode))
	if _, err := benchtest.Race(list, 5, 3, here, fails); !errors.Is(err, context.Canceled) {
		t.Errorf("a runner fails, the race ends with %v", err)
	}
}
