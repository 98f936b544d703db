package mates

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/wane-chess/wane/engine/mate"
	"github.com/wane-chess/wane/engine/mate/matetest"
	"github.com/wane-chess/wane/rules"
)

// The maker fills its quota with correct problems, the same ones each time.
func TestMaker(t *testing.T) {
	several, err := rules.ByName(matetest.SeveralKings)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range append(rules.All(), several) {
		name := g.Name()
		var runs [2][]matetest.Problem
		var err error
		for i := range runs {
			m := NewMaker(g, 3)
			m.Quota, m.Limit = Quota{2: 2, 3: 1}, 20_000
			reported := 0
			m.Report = func(matetest.Problem, uint64, uint64) { reported++ }
			if runs[i], err = m.Make(context.Background()); err != nil || reported != 3 {
				t.Fatalf("%s: %v, %d problems reported", name, err, reported)
			}
		}
		counts := map[int]int{}
		for _, b := range runs[0] {
			counts[b.Moves]++
			if err := b.Check(t.Context(), new(mate.Solver), g); err != nil {
				t.Error(err)
			}
		}
		if counts[2] != 2 || counts[3] != 1 || !slices.Equal(runs[0], runs[1]) {
			t.Errorf("%s: made %v, then %v", name, runs[0], runs[1])
		}
	}
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	if found, err := NewMaker(rules.All()[0], 1).Make(gone); !errors.Is(err, context.Canceled) || len(found) > 0 {
		t.Errorf("%d problems, %v; want none and the context's error", len(found), err)
	}
}
