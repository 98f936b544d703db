package main

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/input"
	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/notation"
)

func newMoves() *cobra.Command {
	var (
		at      input.Position
		asJSON  bool
		explain bool
	)
	cmd := &cobra.Command{
		Use:   "moves [FEN]",
		Short: "List the legal moves of a position",
		Long:  "List the legal moves of a position in UCI and short algebraic notation, and with --explain their effects.",
		Example: "wane moves --variant cheshire\nwane moves '2k/1R1/K2 w - - 0 1' --variant shrink --explain\n" +
			"wane moves --variant diminuendo --json",
	}
	at.Add(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "write the list as JSON")
	cmd.Flags().BoolVar(&explain, "explain", false, "describe the effects of each move")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		p, err := at.Read(cmd, args)
		if err != nil {
			return err
		}
		type move struct {
			Move   string   `json:"move"`
			SAN    string   `json:"san"`
			Effect []string `json:"effect,omitempty"`
		}
		legal := p.Legal(nil)
		list := make([]move, len(legal))
		names := notation.NewMoves(p)
		for i, m := range legal {
			list[i] = move{Move: p.UCI(m), SAN: names.SAN(m)}
			if explain {
				list[i].Effect = notation.Narrate(p, m)
			}
		}
		if asJSON {
			return output.JSON(cmd.OutOrStdout(), struct {
				Variant string `json:"variant"`
				FEN     string `json:"fen"`
				Moves   []move `json:"moves"`
			}{p.Game().Name(), p.String(), list})
		}
		out := bufio.NewWriter(cmd.OutOrStdout())
		for _, m := range list {
			_, _ = fmt.Fprintf(out, "%-8s %-10s %s\n", m.Move, m.SAN, strings.Join(m.Effect, " "))
		}
		_, _ = fmt.Fprintf(out, "%s. %s\n", message.Plural(len(list), "move"), status(p))
		return out.Flush()
	}
	return cmd
}
