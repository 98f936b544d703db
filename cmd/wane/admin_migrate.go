package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/internal/server/node"
)

func newAdminMigrate() *cobra.Command {
	var c node.Config
	cmd := &cobra.Command{
		Use:   "migrate",
		Short: "Make the schema of the database that of this version",
		Long: "Create the tables that a server needs, or change them to what this version needs. Run it once before the " +
			"first server starts, and before an update: servers of the last release go on meanwhile. A server with SQLite " +
			"does it by itself.\n\n" +
			"A step that needs a lock waits for a second and tries again every three seconds, so that a long dump of the " +
			"database stops no server.",
		Example: "wane admin migrate --db postgres://wane@db/wane",
		Args:    usage.Args(0, 0, ""),
	}
	cmd.Flags().StringVar(&c.Data, "data", "", "data directory of the server (default ~/.local/share/wane)")
	cmd.Flags().StringVar(&c.DB, "db", "", "database, sqlite:PATH or postgres://… (default wane.db in the data directory)")
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := usage.FromEnv(cmd, "data", "db"); err != nil {
			return err
		}
		ctx, stop := interruptible(cmd)
		defer stop()
		m, err := node.Migrate(ctx, c, func(error) {
			_, _ = fmt.Fprintln(cmd.ErrOrStderr(), "Another program uses the tables: trying again in three seconds.")
		})
		if err != nil {
			return interrupted(ctx, err, "interrupted")
		}
		if m.From == m.To {
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "The database has schema %d already.\n", m.To)
		} else {
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "The database had schema %d and has schema %d now.\n", m.From, m.To)
		}
		return err
	}
	return cmd
}
