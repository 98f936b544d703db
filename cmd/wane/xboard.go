package main

import (
	"math/rand/v2"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/internal/cli/xboard"
	"github.com/wane-chess/wane/rules"
)

func newXBoard() *cobra.Command {
	var m measuring
	cmd := &cobra.Command{
		Use:   "xboard",
		Short: "Run the engine for XBoard and WinBoard",
		Long: "Run the engine for XBoard, WinBoard and other programs that speak their protocol (CECP 2).\n\n" +
			"These programs can play orthodox chess and Convergent Chess. They cannot show the boards of the other variants, " +
			"which change during play or have hexagons.\n\n" +
			"XBoard does not know all rules of Convergent Chess. Start it with -testLegality false:\n" +
			"  xboard -fcp 'wane xboard' -variant convergent -testLegality false\n" +
			"It then marks the moves that wane reports as legal, and wane decides how a game ends.",
		Example: "printf 'xboard\\nprotover 2\\nquit\\n' | wane xboard",
		Args:    usage.Args(0, 0, ""),
	}
	m.add(cmd)
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		e, err := m.engine(cmd)
		if err != nil {
			return err
		}
		return xboard.Run(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), xboard.Config{
			Name: protocolName(), Engine: e, ByName: rules.ByName, Prepare: m.prepare(cmd), Seed: rand.Uint64,
		})
	}
	return cmd
}
