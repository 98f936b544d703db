package gamestore_test

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/gamestore/gamestoretest"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// A backup taken while games are played has every move that was acknowledged before, and
// restoring it reports exactly what was played since.
func TestBackupUnderLoad(t *testing.T) {
	ctx := t.Context()
	address := sqliteAddress(t)
	file := filepath.Join(t.TempDir(), "backup.db")
	s := handle(t, address)
	var mu sync.Mutex
	acknowledged := map[livegame.ID]int{}
	moves := 0
	enough, more, done := make(chan struct{}), make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		_ = playOn(s, func(id livegame.ID, seq int) { // until the store is closed
			mu.Lock()
			defer mu.Unlock()
			acknowledged[id] = max(acknowledged[id], seq)
			switch moves++; moves {
			case 2000:
				close(enough)
			case 4000:
				close(more)
			}
		})
	}()
	<-enough
	mu.Lock()
	before := maps.Clone(acknowledged)
	mu.Unlock()
	copied, err := db.Backup(ctx, address, file, false)
	if err != nil {
		t.Fatal(err)
	}
	if copied.Events != copied.Moves || copied.Games != playing || copied.Last.IsZero() || copied.Schema == 0 {
		t.Errorf("the backup has %+v, want %d games with moves only", copied, playing)
	}
	// A game and an event that is no move, both after the backup.
	if err := s.Create(ctx, gamestoretest.NewGame("After0000001")); err != nil {
		t.Fatal(err)
	}
	e, next := gamestoretest.NextMove(gamestoretest.NewGame("After0000001"))
	e.Kind = livegame.DrawOffer
	if err := s.Append(ctx, "After0000001", e, next); err != nil {
		t.Fatal(err)
	}
	<-more
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	<-done

	elsewhere := sqliteAddress(t)
	r, err := db.Restore(ctx, elsewhere, file, true)
	if err != nil || r.Replaced || r.Kept != "" || r.Contents != copied || r.Lost != (db.Loss{}) {
		t.Errorf("restored in a new folder: %+v, %v; want %+v", r, err, copied)
	}
	fresh := handle(t, elsewhere)
	defer func() { _ = fresh.Close() }()
	checkPlayed(t, fresh, before)
	list, err := fresh.List(ctx, livegame.Query{Limit: 10 * playing})
	if err != nil {
		t.Fatal(err)
	}
	kept := 0
	for _, sum := range list {
		kept += sum.Seq
	}
	if kept != copied.Moves {
		t.Errorf("the restored games have %d moves, reported were %d", kept, copied.Moves)
	}
	total := 0
	mu.Lock()
	for _, seq := range acknowledged {
		total += seq
	}
	mu.Unlock()
	if r, err = db.Restore(ctx, address, file, true); err != nil {
		t.Fatal(err)
	}
	// After the close each player may have had one more event on its way.
	old := handle(t, "sqlite:"+r.Kept)
	defer func() { _ = old.Close() }()
	list, err = old.List(ctx, livegame.Query{Limit: 10 * playing})
	if err != nil {
		t.Fatal(err)
	}
	had := 0
	for _, sum := range list {
		had += sum.Seq
	}
	want := db.Loss{Games: 1, Moves: had - 1 - copied.Moves, Events: had - copied.Events}
	if r.Unread != nil || r.Lost != want || want.Moves <= 0 || had-1 < total {
		t.Errorf("lost are %+v, %v; want %+v of %d events", r.Lost, r.Unread, want, had)
	}
}

// interrupting is a context that does something whenever it is asked for its error, as
// Backup does between two steps.
type interrupting struct {
	context.Context
	do func()
}

func (c interrupting) Err() error {
	c.do()
	return c.Context.Err()
}

