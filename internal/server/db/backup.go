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
	"strings"
	"time"

	"github.com/pressly/goose/v3"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"github.com/wane-chess/wane/internal/atomicfile"
	"github.com/wane-chess/wane/internal/message"
)

// Contents says what a database holds.
type Contents struct {
	Schema int64 // version
	Games  int
	Moves  int
	Events int       // moves included
	Last   time.Time // when a game last changed; zero: there is none
}

// CopyPages is how many pages Backup copies before another look at the context: 1 MB. Tests
// change it.
var CopyPages int32 = 256

// Backup copies the SQLite database at an address to a file, which appears whole and
// verified, or not at all. It has the database of the moment when Backup began to read:
// every write that had returned before is in it. Writes go on meanwhile. An existing file
// is replaced if replace is true; otherwise that is an error for which
// errors.Is(err, fs.ErrExist). The address of another database is an error that says how to
// make its backup.
func Backup(ctx context.Context, address, file string, replace bool) (Contents, error) {
	path, err := sqliteFile(address,
		fmt.Sprintf("make the backup with pg_dump --format=custom --file=%q --dbname=%q", file, libpqAddress(address)))
	if err != nil {
		return Contents{}, err
	}
	c, err := backupSQLite(ctx, path, file, replace)
	if err != nil {
		return Contents{}, fmt.Errorf("back up %s: %w", path, err)
	}
	return c, nil
}

func backupSQLite(ctx context.Context, path, file string, replace bool) (Contents, error) {
	source, err := existingFile(path)
	if err != nil {
		return Contents{}, err
	}
	switch info, err := os.Stat(file); {
	case err == nil && os.SameFile(info, source):
		return Contents{}, fmt.Errorf("%s is the database itself", file)
	case err == nil && info.IsDir():
		return Contents{}, fmt.Errorf("%s is a folder, expected a file", file)
	case err == nil && !replace:
		return Contents{}, fmt.Errorf("%s: %w", file, fs.ErrExist)
	case err == nil: // a link stays one
		if file, err = filepath.EvalSymlinks(file); err != nil {
			return Contents{}, err
		}
	}
	part, c, err := stageCopy(ctx, path, file)
	if err != nil {
		return Contents{}, err
	}
	return c, atomicfile.Commit(part, file, replace)
}

// sqliteFile returns the file of an address. With another database the error says what to do
// instead.
func sqliteFile(address, instead string) (string, error) {
	if isPostgres(address) {
		return "", message.InvalidOption(fmt.Errorf("wane copies SQLite databases only: %s", instead))
	}
	return sqlitePath(address)
}

// libpqAddress returns an address as PostgreSQL's programs take it, without the password
// and without the parameters of this program's connection pool.
func libpqAddress(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "postgres://…"
	}
	values := u.Query()
	for name := range values {
		if strings.HasPrefix(name, "pool_") {
			values.Del(name)
		}
	}
	u.RawQuery = values.Encode()
	if u.User != nil {
		u.User = url.User(u.User.Username())
	}
	return u.String()
}

// existingFile returns what is known of a database's file.
func existingFile(path string) (fs.FileInfo, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("there is no file %s: %w", path, fs.ErrNotExist)
	case err == nil && info.IsDir():
		return nil, fmt.Errorf("%s is a folder, expected a file", path)
	}
	return info, err
}

// stageCopy copies a database to a file beside name, verifies the copy, and returns its
// path. It is one file, on disk. After an error nothing is left.
func stageCopy(ctx context.Context, from, name string) (part string, c Contents, err error) {
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*.part")
	if err != nil {
		return "", c, err
	}
	part = f.Name()
	var held string
	if err = f.Close(); err == nil {
		held, err = copyDatabase(ctx, from, part)
	}
	if err == nil {
		c, err = verify(ctx, part, held)
	}
	if err == nil {
		err = flush(part)
	}
	if err != nil {
		return "", c, sqliteError(errors.Join(err, removeDatabase(part)))
	}
	return part, c, nil
}

