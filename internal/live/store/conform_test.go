package store_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/wane-chess/wane/internal/live/store"
	"github.com/wane-chess/wane/internal/live/store/storetest"
	"github.com/wane-chess/wane/internal/testing/pgtest"
)

// handle opens a database, and fails the test if it cannot.
func handle(t testing.TB, address string) *store.Store {
	t.Helper()
	s, err := store.Open(context.Background(), address)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func sqliteAddress(t testing.TB) string {
	return "sqlite:" + filepath.Join(t.TempDir(), "wane.db")
}

// databases returns the address of an empty database of each kind. Only benchmarks wait
// for PostgreSQL's disk.
var databases = map[string]func(testing.TB) string{"SQLite": sqliteAddress, "PostgreSQL": func(t testing.TB) string {
	if _, measures := t.(*testing.B); !measures {
		return pgtest.Start(t)
	}
	url, err := pgtest.StartProcess(t).Database()
	if err != nil {
		t.Fatal(err)
	}
	return url
}}

// migrated is databases with the schema, which PostgreSQL takes some time to create.
var migrated = map[string]func(testing.TB) string{"SQLite": sqliteAddress, "PostgreSQL": func(t testing.TB) string {
	return pgtest.Copy(t, "migrated", func(url string) {
		if err := handle(t, url).Close(); err != nil {
			t.Error(err)
		}
	})
}}

// opener opens databases at the addresses that the function returns.
func opener(address func(testing.TB) string, also ...func(*store.Store)) storetest.Opener {
	return func(t *testing.T) func() storetest.Games {
		url := address(t)
		return func() storetest.Games {
			s := handle(t, url)
			for _, f := range also {
				f(s)
			}
			return s
		}
	}
}

func TestConform(t *testing.T) {
	for name := range databases {
		t.Run(name, func(t *testing.T) {
			storetest.Conform(t, opener(migrated[name]))
			storetest.ConformOpening(t, opener(databases[name]))
		})
	}
}

// TestSearchByOrder searches with conditions that select many games, so that the database
// scans the list in its order. PostgreSQL decides by itself when to do that.
func TestSearchByOrder(t *testing.T) {
	storetest.ConformSearch(t, opener(sqliteAddress, func(s *store.Store) { s.SetFew(1) }))
}
