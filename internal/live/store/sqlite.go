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

// busyTimeout is how long, in milliseconds, SQLite waits for another process
// that writes.
const busyTimeout = 10_000

// creatingFile lets one goroutine at a time make a file: see createFile.
var creatingFile sync.Mutex

// openSQLite opens the database in that file, and makes it if there is none.
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
	return &Store{
		read:    bun.NewDB(read, sqlitedialect.New()),
		writers: []*writer{only},
		archive: func(ctx context.Context, records []archive.Record) error {
			return only.submit(ctx, &write{kind: archiving, records: records})
		},
		// The writer's is closed last: the last connection cleans up.
		closeDB: func() error { return errors.Join(read.Close(), db.Close()) },
	}, nil
}

// sqliteWriter opens the one connection that writes, whose commits wait for the
// disk, and brings the schema up to date.
func sqliteWriter(ctx context.Context, path string) (db *sql.DB, err error) {
	if err := createFile(path); err != nil {
		return nil, err
	}
	// Also the change to a write-ahead log is for one at a time.
	unlock, err := lockFile(ctx, path+"-lock")
	if err != nil {
		return nil, sqliteError(err)
	}
	defer func() { err = errors.Join(err, unlock()) }()
	db, err = sql.Open("sqlite", dsn(path, "journal_mode(wal)", "synchronous(full)", "foreign_keys(on)",
		// Pages in the log before they are put in their places, some 16 MB, and KiB
		// of memory for pages.
		"wal_autocheckpoint(4000)", "cache_size(-32000)"))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	var mode string
	err = db.QueryRowContext(ctx, "PRAGMA journal_mode").Scan(&mode)
	if err == nil && mode != "wal" {
		err = fmt.Errorf("its journal mode is %s and cannot be made wal; a local disk that can be written to is needed", mode)
	}
	if err == nil {
		err = migrate(ctx, db, goose.DialectSQLite3, "sqlite")
	}
	if err != nil {
		return nil, errors.Join(sqliteError(err), db.Close())
	}
	return db, nil
}

// sqliteReaders opens connections that can only read.
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

// createFile makes an empty file that nobody else may read, since secrets will
// be in it. It leaves a file alone that is there already: to close it again would
// drop the locks that this process has on it.
func createFile(path string) error {
	creatingFile.Lock()
	defer creatingFile.Unlock()
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600) //nolint:gosec // the user's own path
	switch {
	case err == nil:
		return file.Close()
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no folder %s: make it first", filepath.Dir(path))
	case !errors.Is(err, fs.ErrExist):
		return err
	}
	if info, err := os.Stat(path); err != nil {
		return err
	} else if info.IsDir() {
		return fmt.Errorf("%s is a folder: name a file in it", path)
	}
	return nil
}

// dsn names a file and the pragmas of its connections for the driver.
func dsn(path string, pragmas ...string) string {
	values := url.Values{"_pragma": append([]string{fmt.Sprintf("busy_timeout(%d)", busyTimeout)}, pragmas...)}
	// SQLite reads the name as an address, in which these have a meaning.
	name := strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(filepath.ToSlash(path))
	return "file:" + name + "?" + values.Encode()
}
