package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/rules"
)

func newRules() *cobra.Command {
	return &cobra.Command{
		Use:     "rules VARIANT",
		Short:   "Print the rules of a variant",
		Example: "wane rules shrink\nwane rules diminuendo | less",
		Args:    usage.Args(1, 1, "one VARIANT, such as shrink (see 'wane variants')"),
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := rules.ByName(args[0])
			if err != nil {
				return err
			}
			_, err = fmt.Fprint(cmd.OutOrStdout(), g.Rules())
			return err
		},
	}
}