// A backup is of one moment, though each of its steps is followed by a write.
func TestBackupBetweenWrites(t *testing.T) {
	db.CopyPages = 1
	defer func() { db.CopyPages = 256 }()
	address := small(t, 1)
	s := handle(t, address)
	defer func() { _ = s.Close() }()
	var mu sync.Mutex // others ask the context, too, and later
	n, over := 0, false
	ctx := interrupting{t.Context(), func() {
		mu.Lock()
		defer mu.Unlock()
		if n++; n <= 100 && !over {
			if err := s.Create(t.Context(), gamestoretest.NewGame(playedGame(n))); err != nil {
				t.Error(err)
			}
		}
	}}
	copied, err := db.Backup(ctx, address, filepath.Join(t.TempDir(), "backup.db"), false)
	mu.Lock()
	defer mu.Unlock()
	over = true
	if err != nil || copied.Moves != 1 || copied.Games >= n || n < 20 {
		t.Errorf("after %d writes: %+v, %v", n, copied, err)
	}
}

// files returns the names and contents of the files of a folder.
func files(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		text, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[f.Name()] = string(text)
	}
	return all
}

// small returns the address of a closed database with a game of so many moves.
func small(t *testing.T, moves int) string {
	t.Helper()
	address := sqliteAddress(t)
	s := handle(t, address)
	sum := gamestoretest.NewGame("Small0000001")
	if err := s.Create(t.Context(), sum); err != nil {
		t.Fatal(err)
	}
	for range moves {
		e, next := gamestoretest.NextMove(sum)
		if err := s.Append(t.Context(), sum.ID, e, next); err != nil {
			t.Fatal(err)
		}
		sum = next
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return address
}

func TestBackupErrors(t *testing.T) {
	address := small(t, 3)
	path := strings.TrimPrefix(address, "sqlite:")
	dir := t.TempDir()
	taken, letter := filepath.Join(dir, "taken.db"), filepath.Join(dir, "letter.db")
	for _, name := range []string{taken, letter} {
		if err := os.WriteFile(name, []byte(strings.Repeat("Dear database, ", 400)), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	other := filepath.Join(dir, "other.db")
	run(t, "sqlite", other, "CREATE TABLE letters (text TEXT)")
	newer := small(t, 1)
	run(t, "sqlite", strings.TrimPrefix(newer, "sqlite:"),
		"INSERT INTO goose_db_version (version_id, is_applied) VALUES (999, 1)")
	before := files(t, dir)
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		name, address, file string
		replace             bool
		ctx                 context.Context
		want                string
	}{
		{"an existing file", address, taken, false, nil, "file already exists"},
		{"the database itself", address, path, true, nil, "is the database itself"},
		{"a folder", address, dir, true, nil, "is a folder"},
		{"a missing folder", address, filepath.Join(dir, "none", "a.db"), false, nil, "no such file or directory"},
		{"a missing database", "sqlite:" + filepath.Join(dir, "none.db"), filepath.Join(dir, "new.db"), false, nil,
			"there is no file"},
		{"no database", "sqlite:" + letter, filepath.Join(dir, "new.db"), false, nil, "not an SQLite database"},
		{"another database", "sqlite:" + other, filepath.Join(dir, "new.db"), false, nil, "not a database of wane"},
		{"a newer schema", newer, taken, true, nil, "newer wane"},
		{"PostgreSQL", "postgres://u:hush@h/wane?pool_max_conns=3", "a.dump", false, nil,
			`pg_dump --format=custom --file="a.dump" --dbname="postgres://u@h/wane"`},
		{"an interrupt", address, taken, true, canceled, "canceled"},
	} {
		if c.ctx == nil {
			c.ctx = t.Context()
		}
		_, err := db.Backup(c.ctx, c.address, c.file, c.replace)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "hush") {
			t.Errorf("%s: the error is %v, want %q", c.name, err, c.want)
		}
	}
	if after := files(t, dir); !maps.Equal(before, after) {
		t.Errorf("failed backups left %d files, or changed them; want %d", len(after), len(before))
	}
	if _, err := db.Backup(t.Context(), address, taken, true); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(taken); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the backup has the rights %v, %v: others may read the secrets", info.Mode(), err)
	}
}

