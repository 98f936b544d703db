package puzzlemaker

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/wane-chess/wane/puzzle"
	"github.com/wane-chess/wane/tablebase"
)

// Unsound is a puzzle that cannot be proved again, with what is wrong.
type Unsound struct {
	Puzzle puzzle.Puzzle
	Err    error
}

// VerifyOptions say how to prove puzzles again.
type VerifyOptions struct {
	Lookup      puzzle.Lookup
	Limits      puzzle.Limits
	Tables      *tablebase.Tables // may be nil
	Concurrency int               // puzzles at once
	// Progress, if not nil, is called after each puzzle, never concurrently.
	Progress func(done, total int)
}

// Verify proves puzzles again: that no other move reaches the goal, and that the themes are those
// of the solution. It returns the unsound ones, in the order of the list. The error is the
// context's.
func Verify(ctx context.Context, list []puzzle.Puzzle, o VerifyOptions) ([]Unsound, error) {
	found := make([]error, len(list))
	var next atomic.Int64
	var all sync.WaitGroup
	var progress sync.Mutex
	done := 0
	for range max(1, o.Concurrency) {
		pr, err := puzzle.NewProver(o.Limits, o.Tables)
		if err != nil {
			return nil, err
		}
		all.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(list) || ctx.Err() != nil {
					return
				}
				found[i] = verify(ctx, pr, o.Lookup, list[i])
				progress.Lock()
				if done++; o.Progress != nil {
					o.Progress(done, len(list))
				}
				progress.Unlock()
			}
		})
	}
	all.Wait()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var out []Unsound
	for i, err := range found {
		if err != nil {
			out = append(out, Unsound{list[i], err})
		}
	}
	return out, nil
}

// verify proves a puzzle again.
func verify(ctx context.Context, pr *puzzle.Prover, lookup puzzle.Lookup, z puzzle.Puzzle) error {
	if err := pr.Check(ctx, lookup, z); err != nil {
		return err
	}
	p, moves, err := z.Replay(lookup)
	if err != nil {
		return err
	}
	themes := slices.DeleteFunc(slices.Clone(z.Themes), func(t puzzle.Theme) bool { return t == puzzle.Parity || t == puzzle.Zugzwang })
	if want := puzzle.ThemesOf(p, moves, z.Goal); !slices.Equal(themes, want) {
		return fmt.Errorf("the themes are %v: expected %v", themes, want)
	}
	return nil
}

// Duplicates returns the puzzles that share variant and solution with an earlier one.
func Duplicates(list []puzzle.Puzzle) []Unsound {
	first := map[string]string{}
	var out []Unsound
	for _, z := range list {
		key := z.Variant + " " + z.Solution()
		if id, ok := first[key]; ok {
			out = append(out, Unsound{z, fmt.Errorf("puzzle %s has the same solution", id)})
			continue
		}
		first[key] = z.ID
	}
	return out
}
