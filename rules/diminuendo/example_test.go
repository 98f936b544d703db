package diminuendo_test

import (
	"fmt"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/diminuendo"
)

// A captured piece drops on the double square z, one step weaker.
func Example() {
	g, err := diminuendo.ByName("diminuendo:kqrbnp")
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := g.Parse("K4/6/R5q/1p5/7/6/4k w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	for m := range game.Moves(p) {
		if p.UCI(m) != "c1c7" {
			continue
		}
		for _, e := range p.Effects(m) {
			if e.Kind == game.Drop {
				fmt.Println("the", e.Piece, "drops on", game.SquareName(p, e.To), "as a", e.Into)
			}
		}
	}
	// Output:
	// the black queen drops on z as a black rook
}
