package cheshire_test

import (
	"fmt"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/cheshire"
)

// The square that a piece leaves vanishes: pieces move past it, but not to it.
func Example() {
	p := cheshire.NewSmall().Start()
	m := game.NewMove(game.SquareByName(p, "e2"), game.SquareByName(p, "e4"))
	if game.IsLegal(p, m) {
		p.Make(m)
	}
	fmt.Println(p)
	// Output:
	// rnbqkbnr/pppppppp/8/8/4P3/8/PPPP*PPP/RNBQKBNR b Kk - 0 1
}
