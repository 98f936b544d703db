package matetest

import (
	"testing"

	"github.com/wane-chess/wane/engine/mate"
	"github.com/wane-chess/wane/game/gametest"
)

// Near the ends of games, the solver agrees with a literal search.
func TestAgainstLiteralSearch(t *testing.T) {
	games := uint64(300)
	if testing.Short() {
		games = 80
	}
	for _, g := range allGames(t) {
		name := g.Name()
		t.Run(name, func(t *testing.T) {
			var s mate.Solver
			counts := map[int]int{}
			for number := range games {
				fens := Attack(g, 7, number)
				for _, fen := range fens[:min(len(fens), 4)] {
					p, err := g.Parse(fen)
					if err != nil {
						t.Fatal(err)
					}
					if p.LegalCount() > 30 {
						continue
					}
					want := 0
					for n := 1; n <= 2 && want == 0; n++ {
						if gametest.MateIn(p, n) {
							want = n
						}
					}
					moves, _, err := s.Solve(t.Context(), p, 2, 1)
					if err != nil || moves != want {
						t.Errorf("%s: mate in %d, %v; want %d", p, moves, err, want)
					}
					counts[want]++
				}
			}
			if counts[0] == 0 || counts[1] == 0 || counts[2] == 0 {
				t.Errorf("too little was compared: %v", counts)
			}
		})
	}
}
