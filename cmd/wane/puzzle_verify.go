package main

import (
	"fmt"
	"os"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/input"
	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/internal/lab/puzzlemaker"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/puzzle"
	"github.com/wane-chess/wane/puzzle/collection"
	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/tablebase"
)

func newPuzzleVerify() *cobra.Command {
	o := puzzlemaker.VerifyOptions{Lookup: rules.ByName, Limits: puzzle.DefaultLimits}
	var variant string
	var tables []string
	every := 1
	cmd := &cobra.Command{
		Use:   "verify [FILE...]",
		Short: "Prove puzzles again",
		Long: "Prove puzzles again: that no move but the solution reaches the goal, anywhere in its line, that the themes are right, and that no two puzzles of a variant share a solution. " +
			"Without a FILE, the puzzles of the program are proved.\n\n" +
			"All of those take a few minutes of processor time. The exit code is 1 if a puzzle is unsound.",
		Example: "wane puzzle verify --every 20\nwane puzzle verify shrink.tsv",
	}
	f := cmd.Flags()
	f.StringVarP(&variant, "variant", "v", "", "only puzzles of this variant")
	f.IntVar(&every, "every", 1, "only one of so many puzzles")
	f.Uint64Var(&o.Limits.Mate, "mate-moves", o.Limits.Mate, "moves tried to solve one position for mates")
	f.Uint64Var(&o.Limits.Confirm, "confirm-nodes", o.Limits.Confirm, "nodes of the search that confirms a gain")
	f.StringSliceVar(&tables, "tables", nil, "tablebase files or folders of Shrink Chess, beside those in the program")
	f.IntVar(&o.Concurrency, "concurrency", runtime.GOMAXPROCS(0), "puzzles at once")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if cmd.Flags().Changed("variant") {
			if _, err := input.Variant(cmd, variant); err != nil {
				return err
			}
		}
		if every < 1 {
			return usage.Errorf(cmd, "--every %d: expected a number from 1", every)
		}
		list, err := puzzlesOf(args)
		if err != nil {
			return err
		}
		unsound := puzzlemaker.Duplicates(list)
		list = sampled(list, variant, every)
		if len(list) == 0 {
			return fmt.Errorf("there are no puzzles to verify")
		}
		if o.Tables, err = tablebase.Open(tables...); err != nil {
			return err
		}
		defer func() { _ = o.Tables.Close() }() // read-only
		ctx, stop := interruptible(cmd)
		defer stop()
		m := output.NewMeter(cmd.ErrOrStderr())
		o.Progress = func(done, total int) { m.Show("verifying", done, total, "") }
		more, err := puzzlemaker.Verify(ctx, list, o)
		m.Close()
		if err != nil {
			return interrupted(ctx, err, "interrupted")
		}
		return reportUnsound(cmd, list, append(unsound, more...))
	}
	return cmd
}

// puzzlesOf reads files, or returns the puzzles of the program.
func puzzlesOf(names []string) (list []puzzle.Puzzle, err error) {
	if len(names) == 0 {
		for _, v := range collection.Variants() {
			list = append(list, collection.Of(v)...)
		}
		return list, nil
	}
	for _, name := range names {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		some, err := puzzle.Read(f)
		_ = f.Close() // read-only
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		list = append(list, some...)
	}
	return list, nil
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

// reportUnsound prints what is wrong.
func reportUnsound(cmd *cobra.Command, list []puzzle.Puzzle, unsound []puzzlemaker.Unsound) error {
	for _, u := range unsound {
		if _, err := fmt.Fprintf(cmd.OutOrStdout(), "%s %s %s: %v\n", u.Puzzle.ID, u.Puzzle.Variant, u.Puzzle.FEN, u.Err); err != nil {
			return err
		}
	}
	if n := len(unsound); n > 0 {
		return fmt.Errorf("%d of %s unsound", n, message.Plural(len(list), "puzzle"))
	}
	_, err := fmt.Fprintf(cmd.OutOrStdout(), "%s verified: each has one solution, no two the same\n", message.Plural(len(list), "puzzle"))
	return err
}
