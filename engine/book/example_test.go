package book_test

import (
	"fmt"
	"log"

	"github.com/wane-chess/wane/engine/book"
	"github.com/wane-chess/wane/rules"
)

func ExampleFor() {
	g, err := rules.ByName("shrink")
	if err != nil {
		log.Fatal(err)
	}
	p := g.Start()
	best := book.For(g).Moves(p)[0]
	m, ok := book.For(g).Pick(p, 0, 1) // no worse than the best
	fmt.Println(ok, m.Score == best.Score)
	// Output: true true
}
