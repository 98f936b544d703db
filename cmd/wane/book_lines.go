package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/input"
	"github.com/wane-chess/wane/cmd/wane/internal/output"
	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/engine/book"
)

// bookLineJSON is a line of 'wane book lines --json'.
type bookLineJSON struct {
	Name  string   `json:"name"`
	Moves []string `json:"moves"`
	SAN   string   `json:"san"`
	Text  string   `json:"text"`
}

func newBookLines() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "lines VARIANT",
		Short:   "Print the main lines of a variant",
		Long:    "Print the main lines of a variant, each with its name and what each side wants.",
		Example: "wane book lines shrink",
		Args:    usage.Args(1, 1, "one VARIANT, such as shrink"),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		g, err := input.Variant(cmd, args[0])
		if err != nil {
			return err
		}
		lines := book.Lines(g)
		if len(lines) == 0 {
			return usage.Errorf(cmd, "no lines of %s come with wane", g.Name())
		}
		if asJSON {
			list := []bookLineJSON{}
			for _, l := range lines {
				list = append(list, bookLineJSON(l))
			}
			return output.JSON(cmd.OutOrStdout(), list)
		}
		return printLines(cmd.OutOrStdout(), lines)
	}
	return cmd
}

func printLines(w io.Writer, lines []book.Line) error {
	for i, l := range lines {
		if i > 0 {
			_, _ = fmt.Fprintln(w)
		}
		if _, err := fmt.Fprintf(w, "%s\n%s\n%s\n", l.Name, l.SAN, l.Text); err != nil {
			return err
		}
	}
	return nil
}
