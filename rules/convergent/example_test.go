package convergent_test

import (
	"fmt"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/convergent"
)

// A piece on an enemy royal square gives check, wherever the king stands.
func Example() {
	p, err := convergent.New().Parse("***Rk***/*6*/*6*/*6*/*6*/*6*/*6*/***1K*** b - - 0 9")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, sq := range p.Checkers() {
		fmt.Println(p.PieceAt(sq), "on", game.SquareName(p, sq))
	}
	for m := range game.Moves(p) {
		fmt.Println(p.UCI(m))
	}
	// Output:
	// white rook on d8
	// e8d8
}
