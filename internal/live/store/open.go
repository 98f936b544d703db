package store

import (
	"context"
	"fmt"
	"hash/maphash"
	"strings"

	"github.com/wane-chess/wane/internal/message"
)

// Open opens the database at an address and migrates its schema:
//
// \tsqlite:PATH                          a file, created if it is missing
// \tpostgres://USER:PASSWORD@HOST/NAME   a PostgreSQL database
//
// Several programs may open the same database, also at once.
func Open(ctx context.Context, address string) (*Store, error) {
	var s *Store
	var err error
	switch scheme, _, _ := strings.Cut(address, ":"); scheme {
	case "postgres", "postgresql":
		if s, err = openPostgres(ctx, address); err != nil {
			err = fmt.Errorf("open the PostgreSQL database: %w", err)
		}
	default:
		var path string
		if path, err = sqlitePath(address); err != nil {
			break
		}
		if s, err = openSQLite(ctx, path); err != nil {
			err = fmt.Errorf("open the database %s: %w", path, err)
		}
	}
	if err != nil {
		return nil, err
	}
	s.seed, s.maxSorted, s.timeout = maphash.MakeSeed(), maxSorted, readTimeout
	return s, nil
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
