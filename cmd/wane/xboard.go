package main

import (
	"math/rand/v2"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/internal/cli/xboard"
	"github.com/wane-chess/wane/rules"
)

func newXBoard() *cobra.Command {
	var m measuring
	cmd := &cobra.Command{
		Use:   "xboard",
		Short: "Be an engine for XBoard and WinBoard",
		Long: "Be an engine for XBoard, WinBoard and other programs that speak their protocol (CECP 2).\n\n" +
			"Orthodox chess and Convergent Chess can be played there. The boards of the other games change as they are played, " +
			"or have hexagons, which these programs cannot show.\n\n" +
			"XBoard does not know all rules of Convergent Chess. Start it with -testLegality false, as in\n" +
			"  xboard -fcp 'wane xboard' -variant convergent -testLegality false\n" +
			"Then it marks the moves that wane says are " +
			"legal, and leaves it to wane to say how a game ended.",
		Example: "printf 'xboard\\nprotover 2\\nquit\\n' | wane xboard",
		Args:    takes(0, 0, ""),
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
