package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"github.com/pressly/goose/v3"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/sqlitedialect"
	_ "modernc.org/sqlite" // the driver "sqlite"

	"github.com/wane-chess/wane/internal/live/archive"
)

// busyTimeout is how long, in milliseconds, SQLite waits for another process that writes.
const busyTimeout = 10_000

// creatingFile serializes createFile.
var creatingFile sync.Mutex

// openSQLite opens a database file, and creates a missing one.
func openSQLite(ctx context.Context, path string) (*Store, error) {
	db, err := sqliteWriter(ctx, path)
	if err != nil {
		return nil, err
	}
	read, err := sqliteReaders(path)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	only := startWriter(&sqliteCommitter{db: db})
	inTurn := func(ctx context.Context, work func(context.Context, transaction) error) error {
		return only.submit(ctx, &write{kind: chore, work: work})
	}
	return &Store{
		read:    bun.NewDB(read, sqlitedialect.New()),
		writers: []*writer{only},
		archive: func(ctx context.Context, records []archive.Record) error {
			return only.submit(ctx, &write{kind: archiving, records: records})
		},
		inTurn: inTurn, plainly: inTurn,
		// The writer closes last: the last connection cleans up.
		closeDB: func() error { return errors.Join(read.Close(), db.Close()) },
	}, nil
}

// sqliteWriter opens the one connection that writes, with durable commits, and migrates the
// schema.
func sqliteWriter(ctx context.Context, path string) (db *sql.DB, err error) {
	if err := createFile(path); err != nil {
		return nil, err
	}
	// One process at a time may switch to a write-ahead log.
	unlock, err := lockFile(ctx, path+"-lock")
	if err != nil {
		return nil, sqliteError(err)
	}
	defer func() { err = errors.Join(err, unlock()) }()
	db, err = sql.Open("sqlite", dsn(path, "journal_mode(wal)", "synchronous(full)", "foreign_keys(on)",
		// Checkpoint after 16 MB of pages; cache 8,000 KiB of pages, which take twice that
		"wal_autocheckpoint(4000)", "cache_size(-8000)"))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	var mode string
	err = db.QueryRowContext(ctx, "PRAGMA journal_mode").Scan(&mode)
	if err == nil && mode != "wal" {
		err = fmt.Errorf("the journal mode is %s, not wal: the database needs a writable local disk", mode)
	}
	if err == nil {
		err = migrate(ctx, db, goose.DialectSQLite3, "sqlite")
	}
	if err != nil {
		return nil, errors.Join(sqliteError(err), db.Close())
	}
	return db, nil
}

// sqliteReaders opens read-only connections.
func sqliteReaders(path string) (*sql.DB, error) {
	db, err := sql.Open("sqlite", dsn(path, "query_only(on)"))
	if err != nil {
		return nil, err
	}
	n := max(4, runtime.NumCPU())
	db.SetMaxOpenConns(n)
	db.SetMaxIdleConns(n)
	return db, nil
}

// createFile creates an empty file that only this user can read, since it will hold secrets.
// It does not open an existing file: closing it would drop this process's locks on it.
func createFile(path string) error {
	creatingFile.Lock()
	defer creatingFile.Unlock()
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600) //nolint:gosec // the user's own path
	switch {
	case err == nil:
		return file.Close()
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("the folder %s does not exist: create it first", filepath.Dir(path))
	case !errors.Is(err, fs.ErrExist):
		return err
	}
	if info, err := os.Stat(path); err != nil {
		return err
	} else if info.IsDir() {
		return fmt.Errorf("%s is a folder, expected a file", path)
	}
	return nil
}

// dsn returns the driver's name for a file, with the pragmas of its connections.
func dsn(path string, pragmas ...string) string {
	values := url.Values{"_pragma": append([]string{fmt.Sprintf("busy_timeout(%d)", busyTimeout)}, pragmas...)}
	return fileURI(path) + "?" + values.Encode()
}

// fileURI returns a file's name as a URI, in which some characters have a meaning.
func fileURI(path string) string {
	return "file:" + strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(filepath.ToSlash(path))
}
