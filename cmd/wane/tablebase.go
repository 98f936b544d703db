package main

import (
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/input"
	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/tablebase"
)

func newTablebase() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "tablebase",
		Short: "Build, verify and probe tablebases of Shrink Chess and Convergent Chess",
		Long: "Tablebases of Shrink Chess and Convergent Chess: the result and the distance to mate in plies of every " +
			"position with few pieces, kings included. In Shrink Chess, those are positions on boards without empty ranks or " +
			"files, without castling rights. They ignore the fifty-move rule and repetitions.\n\n" +
			"All tablebases of up to 4 pieces of Shrink Chess and up to 3 of Convergent Chess are built in. 'wane tablebase " +
			"build' makes those of 5; every command with an engine reads them with --tables.",
		Example: "wane tablebase probe '2k/1R1/K2 w - - 0 1'",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usage.Errorf(cmd, "unknown command %.40q: expected build, verify or probe", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newTablebaseBuild(), newTablebaseVerify(), newTablebaseProbe())
	return cmd
}

// tableVariant chooses the variant of tablebases.
type tableVariant struct{ name string }

// add adds the flag.
func (f *tableVariant) add(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&f.name, "variant", "v", tablebase.Shrink.String(),
		"variant with tablebases: shrink or convergent")
}

// game returns the rules, and which tablebases are meant.
func (f *tableVariant) game(cmd *cobra.Command) (game.Game, tablebase.Game, error) {
	g, err := input.Variant(cmd, f.name)
	if err != nil {
		return nil, 0, err
	}
	of, ok := tablebase.GameOf(g)
	if !ok {
		return nil, 0, usage.Errorf(cmd, "--variant: there are tablebases of shrink and convergent only, not of %s", g.Name())
	}
	return g, of, nil
}

// checkPieces checks a number of pieces.
func checkPieces(cmd *cobra.Command, g tablebase.Game, pieces int) error {
	return usage.InRange(cmd, "pieces", pieces, g.MinPieces(), g.MaxPieces())
}

// addConcurrency adds the flag --concurrency.
func addConcurrency(cmd *cobra.Command, n *int) {
	cmd.Flags().IntVarP(n, "concurrency", "c", runtime.GOMAXPROCS(0), "materials at once")
}

func checkConcurrency(cmd *cobra.Command, n int) error {
	return usage.InRange(cmd, "concurrency", n, 1, 1024)
}

func newTablebaseVerify() *cobra.Command {
	var workers int
	cmd := &cobra.Command{
		Use:   "verify [FILE|DIR ...]",
		Short: "Verify every entry of tablebases by the rules",
		Long: "Recompute every entry from the legal moves and the entries of the next positions, independently of the " +
			"builder. Without FILE, verify the built-in tablebases.",
		Example: "wane tablebase verify",
	}
	addConcurrency(cmd, &workers)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := checkConcurrency(cmd, workers); err != nil {
			return err
		}
		if slices.Contains(args, "") {
			return usage.Errorf(cmd, "an argument is empty: expected a file or directory of tablebases")
		}
		t, err := (&input.Tables{Paths: args}).Open()
		if err != nil {
			return err
		}
		defer func() { _ = t.Close() }() // read-only
		began, entries := time.Now(), 0
		for _, material := range t.Materials() {
			entries += material.Entries()
		}
		ctx, stop := interruptible(cmd)
		defer stop()
		m := output.NewMeter(cmd.ErrOrStderr())
		err = t.VerifyAll(ctx, rules.ByName, workers, showTables(m, "verifying"))
		m.Close()
		if err != nil {
			return interrupted(ctx, err, "interrupted")
		}
		_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s, %s: all correct (%v)\n",
			message.Plural(len(t.Materials()), "material"), message.Plural(entries, "entry"),
			time.Since(began).Round(100*time.Millisecond))
		return err
	}
	return cmd
}

// showTables returns a function that shows the progress of work on tablebases.
func showTables(m *output.Meter, stage string) func(tablebase.Progress) {
	return func(p tablebase.Progress) { m.Show(stage, p.Done, p.Total, p.Material.String()) }
}
