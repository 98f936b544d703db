package gamestore_test

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wane-chess/wane/internal/server/gamestore"
	"github.com/wane-chess/wane/internal/server/gamestore/gamestoretest"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/testing/pgtest"
)

func TestOpenErrors(t *testing.T) {
	dir := t.TempDir()
	letter := filepath.Join(dir, "letter.db")
	if err := os.WriteFile(letter, []byte(strings.Repeat("Dear database, ", 400)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ address, want string }{
		{"", "expected sqlite:"},
		{"wane.db", "expected sqlite:"},
		{"mysql://root:hush@localhost/wane", `scheme "mysql"`},
		{"sqlite:", "has no file name"},
		{"sqlite://", "has no file name"},
		{"sqlite::memory:", "would lose all games"},
		{"sqlite:" + dir, "is a folder"},
		{"sqlite:" + filepath.Join(dir, "no", "wane.db"), "create it first"},
		{"sqlite:" + letter, "not an SQLite database"},
		{"postgres://u:hush@localhost:port/wane", "write postgres://"},
		{"postgres://u:hush@127.0.0.1:1/wane", "connect"},
		{"postgresql://u:hush@/wane?host=" + dir, "connect"},
	} {
		s, err := gamestore.Open(context.Background(), c.address)
		switch {
		case err == nil:
			t.Errorf("%q was opened", c.address)
			_ = s.Close()
		case !strings.Contains(err.Error(), c.want):
			t.Errorf("%q: the error is %q, want %q in it", c.address, err, c.want)
		case strings.Contains(err.Error(), "hush"):
			t.Errorf("%q: the error %q has the password", c.address, err)
		}
	}
}

// TestPaths opens files whose names have special characters of addresses.
func TestPaths(t *testing.T) {
	dir := t.TempDir()
	for _, path := range []string{"plain.db", "with space.db", "a?b#c%20d&e=f.db", "žluťoučký.db"} {
		path = filepath.Join(dir, path)
		for _, prefix := range []string{"sqlite:", "sqlite://"} {
			s := handle(t, prefix+path)
			if err := errors.Join(s.Ping(t.Context()), s.Close()); err != nil {
				t.Error(err)
			}
		}
		info, err := os.Stat(path)
		if err != nil {
			t.Error(err)
		} else if info.Mode().Perm() != 0o600 {
			t.Errorf("%s has the rights %v: others may read the secrets", path, info.Mode().Perm())
		}
	}
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files { // the databases and their locks, with their full names
		if !strings.HasSuffix(file, ".db") && !strings.HasSuffix(file, ".db-lock") {
			t.Errorf("there is a file %s", file)
		}
	}
}

// TestNewerSchema opens a database with the schema of a later version.
func TestNewerSchema(t *testing.T) {
	address := sqliteAddress(t)
	if err := handle(t, address).Close(); err != nil {
		t.Fatal(err)
	}
	run(t, "sqlite", strings.TrimPrefix(address, "sqlite:"),
		"INSERT INTO goose_db_version (version_id, is_applied) VALUES (999, 1)")
	if _, err := gamestore.Open(context.Background(), address); err == nil ||
		!strings.Contains(err.Error(), "newer wane") {
		t.Errorf("the error is %v, want one about a newer wane", err)
	}
}

// run executes a statement beside the store.
func run(t *testing.T, driver, name, statement string) {
	t.Helper()
	db, err := sql.Open(driver, name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.ExecContext(context.Background(), statement); err != nil {
		t.Error(err)
	}
	if err := db.Close(); err != nil {
		t.Error(err)
	}
}

// The database rejects one write of a group: the others succeed.
func TestGroupWithRejectedWrite(t *testing.T) {
	for name, address := range databases {
		t.Run(name, func(t *testing.T) {
			url := address(t)
			s := handle(t, url)
			defer func() { _ = s.Close() }()
			if path, is := strings.CutPrefix(url, "sqlite:"); is {
				run(t, "sqlite", path, `CREATE TRIGGER spoil BEFORE INSERT ON games WHEN NEW.variant = 'bad'
					BEGIN SELECT RAISE(ABORT, 'a bad game'); END`)
			} else {
				run(t, "pgx", url, `ALTER TABLE games ADD CHECK (variant <> 'bad')`)
			}
			ctx := context.Background()
			ended := make(chan struct{})
			const games = 60
			for i := range games {
				sum := gamestoretest.NewGame(livegame.ID(strings.Repeat(string(rune('A'+i)), 12)))
				if i%20 == 0 {
					sum.Variant = "bad"
				}
				go func() {
					err := s.Create(ctx, sum)
					if (err != nil) != (sum.Variant == "bad") {
						t.Errorf("Create of a %s game: %v", sum.Variant, err)
					}
					ended <- struct{}{}
				}()
			}
			for range games {
				<-ended
			}
			list, err := s.List(ctx, livegame.Query{Limit: 2 * games})
			if err != nil || len(list) != games-games/20 {
				t.Errorf("%d games are stored (%v), want %d", len(list), err, games-games/20)
			}
		})
	}
}

// TestReadOnly checks that Ping fails for a read-only database, whose games can still be
// read.
func TestReadOnly(t *testing.T) {
	url := pgtest.Start(t)
	s := handle(t, url)
	ctx := context.Background()
	if err := s.Create(ctx, gamestoretest.NewGame("Game00000001")); err != nil {
		t.Fatal(err)
	}
	_ = s.Close()
	run(t, "pgx", url, "ALTER DATABASE "+databaseName(url)+" SET default_transaction_read_only = on")
	s = handle(t, url)
	defer func() { _ = s.Close() }()
	if err := s.Ping(ctx); err == nil || !strings.Contains(err.Error(), "read-only") {
		t.Errorf("Ping says %v, want that the database is read-only", err)
	}
	if _, _, err := s.Load(ctx, "Game00000001"); err != nil {
		t.Error(err)
	}
}

// databaseName returns the name in an address of pgtest.
func databaseName(url string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(url, "postgres:///"), "?")
	return name
}
