package main

import (
	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/usage"
)

func newAtlas() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "atlas",
		Short: "Measure and compare the 720 rankings of Diminuendo Chess",
		Long: "The atlas of the 720 rankings of Diminuendo Chess: what self-play games say about each, such as White's score, draws and length. " +
			"'wane atlas show' prints what is known of a ranking; 'wane atlas run' plays the games.",
		Example: "wane atlas show pbnrqk",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usage.Errorf(cmd, "unknown command %.40q: expected show or run", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newAtlasShow(), newAtlasRun())
	return cmd
}
