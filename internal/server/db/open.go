package db

import (
	"context"
	"fmt"
	"strings"

	"github.com/wane-chess/wane/internal/message"
)

// Open opens the database at an address:
//
// \tsqlite:PATH                          a file
// \tpostgres://USER:PASSWORD@HOST/NAME   a PostgreSQL database
//
// The database must have the schema of this program, which Migrate makes; otherwise the error is ErrSchema. Several
// programs may open the same database, also at once.
func Open(ctx context.Context, address string) (d *DB, err error) {
	if isPostgres(address) {
		if d, err = openPostgres(ctx, address); err != nil {
			err = fmt.Errorf("open the PostgreSQL database: %w", err)
		}
		return d, err
	}
	path, err := sqlitePath(address)
	if err != nil {
		return nil, err
	}
	if d, err = openSQLite(ctx, path); err != nil {
		err = fmt.Errorf("open the database %s: %w", path, err)
	}
	return d, err
}

// isPostgres reports whether an address is that of a PostgreSQL database.
func isPostgres(address string) bool {
	scheme, _, _ := strings.Cut(address, ":")
	return scheme == "postgres" || scheme == "postgresql"
}

// sqlitePath returns the file of an address sqlite:PATH.
func sqlitePath(address string) (string, error) {
	scheme, rest, _ := strings.Cut(address, ":")
	path := strings.TrimPrefix(rest, "//")
	var err error
	switch {
	case scheme != "sqlite":
		// The address may contain a password.
		err = fmt.Errorf("unknown database scheme %q: expected sqlite:wane.db or postgres://user:password@host/name", scheme)
	case path == "":
		err = fmt.Errorf("%q has no file name: expected sqlite:PATH, such as sqlite:wane.db", address)
	case strings.HasPrefix(path, ":memory:"):
		err = fmt.Errorf("%q would lose all games at the end: expected sqlite:PATH, such as sqlite:wane.db", address)
	}
	return path, message.InvalidOption(err)
}
