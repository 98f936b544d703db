package store

import (
	"context"
	"database/sql"
	"path/filepath"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/live/admin"
	"github.com/wane-chess/wane/internal/live/archive"
	"github.com/wane-chess/wane/internal/live/livegame"
)

// TestPragmas checks the settings that put acknowledged writes on disk and keep readers
// from writing.
func TestPragmas(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "wane.db")
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

// Stored games of one guest at both seats get the deadline that new ones have.
func TestSoloMigration(t *testing.T) {
	ctx := context.Background()
	write, err := sqliteWriter(ctx, filepath.Join(t.TempDir(), "wane.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = write.Close() }()
	insert := func(id, white, black, status string) {
		t.Helper()
		if _, err := write.ExecContext(ctx, `INSERT INTO games (id, variant, start, base, increment, per_move, casual,
			public, seats, creator, former, created, white_guest, white_name, white_level, black_guest, black_name,
			black_level, status, seq, ply, turn, position, last, result, reason, updated, deadline, thinking)
			VALUES (?, 'chess', '', 0, 0, 0, 0, 0, '[]', 'ann', '', 1000, ?, '', 0, ?, '',
			0, ?, 0, 0, 0, '', '', '*', '', 1000, 7, 0)`, id, white, black, status); err != nil {
			t.Fatal(err)
		}
	}
	insert("one screen", "ann", "ann", "live")
	insert("two players", "ann", "ben", "live")
	insert("over", "ann", "ann", "finished")
	insert("computers", "", "", "live")
	var texts []string
	for _, dialect := range []string{"sqlite", "postgres"} {
		text, err := migrations.ReadFile("migrations/" + dialect + "/00004_solo.sql")
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	if texts[0] != texts[1] {
		t.Error("the migrations differ")
	}
	if _, err := write.ExecContext(ctx, texts[0]); err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]int64{
		"one screen": 1000 + livegame.IdleTime.Milliseconds(), "two players": 7, "over": 7, "computers": 7,
	} {
		var got int64
		if err := write.QueryRowContext(ctx, `SELECT deadline FROM games WHERE id = ?`, id).Scan(&got); err != nil ||
			got != want {
			t.Errorf("%s: the deadline is %d (%v), want %d", id, got, err, want)
		}
	}
}

// What a deletion waits for its turn does not make it older: nodes would not find it.
func TestDeletionWaits(t *testing.T) {
	s, err := Open(t.Context(), "sqlite:"+filepath.Join(t.TempDir(), "wane.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	err = s.Create(t.Context(),
		livegame.Summary{Header: livegame.Header{ID: "Game00000001", Variant: "chess"}, Status: livegame.Waiting})
	if err != nil {
		t.Fatal(err)
	}
	asked := time.UnixMilli(1_000_000)
	const wait = 50 * time.Millisecond
	begun := make(chan struct{})
	first := make(chan error, 1)
	go func() {
		first <- s.chore(t.Context(), func(context.Context, transaction) error {
			close(begun)
			time.Sleep(wait)
			return nil
		})
	}()
	<-begun
	if err := s.Delete(t.Context(), admin.Deletion{Record: archive.Record{ID: "Game00000001"}, At: asked}); err != nil {
		t.Fatal(err)
	}
	if err := <-first; err != nil {
		t.Fatal(err)
	}
	if found, err := s.Deleted(t.Context(), asked.Add(wait/2)); err != nil || len(found) != 1 {
		t.Errorf("found are %v, %v", found, err)
	}
}
