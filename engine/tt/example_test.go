package tt_test

import (
	"fmt"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/tt"
	"github.com/wane-chess/wane/rules/shrink"
)

func ExampleTable() {
	t, err := tt.New(1)
	if err != nil {
		fmt.Println(err)
		return
	}
	p := shrink.New().Start()
	t.Store(p.Key(), tt.Entry{Move: tt.Fold(p.Legal(nil)[0]), Score: 24, Depth: 9, Bound: engine.Exact})
	e, found := t.Probe(p.Key())
	fmt.Println(e.Score, e.Depth, e.Move == tt.Fold(p.Legal(nil)[0]), found)
	// Output:
	// +0.24 9 true true
}