// copyDatabase copies a database to an empty file, and returns what the copy must hold.
func copyDatabase(ctx context.Context, from, to string) (held string, err error) {
	db, err := openExisting(from, "query_only(on)")
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	conn, err := db.Conn(ctx)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	// One read transaction around all: the copy is of one moment. Without it, SQLite begins
	// the copy again after each write of the server.
	if _, err := conn.ExecContext(ctx, "BEGIN"); err != nil {
		return "", err
	}
	defer func() { _, _ = conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK") }() // nothing was written
	if err := conn.QueryRowContext(ctx, heldQuery).Scan(&held); err != nil {
		return "", notOurs(err)
	}
	return held, conn.Raw(func(c any) error { return copyPagesTo(ctx, c, to) })
}

func copyPagesTo(ctx context.Context, conn any, to string) error {
	source := conn.(interface { //nolint:forcetypeassert // the driver's connections have it
		NewBackup(uri string) (*sqlite.Backup, error)
	})
	b, err := source.NewBackup(dsn(to))
	if err != nil {
		return err
	}
	for more := true; err == nil && more; {
		if err = ctx.Err(); err == nil {
			more, err = b.Step(CopyPages)
		}
	}
	return errors.Join(err, b.Finish())
}

// heldQuery tells a database from one with other games: it reads little, since it runs
// beside the server's writes.
const heldQuery = `SELECT (SELECT max(version_id) FROM goose_db_version WHERE is_applied) || ' ' ||
	count(*) || ' ' || coalesce(sum(seq), 0) || ' ' || coalesce(max(updated), 0) FROM games`

// notOurs explains the error of a database that is no database of wane.
func notOurs(err error) error {
	if strings.Contains(err.Error(), "no such table") {
		return fmt.Errorf("the file is not a database of wane: %w", err)
	}
	return err
}

// verify checks a copy, which nothing else uses, and makes it one file without a
// write-ahead log.
func verify(ctx context.Context, path, held string) (c Contents, err error) {
	db, err := openExisting(path, "journal_mode(delete)")
	if err != nil {
		return c, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	var found string
	if err := db.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&found); err != nil {
		return c, err
	}
	if found != "ok" {
		return c, fmt.Errorf("the copy is damaged: %s", found)
	}
	if err := db.QueryRowContext(ctx, heldQuery).Scan(&found); err != nil {
		return c, err
	}
	if found != held {
		return c, fmt.Errorf("the copy has schema, games, events and last change %q, the database %q", found, held)
	}
	if c, err = contents(ctx, db); err != nil {
		return c, err
	}
	if known := newestSchema(); c.Schema > known {
		return c, fmt.Errorf("the database has schema %d of a newer wane, this one knows %d: update wane", c.Schema, known)
	}
	return c, nil
}

// contents counts what a database holds.
func contents(ctx context.Context, db *sql.DB) (c Contents, err error) {
	var last *int64
	err = db.QueryRowContext(ctx, `SELECT (SELECT max(version_id) FROM goose_db_version WHERE is_applied),
		(SELECT count(*) FROM games), (SELECT max(updated) FROM games), count(*), count(*) FILTER (WHERE kind = 'move')
		FROM events`).
		Scan(&c.Schema, &c.Games, &last, &c.Events, &c.Moves)
	if err == nil && last != nil {
		c.Last = Time(*last)
	}
	return c, err
}

// newestSchema returns the version of the schema that migrations make.
func newestSchema() (newest int64) {
	files, _ := fs.ReadDir(migrations, "migrations") // embedded
	for _, f := range files {
		if n, err := goose.NumericComponent(f.Name()); err == nil {
			newest = max(newest, n)
		}
	}
	return newest
}

// openExisting opens one connection to an existing file.
func openExisting(path string, pragmas ...string) (*sql.DB, error) {
	db, err := sql.Open("sqlite", dsn(path, pragmas...)+"&mode=rw")
	if err == nil {
		db.SetMaxOpenConns(1)
	}
	return db, err
}

// sideFiles are the ends of the names of the files that SQLite keeps beside a database.
var sideFiles = []string{"-wal", "-shm", "-journal"}

// removeDatabase removes a database's files.
func removeDatabase(path string) error {
	var all error
	for _, end := range append([]string{""}, sideFiles...) {
		if err := os.Remove(path + end); !errors.Is(err, fs.ErrNotExist) {
			all = errors.Join(all, err)
		}
	}
	return all
}

// flush waits until a file is on disk. No database that this process has open may be
// flushed so: closing the file would drop its locks.
func flush(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0) //nolint:gosec // the user's own path
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// isCode reports whether an error is SQLite's with this primary code.
func isCode(err error, code int) bool {
	var known *sqlite.Error
	return errors.As(err, &known) && known.Code()&0xff == code
}

// inUse reports whether an error says that another connection is using a database.
func inUse(err error) bool {
	return isCode(err, sqlite3.SQLITE_BUSY) || isCode(err, sqlite3.SQLITE_LOCKED)
}
