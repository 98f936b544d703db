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

// migrate brings the schema up to date. The caller has to hold a lock, since
// several programs may open the database at the same moment.
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

// lockFile locks an empty database that lies beside the real one, and makes it
// if there is none. The system frees the lock when the process ends.
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

// migrationLock is the number of the lock in PostgreSQL that guards migrations:
// the letters of wane.
const migrationLock = 0x77616e65

// migratePostgres brings the schema up to date under a lock that the server keeps
// for a connection, and frees with it. goose has such locks too, but asks for
// them again and again, and only after it has made its own table.
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
