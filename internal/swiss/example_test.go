package swiss_test

import (
	"fmt"

	"github.com/wane-chess/wane/internal/swiss"
)

// The second round of five players. Player 5 had the bye, and 3 has the lowest score for the next one.
// Then 1 and 5 cannot meet, though both have a point: 2 and 4 would be left, who met in the first round.
func ExamplePair() {
	t := swiss.Tournament{
		Rounds:     3,
		FirstColor: swiss.White,
		Players: []swiss.Player{
			{ID: 1, Games: []swiss.Game{{Opponent: 3, Color: swiss.White, Result: swiss.Win}}},
			{ID: 2, Games: []swiss.Game{{Opponent: 4, Color: swiss.Black, Result: swiss.Draw}}},
			{ID: 3, Games: []swiss.Game{{Opponent: 1, Color: swiss.Black, Result: swiss.Loss}}},
			{ID: 4, Games: []swiss.Game{{Opponent: 2, Color: swiss.White, Result: swiss.Draw}}},
			{ID: 5, Games: []swiss.Game{{Result: swiss.PairingBye}}},
		},
	}
	round, err := swiss.Pair(t)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, b := range round.Boards {
		fmt.Println(b.White, b.Black)
	}
	fmt.Println("bye:", round.Bye)
	// Output:
	// 2 1
	// 5 4
	// bye: 3
}
