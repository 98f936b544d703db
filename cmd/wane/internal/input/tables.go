package input

import (
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/cmd/wane/internal/usage"
	"github.com/wane-chess/wane/tablebase"
)

// NoTables in place of a path disables all tablebases, even the built-in ones.
const NoTables = "none"

// Tables chooses tablebases for commands that work on them. All of them must be
// valid.
type Tables struct{ Paths []string }

// Add adds the flag.
func (f *Tables) Add(cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&f.Paths, "tables", nil, "tablebase files or directories besides the built-in ones")
}

// Open opens the tablebases.
func (f *Tables) Open() (*tablebase.Tables, error) {
	t, err := tablebase.Open(f.Paths...)
	if err != nil {
		return nil, errors.Join(err, t.Close())
	}
	return t, nil
}

// EngineTables chooses tablebases for an engine. Invalid files are skipped with a
// warning.
type EngineTables struct{ Paths []string }

// Add adds the flag.
func (f *EngineTables) Add(cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&f.Paths, "tables", nil,
		"tablebase files or directories besides the built-in ones; none disables those too (default $"+
			usage.EnvName("tables")+")")
}

// List returns the paths from the flag, or else from the environment.
func (f *EngineTables) List(cmd *cobra.Command) []string {
	if text := os.Getenv(usage.EnvName("tables")); text != "" && !cmd.Flags().Changed("tables") {
		return strings.Split(text, ",")
	}
	return f.Paths
}

// Open opens the tablebases. It reports invalid files on standard error.
func (f *EngineTables) Open(cmd *cobra.Command) *tablebase.Tables {
	t, err := UsableTables(f.List(cmd))
	if err != nil {
		_, _ = fmt.Fprintf(cmd.ErrOrStderr(), "wane: %v\n", err)
	}
	return t
}

// OpenLogged is Open for programs that keep a log.
func (f *EngineTables) OpenLogged(cmd *cobra.Command, log *slog.Logger) *tablebase.Tables {
	t, err := UsableTables(f.List(cmd))
	if err != nil {
		log.Warn("invalid tablebases skipped", "error", err)
	}
	return t
}

// TablesDisabled reports whether a list of paths disables all tablebases.
func TablesDisabled(paths []string) bool { return len(paths) == 1 && paths[0] == NoTables }

// UsableTables opens files and directories beside the built-in tablebases; or for
// NoTables alone, none. It opens what is valid, and the error reports the rest.
func UsableTables(paths []string) (*tablebase.Tables, error) {
	if TablesDisabled(paths) {
		return new(tablebase.Tables), nil
	}
	return tablebase.Open(paths...)
}
