package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"

	"github.com/pressly/goose/v3"
)

//go:embed migrations
var migrations embed.FS

// migrate brings the schema up to date. The option has to be a lock, so that
// several programs may do it at once.
func migrate(ctx context.Context, db *sql.DB, dialect goose.Dialect, folder string, lock goose.ProviderOption) error {
	files, err := fs.Sub(migrations, "migrations/"+folder)
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(dialect, db, files, lock, goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return err
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("bring the schema up to date: %w", err)
	}
	version, err := provider.GetDBVersion(ctx)
	if err != nil {
		return fmt.Errorf("read the version of the schema: %w", err)
	}
	sources := provider.ListSources()
	if known := sources[len(sources)-1].Version; version > known {
		return fmt.Errorf("the database has schema %d, made by a newer wane; this one knows %d: update it", version, known)
	}
	return nil
}

// fileLock is a lock for goose that lies in an empty database beside the real
// one. The system frees it when the process ends.
type fileLock struct {
	path string
	db   *sql.DB
	tx   *sql.Tx
}

// Lock implements goose's lock.Locker.
func (l *fileLock) Lock(ctx context.Context, _ *sql.DB) error {
	if err := createFile(l.path); err != nil {
		return err
	}
	db, err := sql.Open("sqlite", dsn(l.path)+"&"+url.Values{"_txlock": {"exclusive"}}.Encode())
	if err != nil {
		return err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return errors.Join(fmt.Errorf("lock %s: %w", l.path, err), db.Close())
	}
	l.db, l.tx = db, tx
	return nil
}

// Unlock implements goose's lock.Locker.
func (l *fileLock) Unlock(context.Context, *sql.DB) error {
	return errors.Join(l.tx.Rollback(), l.db.Close())
}

func migrateSQLite(ctx context.Context, db *sql.DB, path string) error {
	return migrate(ctx, db, goose.DialectSQLite3, "sqlite", goose.WithLocker(&fileLock{path: path + "-lock"}))
}

// migrationLock is the number of the lock in PostgreSQL that guards migrations:
// the letters of wane.
const migrationLock = 0x77616e65

// sessionLock is a lock for goose that PostgreSQL keeps for a session. It waits
// rather than asks again and again.
type sessionLock struct{}

// SessionLock implements goose's lock.SessionLocker.
func (sessionLock) SessionLock(ctx context.Context, conn *sql.Conn) error {
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_lock($1)", migrationLock)
	return err
}

// SessionUnlock implements goose's lock.SessionLocker.
func (sessionLock) SessionUnlock(ctx context.Context, conn *sql.Conn) error {
	_, err := conn.ExecContext(ctx, "SELECT pg_advisory_unlock($1)", migrationLock)
	return err
}

func migratePostgres(ctx context.Context, db *sql.DB) error {
	return migrate(ctx, db, goose.DialectPostgres, "postgres", goose.WithSessionLocker(sessionLock{}))
}
