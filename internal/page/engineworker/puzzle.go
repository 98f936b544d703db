package engineworker

import (
	"context"
	"errors"

	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/puzzle"
	"github.com/wane-chess/wane/tablebase"
)

// puzzleLimits bound the proof of a puzzle in a page: it takes seconds there.
var puzzleLimits = puzzle.Limits{Mate: 400_000, Solver: 60_000, Free: 10, Search: 40_000, Confirm: 160_000}

// puzzle looks for the puzzle of a position, whatever moves led to it.
func (s *Session) puzzle(ctx context.Context, c *Command) Answer {
	p, err := s.board.set(notation.Line{Variant: c.Variant, FEN: c.FEN, Moves: c.Moves})
	if err != nil {
		return Answer{T: "error", ID: c.ID, Text: err.Error()}
	}
	if s.prover == nil {
		if s.prover, err = puzzle.NewProver(puzzleLimits, tablebase.Builtin()); err != nil {
			return Answer{T: "error", ID: c.ID, Text: err.Error()}
		}
	}
	z, err := s.prover.Find(newYielder(ctx, s.now, s.yield), p) //nolint:contextcheck // a yielder wraps ctx
	var flaw *puzzle.Flaw
	switch {
	case errors.As(err, &flaw):
		return Answer{T: "flaw", ID: c.ID, Flaw: flaw}
	case err != nil:
		return Answer{T: "error", ID: c.ID, Text: err.Error()}
	}
	return Answer{T: "puzzle", ID: c.ID, Puzzle: &z}
}
