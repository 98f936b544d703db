package store

import (
	"context"
	"fmt"
	"hash/maphash"
	"strings"
)

// Open opens the database at that address and brings its schema up to date:
//
//	sqlite:PATH                          a file, made if there is none
//	postgres://USER:PASSWORD@HOST/NAME   a database of PostgreSQL
//
// Several programs may open the same database, also at the same moment.
func Open(ctx context.Context, address string) (*Store, error) {
	var s *Store
	var err error
	scheme, rest, _ := strings.Cut(address, ":")
	switch scheme {
	case "sqlite":
		path := strings.TrimPrefix(rest, "//")
		switch {
		case path == "":
			err = fmt.Errorf("%q names no file; write sqlite:PATH, such as sqlite:wane.db", address)
		case strings.HasPrefix(path, ":memory:"):
			err = fmt.Errorf("%q would lose every game at the end; write sqlite:PATH, such as sqlite:wane.db", address)
		default:
			if s, err = openSQLite(ctx, path); err != nil {
				err = fmt.Errorf("open the database %s: %w", path, err)
			}
		}
	case "postgres", "postgresql":
		if s, err = openPostgres(ctx, address); err != nil {
			err = fmt.Errorf("open the PostgreSQL database: %w", err)
		}
	default:
		// Not the whole address: a password may be in it.
		err = fmt.Errorf("a database's address begins with sqlite: or postgres://, such as sqlite:wane.db or postgres://user:password@host/name, not with %q", scheme)
	}
	if err != nil {
		return nil, err
	}
	s.seed, s.maxSorted = maphash.MakeSeed(), maxSorted
	return s, nil
}
