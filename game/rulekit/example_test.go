package rulekit_test

import (
	"fmt"
	"log"

	"github.com/wane-chess/wane/game/rulekit"
	"github.com/wane-chess/wane/rules"
)

// ParseLenient reads a FEN and returns what it had to drop.
func ExampleParseLenient() {
	g, err := rules.ByName("chess")
	if err != nil {
		log.Fatal(err)
	}
	p, dropped, err := rulekit.ParseLenient(g, "4k3/8/8/8/8/8/8/4K3 w KQ - 0 1")
	fmt.Println(p, err)
	for _, e := range dropped {
		fmt.Println(e)
	}
	// Output:
	// 4k3/8/8/8/8/8/8/4K3 w - - 0 1 <nil>
	// parse FEN: castling right 'K' is impossible, expected the white king on e1 and a white rook on h1 (column 23)
	// parse FEN: castling right 'Q' is impossible, expected the white king on e1 and a white rook on a1 (column 24)
}
