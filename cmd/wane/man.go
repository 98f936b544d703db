package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

func newMan() *cobra.Command {
	var dir string
	cmd := &cobra.Command{
		Use:     "man",
		Short:   "Write man pages",
		Long:    "Write wane.1 and a man page for each command, such as wane-serve.1. Existing pages are replaced.",
		Example: "wane man --dir man",
		Args:    takes(0, 0, ""),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := os.MkdirAll(dir, 0o755); err != nil {
				return err
			}
			root := cmd.Root()
			root.DisableAutoGenTag = true
			header := doc.GenManHeader{Section: "1", Source: "wane " + version, Manual: "wane manual"}
			if err := doc.GenManTree(root, &header, dir); err != nil {
				return fmt.Errorf("write man pages: %w", err)
			}
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "Man pages are in %s.\n", dir)
			return err
		},
	}
	cmd.Flags().StringVar(&dir, "dir", ".", "write to this directory")
	return cmd
}
