package gamestore_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/gamestore"
	"github.com/wane-chess/wane/internal/server/gamestore/gamestoretest"
	"github.com/wane-chess/wane/internal/testing/dbtest"
	"github.com/wane-chess/wane/internal/testing/pgtest"
)

// handle opens a database, and fails the test if it cannot.
func handle(t testing.TB, address string) *gamestore.Store {
	t.Helper()
	if _, err := db.Migrate(context.Background(), address, nil); err != nil {
		t.Fatal(err)
	}
	s, err := gamestore.Open(context.Background(), address)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

var sqliteAddress = dbtest.SQLite

// databases returns the address of an empty database of each kind. Only benchmarks wait
// for PostgreSQL's disk.
var databases = map[string]func(testing.TB) string{"SQLite": sqliteAddress, "PostgreSQL": func(t testing.TB) string {
	if _, measures := t.(*testing.B); !measures {
		return pgtest.Start(t)
	}
	url, err := pgtest.StartProcess(t, pgtest.Setup{}).Database()
	if err != nil {
		t.Fatal(err)
	}
	return url
}}

// emptied is a database with tables, but tests that run one after another use the same database of
// PostgreSQL, which is emptied in between: to copy one takes longer.
var emptied = map[string]func(testing.TB) string{"SQLite": sqliteAddress, "PostgreSQL": func(t testing.TB) string {
	spare.Lock()
	defer spare.Unlock()
	url := ""
	if n := len(spare.urls); n > 0 {
		url, spare.urls = spare.urls[n-1], spare.urls[:n-1]
	} else {
		url = dbtest.Migrated["PostgreSQL"](t)
	}
	t.Cleanup(func() { // after the test has closed its handles
		if t.Failed() {
			return
		}
		if err := empty(url); err != nil {
			t.Error(err)
			return
		}
		spare.Lock()
		defer spare.Unlock()
		spare.urls = append(spare.urls, url)
	})
	return url
}}

// spare is emptied databases.
var spare struct {
	sync.Mutex
	urls []string
}

// emptying ends what canceled statements may have left, and deletes all rows but the versions of
// the migrations. For few rows DELETE takes less time than TRUNCATE.
const emptying = `
SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity
WHERE datname = current_database() AND pid <> pg_backend_pid();
SET session_replication_role = replica; -- in any order
DO $$ DECLARE name TEXT; BEGIN
	FOR name IN SELECT tablename FROM pg_tables
	WHERE schemaname = 'public' AND tablename NOT LIKE 'goose%' LOOP EXECUTE 'DELETE FROM ' || quote_ident(name); END LOOP;
END $$`

func empty(url string) error {
	ctx := context.Background()
	conn, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, emptying)
	return errors.Join(err, conn.Close(ctx))
}

// opener opens databases at the addresses that the function returns.
func opener(address func(testing.TB) string, also ...func(*gamestore.Store)) gamestoretest.Opener {
	return func(t *testing.T) func() gamestoretest.Games {
		url := address(t)
		return func() gamestoretest.Games {
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
			w := &statements{}
			t.Run("suite", func(t *testing.T) { // which has parallel parts
				gamestoretest.Conform(t, opener(emptied[name], func(s *gamestore.Store) { s.Watch(w.add) }))
			})
			t.Run("plans", func(t *testing.T) { dbtest.Plan(t, name, w.sorted(t), func(string) bool { return false }) })
			gamestoretest.ConformOpening(t, opener(databases[name]))
		})
	}
}
