package node

import (
	"context"
	"errors"
	"sync"

	"github.com/wane-chess/wane/internal/server/livegame"
	puzzles "github.com/wane-chess/wane/internal/server/puzzle"
	"github.com/wane-chess/wane/puzzle"
	"github.com/wane-chess/wane/tablebase"
)

// prove returns a function that finds and proves the puzzle of a position, for puzzles.Options. One
// goroutine at a time may call it. The prover needs some memory, so it is made for the first puzzle.
func prove(
	lookup livegame.Lookup, tables *tablebase.Tables,
) func(ctx context.Context, variant, fen string) (puzzle.Puzzle, error) {
	prover := sync.OnceValues(func() (*puzzle.Prover, error) { return puzzle.NewProver(puzzle.DefaultLimits, tables) })
	return func(ctx context.Context, variant, fen string) (puzzle.Puzzle, error) {
		g, err := lookup(variant)
		if err != nil {
			return puzzle.Puzzle{}, err
		}
		p, err := g.Parse(fen)
		if err != nil {
			return puzzle.Puzzle{}, err
		}
		pr, err := prover()
		if err != nil {
			return puzzle.Puzzle{}, err
		}
		found, err := pr.Find(ctx, p)
		var flaw *puzzle.Flaw
		if errors.As(err, &flaw) {
			err = &puzzles.UnsoundError{Line: flaw.Line, Moves: flaw.Moves, Text: flaw.Error()}
		}
		return found, err
	}
}
