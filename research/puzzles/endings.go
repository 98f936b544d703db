package puzzles

import (
	"context"
	"math/rand/v2"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/puzzle"
	"github.com/wane-chess/wane/tablebase"
)

// Games between levels seldom come to the endings of the tables, so one game in endingsEach is
// replaced by random endings.
const (
	endingsEach  = 4
	endingsTried = 60 // entries of tables; most are no positions or no puzzles
	endingsMate  = 3  // the shortest mate to keep
)

// hasEndings reports whether the number of a game stands for random endings.
func hasEndings(g game.Game, n int) bool {
	return tablebase.Supports(g) && n%endingsEach == endingsEach-1
}

// endings returns the puzzles among random endings.
func endings(ctx context.Context, pr *puzzle.Prover, g game.Game, seed, number uint64) ([]puzzle.Puzzle, error) {
	rng := rand.New(rand.NewPCG(seed, number))
	of, _ := tablebase.GameOf(g)
	materials := of.Materials(tablebase.Builtin().CompletePieces(g))
	var out []puzzle.Puzzle
	for try := 0; try < endingsTried && len(out) < perGame; try++ {
		p, err := g.Parse(materials[rng.IntN(len(materials))].RandomFEN(rng))
		if err != nil {
			continue // an impossible entry
		}
		z, err := find(ctx, pr, alone(p))
		if err != nil {
			return nil, err
		}
		if z.ID != "" && (z.Goal != puzzle.Mate || z.MateIn() >= endingsMate || z.Has(puzzle.OpponentsPawn)) {
			out = append(out, z)
		}
	}
	return out, nil
}
