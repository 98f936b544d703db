// Command wane plays four chess variants on diminishing boards: Shrink Chess,
// Convergent Chess, Diminuendo Chess and Cheshire Cat Chess, and orthodox chess for
// comparison.
//
// Each command has a file of its name or shares that of a related command;
// internal/usage, internal/input and internal/output have what they share. The exit code is 0 for success, 1 for bad
// input or a failure, 2 for a usage error, 130 for an interrupt before the work is done.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"charm.land/fang/v2"
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
	root := newRoot()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	// An error before a command runs is a usage error, in the libraries' own
	// commands too.
	var begun *cobra.Command
	root.PersistentPreRun = func(cmd *cobra.Command, _ []string) { begun = cmd }
	report := func(w io.Writer, _ fang.Styles, err error) { printError(w, asUsage(begun, err)) }
	err := fang.Execute(ctx, root, fang.WithVersion(programVersion()), fang.WithoutManpage(), fang.WithErrorHandler(report))
	var call usage.Error
	switch {
	case err == nil:
		return 0
	case errors.Is(err, context.Canceled):
		return exitInterrupted
	case begun == nil, errors.As(asUsage(begun, err), &call):
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

// exitInterrupted is the exit code of an interrupted command, as shells have it.
const exitInterrupted = 130

// interruption is the error of a command that was interrupted before its work was done.
// It wraps context.Canceled.
type interruption struct{ error }

func (interruption) Unwrap() error { return context.Canceled }

// interruptedf formats an interruption.
func interruptedf(format string, args ...any) error {
	return interruption{fmt.Errorf(format, args...)}
}

// unlessInterrupted returns the error of work that ends early, without an error, when
// its context ends.
func unlessInterrupted(ctx context.Context, err error) error {
	if err == nil && ctx.Err() != nil {
		return interruptedf("interrupted")
	}
	return err
}

func printError(w io.Writer, err error) {
	if known := (interruption{}); errors.Is(err, context.Canceled) && !errors.As(err, &known) {
		err = interruptedf("interrupted")
	}
	_, _ = fmt.Fprintf(w, "wane: %v\n", err)
	var call usage.Error
	if errors.As(err, &call) {
		_, _ = fmt.Fprintf(w, "See '%s --help'.\n", call.Command)
	}
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "wane",
		Short: "Chess on diminishing boards",
		Long: "Chess on diminishing boards: Shrink, Convergent, Diminuendo and Cheshire Cat Chess.\n\n" +
			"Start with 'wane play', or read the rules of a variant with 'wane rules shrink'.",
		Example: "wane play shrink --level 3\nwane rules diminuendo\nwane show --variant cheshire",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usage.Errorf(cmd, "unknown command %.40q", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetFlagErrorFunc(usage.FlagError)
	root.SetGlobalNormalizationFunc(usage.Renamed)
	root.SetHelpCommand(newHelp())
	root.AddCommand(
		newPlay(), newReplay(), newVariants(), newRules(), newShow(), newGIF(), newMoves(), newImport(), newPerft(),
		newAnalyze(), newSolve(), newTablebase(), newServe(), newWorker(), newLoadtest(), newUCI(), newXBoard(),
		newMatch(), newOpenings(), newSelfplay(), newTune(), newBench(), newMan(),
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

// interruptible returns a command's context, which an interrupt ends. A second
// interrupt ends the program at once.
func interruptible(cmd *cobra.Command) (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}
