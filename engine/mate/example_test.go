package mate_test

import (
	"context"
	"fmt"
	"log"

	"github.com/wane-chess/wane/engine/mate"
	"github.com/wane-chess/wane/rules"
)

func ExampleSolver_Solve() {
	g, err := rules.ByName("chess")
	if err != nil {
		log.Fatal(err)
	}
	p, err := g.Parse("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
	if err != nil {
		log.Fatal(err)
	}
	moves, keys, err := new(mate.Solver).Solve(context.Background(), p, 3, 0)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("mate in", moves, "by", p.UCI(keys[0]))
	// Output: mate in 1 by a1a8
}
