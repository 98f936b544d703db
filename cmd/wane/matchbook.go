package main

import (
	"context"
	"sync"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/lab/arena"
)

// How openings are made, where nothing else is asked for.
const (
	openingLeast = 6    // plies
	openingMost  = 9    // plies
	openingBound = 50   // centipawns
	openingNodes = 2500 // positions; to verify, 16 times as many
)

// book returns the openings of a match: a file's, or those that come with the
// program and then new ones for ever.
func (f *matchFlags) book(cmd *cobra.Command, g game.Game) (*arena.Book, error) {
	if f.openings == "" {
		suite, err := arena.Suite(g)
		if err != nil {
			return nil, err
		}
		return arena.NewBook(suite, f.seed, freshOpenings(g, f.seed)), nil
	}
	text, err := readFile(cmd, f.openings)
	if err != nil {
		return nil, err
	}
	suite, err := arena.ReadOpenings(g, fileName(f.openings), text)
	if err != nil {
		return nil, err
	}
	return arena.NewBook(suite, f.seed, nil), nil
}

// freshOpenings makes openings when they are needed.
func freshOpenings(g game.Game, seed uint64) func(context.Context, int) (string, error) {
	judges := sync.Pool{New: func() any { return newJudge() }}
	return func(ctx context.Context, number int) (string, error) {
		judge := judges.Get().(*search.Searcher)
		defer judges.Put(judge)
		m := arena.Maker{
			Game: g, Engine: judge, Seed: seed,
			Least: openingLeast, Most: openingMost, Bound: openingBound, Nodes: openingNodes,
		}
		return m.Opening(ctx, number)
	}
}

// newJudge returns an engine that judges openings. Its table is small, for it
// is emptied before each look.
func newJudge() *search.Searcher {
	s := search.New(eval.Board)
	_ = s.SetHash(1) // if it cannot be had, the default does as well
	return s
}
