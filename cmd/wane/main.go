// Command wane plays four chess variants with fewer squares or weaker pieces: Shrink Chess,
// Convergent Chess, Diminuendo Chess and Cheshire Cat Chess, and orthodox chess for
// comparison.
//
// Each command has a file of its name or shares that of a related command;
// internal/usage, internal/input and internal/output have what they share. The exit code is 0 for success, 1 for bad
// input or a failure, 2 for a usage error, and 130 or 143 if an interrupt or a request to
// terminate ends the program before its work is done.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/rules"
)

func main() {
	os.Exit(run(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// run runs the program and returns its exit code.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := newRoot() //nolint:contextcheck // a command gets the context when it runs
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	// An error before a command runs is a usage error, in the libraries' own
	// commands too.
	var begun *cobra.Command
	root.PersistentPreRun = func(cmd *cobra.Command, _ []string) { begun = cmd }
	err := root.ExecuteContext(ctx)
	if err != nil {
		err = asUsage(begun, err)
		printError(stderr, err)
	}
	var call usage.Error
	var ended interruption
	switch {
	case err == nil:
		return 0
	case errors.As(err, &ended):
		return ended.code
	case begun == nil, errors.As(err, &call):
		return 2
	}
	return 1
}

// asUsage makes an error about the value of an option a usage error.
func asUsage(cmd *cobra.Command, err error) error {
	var call usage.Error
	var option message.OptionError
	if cmd != nil && errors.As(err, &option) && !errors.As(err, &call) {
		return usage.Errorf(cmd, "%w", err)
	}
	return err
}

func printError(w io.Writer, err error) {
	_, _ = fmt.Fprintf(w, "wane: %v\n", err)
	var call usage.Error
	if errors.As(err, &call) {
		_, _ = fmt.Fprintf(w, "See '%s --help'.\n", call.Command)
	}
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "wane",
		Short: "Chess with fewer squares or weaker pieces",
		Long: "Chess with fewer squares or weaker pieces: Shrink, Convergent, Diminuendo and Cheshire Cat Chess.\n\n" +
			"Start with 'wane play', or read the rules of a variant with 'wane rules shrink'.",
		Example: "wane play shrink --level 3\nwane rules diminuendo\nwane show --variant cheshire",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usage.Errorf(cmd, "unknown command %.40q", args[0])
			}
			return nil
		},
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
		Version:       programVersion(),
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.Flags().Bool("version", false, "print the version") // cobra's own would take -v
	root.SetHelpFunc(usage.Help)
	root.SetFlagErrorFunc(usage.FlagError)
	root.SetHelpCommand(newHelp())
	root.AddCommand(
		newPlay(), newPuzzle(), newReplay(), newVariants(), newRules(), newShow(), newGIF(), newMoves(), newImport(),
		newPerft(), newAnalyze(), newSolve(), newTablebase(), newBook(), newAtlas(),
		newServe(), newSite(), newBackup(), newRestore(), newAdmin(), newWorker(), newBot(), newLoadtest(),
		newUCI(), newXBoard(), newMatch(), newOpenings(), newBench(), newMan(),
	)
	completeVariants(root)
	return root
}

// completeVariants makes shells complete the names of variants.
func completeVariants(cmd *cobra.Command) {
	names := func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		var list []string
		for _, g := range rules.All() {
			list = append(list, g.Name()+"\t"+g.Title())
		}
		return list, cobra.ShellCompDirectiveNoFileComp
	}
	if strings.Contains(cmd.Use, "VARIANT") {
		cmd.ValidArgsFunction = names
	}
	if cmd.Flags().Lookup("variant") != nil {
		_ = cmd.RegisterFlagCompletionFunc("variant", names) // the flag exists
	}
	for _, sub := range cmd.Commands() {
		completeVariants(sub)
	}
}

// newHelp replaces cobra's help command, which accepts unknown commands.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Explain a command",
		RunE: func(cmd *cobra.Command, args []string) error {
			about, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return usage.Errorf(cmd.Root(), "unknown command %.40q", strings.Join(args, " "))
			}
			about.InitDefaultHelpFlag()
			return about.Help()
		},
	}
}
