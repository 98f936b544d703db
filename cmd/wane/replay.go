package main

import (
	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/input"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/internal/cli/tui"
)

func newReplay() *cobra.Command {
	var from input.Games
	var o tui.ReplayOptions
	cmd := &cobra.Command{
		Use:     "replay FILE",
		Short:   "Step through recorded games in the terminal",
		Long:    "Step through the games of a file in any notation that 'wane import' reads.",
		Example: "wane replay game.pgn\nwane replay score.txt --variant diminuendo",
		Args:    usage.Args(1, 1, input.OneFile),
	}
	from.Add(cmd)
	cmd.Flags().BoolVarP(&o.Glyphs, "glyphs", "g", false, "show pieces as chess symbols instead of letters")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		var err error
		if o.Games, _, err = from.Read(cmd, args[0]); err != nil {
			return err
		}
		if !onTerminal() {
			return errNoTerminal
		}
		return tui.Replay(cmd.Context(), o)
	}
	return cmd
}
