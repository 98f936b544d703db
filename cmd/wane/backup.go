package main

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/internal/message"
	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/node"
)

// databaseFlags are the flags that say whose database a command works on.
func databaseFlags(cmd *cobra.Command, c *node.Config) {
	cmd.Flags().StringVar(&c.Data, "data", "", "data directory of the server (default ~/.local/share/wane)")
	cmd.Flags().StringVar(&c.DB, "db", "", "database, sqlite:PATH (default wane.db in the data directory)")
}

func newBackup() *cobra.Command {
	var c node.Config
	var force bool
	cmd := &cobra.Command{
		Use:   "backup FILE",
		Short: "Copy a server's database to a file, while it runs",
		Long: "Copy the SQLite database of a server to a file. The server may be running and goes on serving games; every " +
			"move that it had acknowledged is in the copy. The file appears when it is whole and verified.\n\n" +
			"It holds the key of the guests' cookies: keep it private. For PostgreSQL the command says how pg_dump is called. " +
			"WANE_DATA and WANE_DB stand for the flags, as with 'wane serve'.",
		Example: "wane backup wane-monday.db\n" +
			"wane backup --data /srv/wane /mnt/wane.db --force",
		Args: usage.Args(1, 1, "one FILE"),
	}
	databaseFlags(cmd, &c)
	cmd.Flags().BoolVar(&force, "force", false, "replace the file if it exists")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := databaseFile(cmd, args[0]); err != nil {
			return err
		}
		ctx, stop := interruptible(cmd)
		defer stop()
		copied, err := node.Backup(ctx, c, args[0], force)
		if errors.Is(err, fs.ErrExist) {
			return fmt.Errorf("cannot write %s: it exists already; give another name, or --force to replace it", args[0])
		}
		if err != nil {
			return interrupted(ctx, err, "interrupted: there is no backup")
		}
		_, _ = fmt.Fprintf(cmd.OutOrStdout(), "%s has %s.\n", args[0], contentsText(copied))
		return nil
	}
	return cmd
}

func newRestore() *cobra.Command {
	var c node.Config
	var force bool
	cmd := &cobra.Command{
		Use:   "restore FILE",
		Short: "Replace a server's database by a backup",
		Long: "Replace the SQLite database of a server by a backup, or put a backup into a new data directory. Stop the " +
			"server first. The backup is verified before it replaces anything. The command says which games and moves of the " +
			"replaced database the backup lacks, and keeps that database beside the new one.\n\n" +
			"For PostgreSQL the command says how pg_restore is called. WANE_DATA and WANE_DB stand for the flags, as with " +
			"'wane serve'.",
		Example: "wane restore wane-monday.db\n" +
			"wane restore --data /srv/new /mnt/wane.db",
		Args: usage.Args(1, 1, "one FILE"),
	}
	databaseFlags(cmd, &c)
	cmd.Flags().BoolVar(&force, "force", false, "delete the replaced database")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := databaseFile(cmd, args[0]); err != nil {
			return err
		}
		ctx, stop := interruptible(cmd)
		defer stop()
		r, err := node.Restore(ctx, c, args[0], !force)
		if err != nil {
			return interrupted(ctx, err, "interrupted: the database is as it was")
		}
		_, _ = fmt.Fprint(cmd.OutOrStdout(), restoredText(r))
		return nil
	}
	return cmd
}

// databaseFile checks the argument of a command, and sets its flags from the environment.
func databaseFile(cmd *cobra.Command, file string) error {
	if file == "" || file == "-" {
		return usage.Errorf(cmd, "%s needs the name of a file, got %q", cmd.Name(), file)
	}
	return usage.FromEnv(cmd, "data", "db")
}

// contentsText says what a database holds.
func contentsText(c db.Contents) string {
	text := message.Plural(c.Games, "game") + " and " + message.Plural(c.Moves, "move")
	if c.Events > c.Moves {
		text += fmt.Sprintf(" (%s)", message.Plural(c.Events, "event"))
	}
	if !c.Last.IsZero() {
		text += ", the last change at " + c.Last.Format(time.RFC3339)
	}
	return text
}

// restoredText says what a restore has done, and what is lost by it.
func restoredText(r db.Restored) string {
	var b strings.Builder
	fmt.Fprintf(&b, "The database has %s.\n", contentsText(r.Contents))
	switch {
	case !r.Replaced:
	case r.Unread != nil:
		fmt.Fprintf(&b, "The replaced database is damaged, so what the backup lacks is unknown: %v\n", r.Unread)
	case r.Lost == db.Loss{}:
		fmt.Fprintln(&b, "The backup lacks nothing that the replaced database had.")
	default:
		lost := contentsText(db.Contents{Games: r.Lost.Games, Moves: r.Lost.Moves, Events: r.Lost.Events})
		fmt.Fprintf(&b, "The backup lacks %s of the replaced database.\n", lost)
	}
	if r.Kept != "" {
		fmt.Fprintf(&b, "The replaced database is now %s.\n", r.Kept)
	}
	return b.String()
}
