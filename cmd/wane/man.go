package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"github.com/wane-chess/wane/cmd/wane/internal/usage"
)

func newMan() *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:     "man",
		Short:   "Write man pages",
		Long:    "Write wane.1 and a man page for each command, such as wane-serve.1. The command replaces existing pages.",
		Example: "wane man --output man",
		Args:    usage.Args(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := os.MkdirAll(dir, 0o755); err != nil {
				return err
			}
			root := cmd.Root()
			root.DisableAutoGenTag = true
			header := doc.GenManHeader{Section: "1", Source: "wane " + programVersion(), Manual: "wane manual"}
			if err := doc.GenManTree(root, &header, dir); err != nil {
				return fmt.Errorf("write man pages: %w", err)
			}
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "Man pages are in %s.\n", dir)
			return err
		},
	}
	cmd.Flags().StringVarP(&dir, "output", "o", ".", "write to this directory")
	return cmd
}
