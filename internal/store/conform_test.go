package store_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/wane-chess/wane/internal/pgtest"
	"github.com/wane-chess/wane/internal/store"
	"github.com/wane-chess/wane/internal/store/storetest"
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

// databases names the address of an empty database of either kind.
var databases = map[string]func(testing.TB) string{"SQLite": sqliteAddress, "PostgreSQL": pgtest.Start}

func TestConform(t *testing.T) {
	for name, address := range databases {
		t.Run(name, func(t *testing.T) {
			storetest.Conform(t, func(t *testing.T) func() storetest.Store {
				url := address(t)
				return func() storetest.Store { return handle(t, url) }
			})
		})
	}
}

// TestSearchByOrder searches where almost every condition selects many games, so
// that the list is walked through.
func TestSearchByOrder(t *testing.T) {
	for name, address := range databases {
		t.Run(name, func(t *testing.T) {
			storetest.ConformSearch(t, func(t *testing.T) func() storetest.Store {
				url := address(t)
				return func() storetest.Store {
					s := handle(t, url)
					s.SetFew(1)
					return s
				}
			})
		})
	}
}
