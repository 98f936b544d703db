package puzzles

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/puzzle"
	"github.com/wane-chess/wane/puzzle/collection"
	"github.com/wane-chess/wane/research/internal/task"
	"github.com/wane-chess/wane/rules"
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
				found[i] = pr.Check(ctx, o.Lookup, list[i])
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

// verifyFlags are the flags of the command verify.
type verifyFlags struct {
	VerifyOptions
	variant string
	tables  []string
	sample  int
}

func verifyCommand() *cobra.Command {
	f := verifyFlags{VerifyOptions: VerifyOptions{Lookup: rules.ByName, Limits: puzzle.DefaultLimits}}
	cmd := &cobra.Command{
		Use:   "verify [FILE...]",
		Short: "Prove puzzles again",
		Long: "Prove puzzles again: that no move but the solution reaches the goal, anywhere in its line, that the " +
			"themes are right, and that no two puzzles of a variant share a solution. Without a FILE, the puzzles of " +
			"wane are proved, which takes a few minutes of processor time.",
		Example: "research puzzles verify --sample 20\nresearch puzzles verify shrink.tsv",
	}
	fl := cmd.Flags()
	fl.StringVarP(&f.variant, "variant", "v", "", "only puzzles of this variant")
	fl.IntVar(&f.sample, "sample", 1, "only one of so many puzzles")
	addLimits(cmd, &f.Limits, &f.tables)
	fl.IntVarP(&f.Concurrency, "concurrency", "c", runtime.GOMAXPROCS(0), "puzzles at once")
	cmd.RunE = f.run
	return cmd
}

func (f *verifyFlags) run(cmd *cobra.Command, files []string) error {
	if f.sample < 1 {
		return fmt.Errorf("--sample %d: expected a number from 1", f.sample)
	}
	list, err := readFiles(files)
	if err != nil {
		return err
	}
	if len(files) == 0 {
		for _, v := range collection.Variants() {
			list = append(list, collection.Of(v)...)
		}
	}
	unsound := Duplicates(list)
	if list = sampled(list, f.variant, f.sample); len(list) == 0 {
		return errors.New("there are no puzzles to verify")
	}
	if f.Tables, err = tablebase.Open(f.tables...); err != nil {
		return err
	}
	defer func() { _ = f.Tables.Close() }() // read-only
	m := task.NewMeter(cmd)
	f.Progress = func(done, total int) { m.Show(done, total, "verifying") }
	more, err := Verify(cmd.Context(), list, f.VerifyOptions)
	if err != nil {
		return err
	}
	return report(cmd, list, append(unsound, more...))
}

// sampled returns one of so many puzzles, of a variant unless its name is empty.
func sampled(list []puzzle.Puzzle, variant string, every int) []puzzle.Puzzle {
	var out []puzzle.Puzzle
	n := 0
	for _, z := range list {
		if variant != "" && z.Variant != variant {
			continue
		}
		if n%every == 0 {
			out = append(out, z)
		}
		n++
	}
	return out
}

// report prints what is wrong.
func report(cmd *cobra.Command, list []puzzle.Puzzle, unsound []Unsound) error {
	for _, u := range unsound {
		z := u.Puzzle
		if _, err := fmt.Fprintf(cmd.OutOrStdout(), "%s %s %s: %v\n", z.ID, z.Variant, z.FEN, u.Err); err != nil {
			return err
		}
	}
	if n := len(unsound); n > 0 {
		return fmt.Errorf("%d of %s unsound", n, message.Plural(len(list), "puzzle"))
	}
	_, err := fmt.Fprintf(cmd.OutOrStdout(), "%s verified: each has one solution, no two the same\n",
		message.Plural(len(list), "puzzle"))
	return err
}
