package main

import (
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/tablebase"
)

// noTables is given in place of a path to go without endgame tables, even those
// that are part of the program.
const noTables = "none"

// playerTables are the endgame tables of commands that think. They do without
// those that cannot be used.
type playerTables struct{ tablesFlag }

func (f *playerTables) add(cmd *cobra.Command) {
	cmd.Flags().StringSliceVar(&f.paths, "tables", nil, "endgame tables: files, or folders with them, besides those built in; none: not even those "+
		"(default $"+environmentName("tables")+")")
}

// list returns what the flag says, or else the environment.
func (f *playerTables) list(cmd *cobra.Command) []string {
	if text := os.Getenv(environmentName("tables")); text != "" && !cmd.Flags().Changed("tables") {
		return strings.Split(text, ",")
	}
	return f.paths
}

// none tells whether there shall be no tables at all.
func (f *playerTables) none(cmd *cobra.Command) bool { return noneIn(f.list(cmd)) }

// noneIn tells whether a list of paths says that there shall be no tables.
func noneIn(paths []string) bool { return len(paths) == 1 && paths[0] == noTables }

// open opens the tables. What cannot be used is told on standard error.
func (f *playerTables) open(cmd *cobra.Command) *tablebase.Tables {
	t, err := usableTables(f.list(cmd))
	if err != nil {
		_, _ = fmt.Fprintf(cmd.ErrOrStderr(), "wane: %v\n", err)
	}
	return t
}

// openLogged is open for programs that keep a log.
func (f *playerTables) openLogged(cmd *cobra.Command, log *slog.Logger) *tablebase.Tables {
	t, err := usableTables(f.list(cmd))
	if err != nil {
		log.Warn("some endgame tables cannot be used", "error", err)
	}
	return t
}

// usableTables opens files and folders, and the built-in tables with them; or for
// noTables alone, no tables. The error says what cannot be used; the rest is open.
func usableTables(paths []string) (*tablebase.Tables, error) {
	if noneIn(paths) {
		return new(tablebase.Tables), nil
	}
	return tablebase.Open(paths...)
}

// equip gives an engine tables.
func equip(e *search.Searcher, t *tablebase.Tables) *search.Searcher {
	e.SetTables(t)
	return e
}

// tableShelf gives an engine one set of tables after another, and closes those
// that it has no more.
type tableShelf struct {
	engine *search.Searcher
	open   *tablebase.Tables
}

// change opens the tables of a list, in which paths stand as in other lists of the
// system, and returns the most men of which there are some. The error says what
// cannot be used. The engine must be idle.
func (s *tableShelf) change(list string) (most int, err error) {
	t, err := usableTables(filepath.SplitList(list))
	equip(s.engine, t)
	if s.open != nil {
		_ = s.open.Close() // only read from
	}
	s.open = t
	return t.MaxPieces(), err
}
