package db

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
	"modernc.org/sqlite" // the driver "sqlite", too
	sqlite3 "modernc.org/sqlite/lib"
)

// busyTimeout is how long, in milliseconds, SQLite waits for another process that writes.
const busyTimeout = 10_000

// creatingFile serializes createFile.
var creatingFile sync.Mutex

// openSQLite opens a database file.
func openSQLite(ctx context.Context, path string) (*DB, error) {
	if _, err := existingFile(path); err != nil {
		return nil, err
	}
	writer, err := sqliteWriter(ctx, path)
	if err != nil {
		return nil, err
	}
	err = checkSchema(ctx, writer)
	var read *sql.DB
	if err == nil {
		read, err = sqliteReaders(path)
	}
	if err != nil {
		return nil, errors.Join(sqliteError(err), writer.Close())
	}
	return &DB{
		read: bun.NewDB(read, newDialect(sqlitedialect.New()), bun.WithDiscardUnknownColumns()), deadlines: Deadlines,
		writer: writer, turns: &turns{db: writer, idle: make(chan struct{})},
	}, nil
}

// migrateSQLite creates a missing file and migrates its schema.
func migrateSQLite(ctx context.Context, path string) (from, to int64, err error) {
	if err := createFile(path); err != nil {
		return 0, 0, err
	}
	db, err := sqliteWriter(ctx, path)
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	// One process at a time migrates.
	unlock, err := lockFile(ctx, path+"-lock")
	if err != nil {
		return 0, 0, sqliteError(err)
	}
	defer func() { err = errors.Join(err, unlock()) }()
	from, to, err = migrate(ctx, db, goose.DialectSQLite3)
	return from, to, sqliteError(err)
}

// sqliteWriter opens the one connection that writes, with durable commits.
func sqliteWriter(ctx context.Context, path string) (db *sql.DB, err error) {
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

// sqliteError explains common errors of SQLite.
func sqliteError(err error) error {
	var known *sqlite.Error
	if !errors.As(err, &known) {
		return err
	}
	var hint string
	switch known.Code() & 0xff {
	case sqlite3.SQLITE_BUSY:
		hint = "another program blocks the database"
	case sqlite3.SQLITE_FULL:
		hint = "the disk is full"
	case sqlite3.SQLITE_READONLY:
		hint = "the database is read-only: check the permissions of the file and its folder"
	case sqlite3.SQLITE_NOTADB:
		hint = "the file is not an SQLite database"
	case sqlite3.SQLITE_CANTOPEN:
		hint = "cannot open the file: check its permissions and those of its folder"
	default:
		return err
	}
	return fmt.Errorf("%s: %w", hint, err)
}
