package main

import (
	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/usage"
)

func newBook() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "book",
		Short: "Show opening books",
		Long: "Opening books: the first plies of a game as a tree of moves, with the score that a long search gives each. " +
			"'wane book show' prints what the book that comes with wane has in a position, 'wane book lines' the main lines " +
			"with what each side wants.",
		Example: "wane book show shrink e2e4",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usage.Errorf(cmd, "unknown command %.40q: expected show or lines", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newBookShow(), newBookLines())
	return cmd
}
