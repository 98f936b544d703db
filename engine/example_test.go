package engine_test

import (
	"fmt"

	"github.com/wane-chess/wane/engine"
)

// A score is centipawns for the side to move, or a mate in plies.
func ExampleMateIn() {
	for _, s := range []engine.Score{120, engine.Mate - 5, -engine.Mate + 2} {
		moves, mate := engine.MateIn(s)
		fmt.Println(s, moves, mate)
	}
	// Output:
	// +1.20 0 false
	// mate in 3 3 true
	// mated in 1 -1 true
}
