package db

import (
	"context"
	"database/sql"
	"path/filepath"
	"testing"
)

// TestPragmas checks the settings that put acknowledged writes on disk and keep readers
// from writing.
func TestPragmas(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "wane.db")
	if _, err := Migrate(ctx, "sqlite:"+path, nil); err != nil {
		t.Fatal(err)
	}
	write, err := sqliteWriter(ctx, path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = write.Close() }()
	read, err := sqliteReaders(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = read.Close() }()
	for _, c := range []struct {
		db           *sql.DB
		pragma, want string
	}{
		{write, "journal_mode", "wal"},
		{write, "synchronous", "2"}, // FULL
		{write, "foreign_keys", "1"},
		{write, "query_only", "0"},
		{write, "busy_timeout", "10000"},
		{read, "journal_mode", "wal"},
		{read, "query_only", "1"},
		{read, "busy_timeout", "10000"},
	} {
		var got string
		if err := c.db.QueryRowContext(ctx, "PRAGMA "+c.pragma).Scan(&got); err != nil || got != c.want {
			t.Errorf("%s is %s (%v), want %s", c.pragma, got, err, c.want)
		}
	}
	if _, err := read.ExecContext(ctx, "DELETE FROM games"); err == nil {
		t.Error("a reader could write")
	}
	if _, err := write.ExecContext(ctx, `INSERT INTO events (game, seq, kind, side, at, command, guest, name, level,
		move, san, white_clock, black_clock, plies, result, reason, next)
		VALUES ('none', 1, '', 0, 0, '', '', '', 0, '', '', 0, 0, 0, '*', '', '')`); err == nil {
		t.Error("an event without a game is accepted: foreign keys are off")
	}
}
