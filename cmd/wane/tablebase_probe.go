package main

import (
	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/input"
	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/internal/cli/analysis"
)

func newTablebaseProbe() *cobra.Command {
	var (
		tables  input.Tables
		variant tableVariant
		asJSON  bool
	)
	cmd := &cobra.Command{
		Use:     "probe FEN",
		Short:   "Look up a position and all its moves",
		Long:    "Look up a position and all its legal moves: the result and the distance to mate in plies.",
		Example: "wane tablebase probe '2k/1R1/K2 w - - 0 1'",
		Args:    usage.Args(1, 6, "a FEN"),
	}
	tables.Add(cmd)
	variant.add(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "write the result as JSON")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		fen, err := input.FENOf(cmd, args)
		if err != nil {
			return err
		}
		g, _, err := variant.game(cmd)
		if err != nil {
			return err
		}
		p, err := input.Parse(cmd, g, fen)
		if err != nil {
			return err
		}
		t, err := tables.Open()
		if err != nil {
			return err
		}
		defer func() { _ = t.Close() }() // read-only
		ending, err := analysis.NewProbeReport(t, p)
		if err != nil {
			return err
		}
		if asJSON {
			return output.JSON(cmd.OutOrStdout(), ending)
		}
		return ending.Write(cmd.OutOrStdout())
	}
	return cmd
}
