package game_test

import (
	"fmt"
	"log"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules"
)

// The legal moves that remove a rank or a file, and what each does.
func Example() {
	g, err := rules.ByName("shrink")
	if err != nil {
		log.Fatal(err)
	}
	p, err := g.Parse("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
	if err != nil {
		log.Fatal(err)
	}
	for m := range game.Moves(p) {
		for _, e := range p.Effects(m) {
			if e.Kind == game.CollapseRank || e.Kind == game.CollapseFile {
				fmt.Println(p.UCI(m), e.Kind, e.Index+1)
			}
		}
	}
	fmt.Println(p.LegalCount(), "legal moves,", game.Perft(p, 2), "after two plies")
	// Output:
	// e4e5 collapse rank 4
	// e4d5 collapse rank 4
	// 31 legal moves, 853 after two plies
}
