package tablebase_test

import (
	"fmt"
	"log"

	"github.com/wane-chess/wane/rules/shrink"
	"github.com/wane-chess/wane/tablebase"
)

// Every legal move of a position, the best first. Open adds files to the built-in
// tables.
func ExampleTables_Moves() {
	p, err := shrink.New().Parse("2k/1R1/K2 w - - 0 1")
	if err != nil {
		log.Fatal(err)
	}
	moves, err := tablebase.Builtin().Moves(p)
	if err != nil {
		log.Fatal(err) // an *OutsideError or a *MissingError, for instance
	}
	for _, m := range moves[:3] {
		fmt.Println(p.UCI(m.Move), m.Result)
	}
	// Output:
	// b2c2 win in 3 plies
	// b2b3 win in 3 plies
	// a1b1 draw
}
