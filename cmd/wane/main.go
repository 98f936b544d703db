// Command wane plays, shows and counts four games of chess on boards that
// diminish: Shrink Chess, Convergent Chess, Diminuendo Chess and Cheshire Cat
// Chess; and orthodox chess for comparison.
//
// It exits with 0 when all went well, with 1 when something it was given is
// wrong or failed, with 2 when it was called the wrong way.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"charm.land/fang/v2"
	"github.com/spf13/cobra"
)

// version is set by the linker in releases.
var version = "development"

func main() {
	os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run is the program without its process: it returns the exit code.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := newRoot()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	// Whatever fails before a command runs is about how it was called, also
	// where a library's own commands do not say so.
	begun := false
	root.PersistentPreRun = func(*cobra.Command, []string) { begun = true }
	err := fang.Execute(ctx, root, fang.WithVersion(version), fang.WithoutManpage(), fang.WithErrorHandler(printError))
	var usage usageError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &usage), !begun:
		return 2
	}
	return 1
}

func printError(w io.Writer, _ fang.Styles, err error) {
	_, _ = fmt.Fprintf(w, "wane: %v\n", err)
	var usage usageError
	if errors.As(err, &usage) {
		_, _ = fmt.Fprintf(w, "See '%s --help'.\n", usage.command)
	}
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "wane",
		Short: "Chess on boards that diminish",
		Long: "Chess on boards that diminish: Shrink, Convergent, Diminuendo and Cheshire Cat Chess.\n\n" +
			"Start with 'wane play', or read the rules of a game with 'wane rules shrink'.",
		Example: "wane play shrink --level 3\nwane rules diminuendo\nwane show --variant cheshire",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return badUsage(cmd, "unknown command %.40q", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetFlagErrorFunc(flagError)
	root.SetHelpCommand(newHelp())
	root.AddCommand(
		newServe(), newWorker(), newPlay(), newReplay(), newShow(), newGIF(), newMoves(), newImport(), newPerft(), newAnalyze(), newSolve(), newTablebase(), newVariants(), newRules(), newMatch(), newOpenings(), newSelfplay(), newTune(), newUCI(), newXBoard(), newBench(), newLoadtest(), newMan(),
	)
	return root
}