func TestRestoreErrors(t *testing.T) {
	backup := filepath.Join(t.TempDir(), "backup.db")
	copied, err := db.Backup(t.Context(), small(t, 3), backup, false)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(backup)
	if err != nil {
		t.Fatal(err)
	}
	damaged := filepath.Join(t.TempDir(), "damaged.db")
	cut := bytes.Clone(text[:len(text)*2/3])
	if err := os.WriteFile(damaged, cut, 0o600); err != nil {
		t.Fatal(err)
	}
	newer := small(t, 1)
	run(t, "sqlite", strings.TrimPrefix(newer, "sqlite:"),
		"INSERT INTO goose_db_version (version_id, is_applied) VALUES (999, 1)")

	address := small(t, 5)
	path := strings.TrimPrefix(address, "sqlite:")
	dir := filepath.Dir(path)
	before := files(t, dir)
	for _, c := range []struct{ name, address, file, want string }{
		{"a missing file", address, filepath.Join(dir, "none.db"), "there is no file"},
		{"the database itself", address, path, "is the database itself"},
		{"a damaged backup", address, damaged, "malformed"},
		{"a newer schema", address, strings.TrimPrefix(newer, "sqlite:"), "newer wane"},
		{"PostgreSQL", "postgres://u:hush@h/wane", backup, "pg_restore --clean"},
	} {
		_, err := db.Restore(t.Context(), c.address, c.file, true)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "hush") {
			t.Errorf("%s: the error is %v, want %q", c.name, err, c.want)
		}
	}
	s := handle(t, address)
	if _, err := db.Restore(t.Context(), address, backup, true); !errors.Is(err, db.ErrInUse) {
		t.Errorf("a database in use: %v", err)
	}
	if _, events, err := s.Load(t.Context(), "Small0000001"); err != nil || len(events) != 5 {
		t.Errorf("after the failures the game has %d events, %v", len(events), err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	after := files(t, dir)
	for name := range after {
		if _, had := before[name]; !had {
			t.Errorf("failed restores left %s", name)
		}
	}

	// Without the old one. Then there is nothing beside the database.
	r, err := db.Restore(t.Context(), address, backup, false)
	if err != nil || r.Contents != copied || !r.Replaced || r.Kept != "" || r.Lost != (db.Loss{Moves: 2, Events: 2}) {
		t.Errorf("restored: %+v, %v", r, err)
	}
	if got := files(t, dir); len(got) != len(before) {
		t.Errorf("there are %d files, want %d", len(got), len(before))
	}
}

// A damaged database is replaced and kept. A log without its database, which is left where
// one was moved away, is not taken for the new one's.
func TestRestoreOverDamage(t *testing.T) {
	backup := filepath.Join(t.TempDir(), "backup.db")
	if _, err := db.Backup(t.Context(), small(t, 3), backup, false); err != nil {
		t.Fatal(err)
	}
	other := small(t, 0)
	running := handle(t, other)
	defer func() { _ = running.Close() }()
	e, next := gamestoretest.NextMove(gamestoretest.NewGame("Small0000001"))
	if err := running.Append(t.Context(), "Small0000001", e, next); err != nil {
		t.Fatal(err)
	}
	log, err := os.ReadFile(strings.TrimPrefix(other, "sqlite:") + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	for end, text := range map[string]string{"": strings.Repeat("no database at all", 300), "-wal": string(log)} {
		path := filepath.Join(t.TempDir(), "wane.db")
		if err := os.WriteFile(path+end, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		r, err := db.Restore(t.Context(), "sqlite:"+path, backup, true)
		if damaged := end == ""; err != nil || (r.Unread != nil) != damaged || (r.Kept != "") != damaged {
			t.Fatalf("%q: %+v, %v", end, r, err)
		}
		if kept, err := filepath.Glob(path + ".replaced-*" + end); err != nil || len(kept) != 1 {
			t.Errorf("%q: kept are %v, %v", end, kept, err)
		} else if got, err := os.ReadFile(kept[0]); err != nil || string(got) != text {
			t.Errorf("%q: the kept file has %.20q, %v", end, got, err)
		}
		s := handle(t, "sqlite:"+path)
		if _, events, err := s.Load(t.Context(), "Small0000001"); err != nil || len(events) != 3 {
			t.Errorf("%q: the game has %d events, %v; want 3", end, len(events), err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}
