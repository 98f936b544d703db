package rules_test

import (
	"fmt"

	"github.com/wane-chess/wane/rules"
)

func Example() {
	for _, g := range rules.All() {
		fmt.Println(g.Name())
	}
	g, err := rules.ByName("diminuendo:pbnrqk+qk")
	fmt.Println(g.Title(), err)
	// Output:
	// shrink
	// convergent
	// diminuendo
	// cheshire
	// cheshire8
	// chess
	// Diminuendo Chess (PBNRQK, queenish king) <nil>
}
