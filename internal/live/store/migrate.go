package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"

	"github.com/jackc/pgx/v5"
	"github.com/pressly/goose/v3"
)

//go:embed migrations
var migrations embed.FS

// migrate migrates the schema. The caller holds a lock, since several programs may open the
// database at once.
func migrate(ctx context.Context, db *sql.DB, dialect goose.Dialect, folder string) error {
	files, err := fs.Sub(migrations, "migrations/"+folder)
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(dialect, db, files, goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return err
	}
	if _, err := provider.Up(ctx); err != nil {
		return fmt.Errorf("migrate the schema: %w", err)
	}
	version, err := provider.GetDBVersion(ctx)
	if err != nil {
		return fmt.Errorf("read the schema version: %w", err)
	}
	sources := provider.ListSources()
	if known := sources[len(sources)-1].Version; version > known {
		return fmt.Errorf("the database has schema %d of a newer wane, this one knows %d: update wane", version, known)
	}
	return nil
}

// lockFile locks an empty database file next to the real one, and creates a missing one.
// SQLite's own locks work wherever the database does, and end with the process.
func lockFile(ctx context.Context, path string) (unlock func() error, err error) {
	if err := createFile(path); err != nil {
		return nil, err
	}
	db, err := sql.Open("sqlite", dsn(path)+"&"+url.Values{"_txlock": {"exclusive"}}.Encode())
	if err != nil {
		return nil, err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("lock %s: %w", path, err), db.Close())
	}
	return func() error { return errors.Join(tx.Rollback(), db.Close()) }, nil
}

// migrationLock is the advisory lock of migrations: the letters of wane.
const migrationLock = 0x77616e65

// migratePostgres migrates the schema under an advisory lock, which the server frees with
// the connection. goose has such locks, but polls them, and takes them only after it has
// created its own table.
func migratePostgres(ctx context.Context, db *sql.DB, config *pgx.ConnConfig) (err error) {
	conn, err := pgx.ConnectConfig(ctx, config)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close(context.WithoutCancel(ctx))) }()
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", migrationLock); err != nil {
		return fmt.Errorf("lock the schema: %w", err)
	}
	return migrate(ctx, db, goose.DialectPostgres, "postgres")
}
