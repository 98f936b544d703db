// Command research makes what the pages in docs/ and the data of wane come from: each of its
// commands is a folder here. README.md says what they found.
//
// It is a module of its own, so that the library that wane is compared with, and those for plots and statistics, are no
// dependencies of wane.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/research/atlas"
	"github.com/wane-chess/wane/research/books"
	"github.com/wane-chess/wane/research/mates"
	"github.com/wane-chess/wane/research/proofs"
	"github.com/wane-chess/wane/research/puzzles"
	"github.com/wane-chess/wane/research/selfplay"
	"github.com/wane-chess/wane/research/solver"
	"github.com/wane-chess/wane/research/tables"
	"github.com/wane-chess/wane/research/train"
	"github.com/wane-chess/wane/research/tune"
	"github.com/wane-chess/wane/research/wdl"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := newRoot().ExecuteContext(ctx)
	interrupted := ctx.Err() != nil
	stop()
	switch {
	case err == nil:
		return
	case interrupted && errors.Is(err, context.Canceled):
		_, _ = fmt.Fprintln(os.Stderr, "research: interrupted")
		os.Exit(128 + int(syscall.SIGINT))
	}
	_, _ = fmt.Fprintf(os.Stderr, "research: %v\n", err)
	os.Exit(1)
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:           "research",
		Short:         "Make what the pages in docs/ and the data of wane come from",
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.CompletionOptions.DisableDefaultCmd = true
	root.AddCommand(
		atlas.Command(), books.Command(), mates.Command(), proofs.Command(), puzzles.Command(), selfplay.Command(),
		solver.Command(), tables.Command(), train.Command(), tune.Command(), wdl.Command(),
	)
	return root
}
