package shrink_test

import (
	"fmt"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/shrink"
)

// A piece that leaves its rank and its file empty makes both disappear.
func Example() {
	p, err := shrink.New().Parse("2k/1R1/K2 w - - 0 1")
	if err != nil {
		fmt.Println(err)
		return
	}
	for m := range game.Moves(p) {
		if p.UCI(m) != "b2b3" {
			continue
		}
		for _, e := range p.Effects(m) {
			fmt.Println(e.Kind)
		}
		p.Make(m)
	}
	fmt.Println(p)
	// Output:
	// slide
	// collapse rank
	// 1Rk/K2 b - - 1 1
}
