package search_test

import (
	"context"
	"fmt"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/rules"
)

// A search reports each depth that it completes, and returns the best move in any
// case.
func ExampleSearcher_Search() {
	chess, err := rules.ByName("chess")
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := chess.Parse("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	best, err := search.New(eval.NewNode).Search(context.Background(), p, engine.Limits{Depth: 4}, func(i engine.Report) {
		fmt.Println("depth", i.Depth, i.Score)
	})
	fmt.Println(p.UCI(best.Best()), err)
	// Output:
	// depth 1 mate in 1
	// a1a8 <nil>
}
