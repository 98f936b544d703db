package eval_test

import (
	"fmt"

	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/rules/shrink"
)

// A board knows what a search asks about a position: here the captures, and whether
// they lose material.
func ExampleNewNode() {
	p, err := shrink.NewChess().Parse("4k3/3p4/4p3/8/6B1/8/8/4K2R w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	b := eval.NewNode(p)
	for _, m := range b.AppendNoisy(nil) {
		fmt.Println(p.UCI(m.Move), m.Captured, b.SEE(m.Move, 0))
	}
	// Output:
	// g4e6 black pawn false
}
