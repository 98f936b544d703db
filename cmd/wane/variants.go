package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/input"
	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/internal/cli/tui"
	"github.com/wane-chess/wane/rules"
)

func newVariants() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "variants",
		Short:   "List the variants",
		Example: "wane variants\nwane variants --json",
		Args:    usage.Args(0, 0, ""),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write the list as JSON")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if asJSON {
			type variant struct {
				Name  string `json:"name"`
				Title string `json:"title"`
				Start string `json:"start"`
			}
			list := []variant{}
			for _, g := range rules.All() {
				list = append(list, variant{g.Name(), g.Title(), g.Start().String()})
			}
			return output.JSON(cmd.OutOrStdout(), list)
		}
		w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
		for _, g := range rules.All() {
			_, _ = fmt.Fprintf(w, "%s\t%s\n", g.Name(), g.Title())
		}
		_, _ = fmt.Fprint(w, "\nDiminuendo Chess has 720 rankings: diminuendo:pbnrqk has the ranking PBNRQK.\n"+
			"+qk adds queenish kings, +fp flexible pawns: diminuendo:pbnrqk+qk+fp. See 'wane rules diminuendo'.\n")
		return w.Flush()
	}
	return cmd
}

func newRules() *cobra.Command {
	return &cobra.Command{
		Use:     "rules VARIANT",
		Short:   "Print the rules of a variant",
		Example: "wane rules shrink\nwane rules diminuendo | less",
		Args:    usage.Args(1, 1, "one VARIANT, such as shrink (see 'wane variants')"),
		RunE: func(cmd *cobra.Command, args []string) error {
			g, err := input.Variant(cmd, args[0])
			if err != nil {
				return err
			}
			out, text := cmd.OutOrStdout(), g.Rules()
			if output.IsTerminal(out) {
				text = strings.Join(tui.Wrap(tui.Unwrap(text), usage.Width(out)-1), "\n") + "\n"
			}
			_, err = fmt.Fprint(out, text)
			return err
		},
	}
}
