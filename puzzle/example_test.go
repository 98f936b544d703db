package puzzle_test

import (
	"context"
	"fmt"
	"log"

	"github.com/wane-chess/wane/puzzle"
	"github.com/wane-chess/wane/rules"
)

func ExampleProver_Find() {
	g, err := rules.ByName("chess")
	if err != nil {
		log.Fatal(err)
	}
	p, err := g.Parse("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
	if err != nil {
		log.Fatal(err)
	}
	prover, err := puzzle.NewProver(puzzle.DefaultLimits, nil)
	if err != nil {
		log.Fatal(err)
	}
	z, err := prover.Find(context.Background(), p)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(z.Goal, z.Moves, z.Themes)
	// Output: mate [a1a8] [mate-in-1]
}
