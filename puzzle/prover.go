package puzzle

import (
	"context"
	"errors"
	"slices"

	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/mate"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/engine/solver"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/tablebase"
)

// Limits bound the work on one position. The results depend on them, not on time, so the same
// limits give the same puzzles on every machine.
type Limits struct {
	Mate    uint64 // moves that the exhaustive search makes to solve one position
	Solver  uint64 // nodes of the solver for each move of a position
	Free    int    // the most free squares of a position that the solver is asked about
	Search  uint64 // nodes of the first search for a gain; 0: none is looked for
	Confirm uint64 // nodes of the second, longer search
}

// DefaultLimits are those with which the puzzles of the program were made.
var DefaultLimits = Limits{Mate: 600_000, Solver: 200_000, Free: 12, Search: 60_000, Confirm: 300_000}

// Prover finds puzzles in positions, and proves puzzles again. One goroutine at a time may use
// it.
type Prover struct {
	limits Limits
	tables *tablebase.Tables
	mates  mate.Solver
	solver *solver.Solver // nil until a position needs it
	search *search.Searcher
}

// The sizes of tables of a prover, in MB.
const (
	solverMB = 16
	searchMB = 16
)

// NewProver returns a prover. tables may be nil: then no ending of Shrink Chess is looked up.
func NewProver(l Limits, tables *tablebase.Tables) (*Prover, error) {
	engine, err := search.NewSized(eval.NewNode, searchMB)
	if err != nil {
		return nil, err
	}
	return &Prover{limits: l, tables: tables, mates: mate.Solver{Limit: l.Mate}, search: engine}, nil
}

// Find returns the puzzle of a position: a mate if there is a short one, otherwise a win or a
// draw that is known for certain, otherwise a decisive gain. The error is a *Flaw if the
// position is no puzzle, or the context's. p stays as it is.
func (pr *Prover) Find(ctx context.Context, p game.Position) (Puzzle, error) {
	p = p.Clone()
	if o := p.Outcome(); o.Over() {
		return Puzzle{}, flaw(Over, p, nil, "the game is over: %v", o)
	}
	if p.LegalCount() == 1 {
		return Puzzle{}, flaw(Over, p, p.Legal(nil), "there is only one legal move")
	}
	out := Puzzle{Variant: p.Game().Name(), FEN: p.String()}
	moves, err := pr.solve(ctx, p, &out)
	if err != nil {
		return Puzzle{}, err
	}
	out.Moves = textsOf(p, moves)
	set := themesOf(p, moves, out.Goal)
	if pr.zugzwang(ctx, p, moves, out.Goal) {
		set[zugzwangOf(out.Proof)] = true
	}
	out.Themes = inOrder(set)
	out.ID = out.Identify()
	out.Rating, err = pr.Difficulty(ctx, p, moves, out.Goal)
	return out, err
}

// solve finds the goal and the solution, and notes goal and proof.
func (pr *Prover) solve(ctx context.Context, p game.Position, out *Puzzle) ([]game.Move, error) {
	moves, err := pr.mate(ctx, p)
	if moves != nil || err != nil {
		out.Goal, out.Proof = Mate, Exhaustive
		return moves, err
	}
	for _, e := range []exact{pr.fromTables, pr.fromSolver} {
		goal, moves, err := pr.ending(ctx, p, e)
		if moves != nil || err != nil {
			out.Goal, out.Proof = goal, Tablebase
			if game.IsAcyclic(p) {
				out.Proof = Solved
			}
			return moves, err
		}
	}
	out.Goal, out.Proof = Gain, Searched
	return pr.gain(ctx, p)
}

// Check proves a puzzle again, and that its themes are those of the solution. The error is a
// *Flaw if the puzzle is unsound; another error says that its record is, or is the context's.
func (pr *Prover) Check(ctx context.Context, lookup Lookup, z Puzzle) error {
	if err := z.check(); err != nil {
		return err
	}
	p, moves, err := z.Replay(lookup)
	if err != nil {
		return err
	}
	start := p.Clone()
	for i, m := range moves {
		if o := p.Outcome(); o.Over() {
			return flaw(IllegalMove, p, nil, "the game is over: %v", o)
		}
		if i%2 == 0 {
			if err := pr.only(ctx, p, m, z, i); err != nil {
				var f *Flaw
				if errors.As(err, &f) {
					f.Line = z.Moves[:i]
				}
				return err
			}
		}
		p.Make(m)
	}
	themes := slices.DeleteFunc(slices.Clone(z.Themes), func(t Theme) bool { return t == Parity || t == Zugzwang })
	if want := ThemesOf(start, moves, z.Goal); !slices.Equal(themes, want) {
		return message.Errorf("the themes are %s: expected %s", listed(themes), listed(want))
	}
	return nil
}

// only proves that a move of the solver alone reaches the goal. ply counts the moves of the
// solution before it.
func (pr *Prover) only(ctx context.Context, p game.Position, m game.Move, z Puzzle, ply int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	switch z.Proof {
	case Exhaustive:
		return pr.onlyMate(ctx, p, m, z.MateIn()-ply/2)
	case Tablebase:
		return pr.onlyResult(ctx, p, m, z.Goal, pr.fromTables)
	case Solved:
		return pr.onlyResult(ctx, p, m, z.Goal, pr.fromSolver)
	}
	return pr.onlyGain(ctx, p, m)
}

// textsOf writes the moves of a line as UCI.
func textsOf(p game.Position, moves []game.Move) []string {
	p = p.Clone()
	out := make([]string, len(moves))
	for i, m := range moves {
		out[i] = p.UCI(m)
		p.Make(m)
	}
	return out
}
