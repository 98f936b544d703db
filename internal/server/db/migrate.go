package db

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"

	"github.com/wane-chess/wane/internal/server/job"
)

//go:embed migrations/*.sql
var embedded embed.FS

// migrations are the steps, for both kinds of database. Tests change them.
var migrations fs.FS = embedded

// ErrSchema is the error of Open for a database whose schema is not this program's.
var ErrSchema = errors.New("the database has another schema")

// Migrated says which schema a database had, 0 for none, and which it has.
type Migrated struct{ From, To int64 }

// Migrate makes the schema of the database at an address that of this program: it creates an SQLite file and all
// tables, or takes the steps that are missing, in their order. Servers that are running need not be stopped: a step
// waits a second at most for the locks that it needs, and tries again after a pause, as often as necessary; retried
// is called before each pause, if it is not nil. A newer schema is ErrSchema.
func Migrate(ctx context.Context, address string, retried func(error)) (m Migrated, err error) {
	if isPostgres(address) {
		if m.From, m.To, err = migratePostgres(ctx, address, retried); err != nil {
			err = fmt.Errorf("migrate the PostgreSQL database: %w", err)
		}
		return m, err
	}
	path, err := sqlitePath(address)
	if err != nil {
		return m, err
	}
	if m.From, m.To, err = migrateSQLite(ctx, path); err != nil {
		err = fmt.Errorf("migrate the database %s: %w", path, err)
	}
	return m, err
}

// migrate takes the missing steps. The caller holds a lock, since several programs may migrate at once.
func migrate(ctx context.Context, db *sql.DB, dialect goose.Dialect) (from, to int64, err error) {
	files, err := fs.Sub(translated{migrations, dialect == goose.DialectPostgres}, "migrations")
	if err != nil {
		return 0, 0, err
	}
	provider, err := goose.NewProvider(dialect, db, files, goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return 0, 0, err
	}
	if from, err = provider.GetDBVersion(ctx); err != nil {
		return 0, 0, fmt.Errorf("read the schema version: %w", err)
	}
	if err := newer(from); err != nil {
		return from, from, err
	}
	if _, err := provider.Up(ctx); err != nil {
		return from, from, fmt.Errorf("migrate the schema: %w", err)
	}
	to, err = provider.GetDBVersion(ctx)
	return from, to, err
}

// newer returns ErrSchema for a version that this program does not know.
func newer(version int64) error {
	if known := newestSchema(); version > known {
		return fmt.Errorf("%w: schema %d is that of a newer wane, this one knows %d: update wane", ErrSchema, version, known)
	}
	return nil
}

// checkSchema returns ErrSchema unless a database has the schema of this program.
func checkSchema(ctx context.Context, db *sql.DB) error {
	var version int64
	err := db.QueryRowContext(ctx, "SELECT coalesce(max(version_id), 0) FROM goose_db_version WHERE is_applied").
		Scan(&version)
	if err != nil && noTable(err) {
		version, err = 0, nil
	}
	if err != nil {
		return fmt.Errorf("read the schema version: %w", err)
	}
	if known := newestSchema(); version < known {
		return fmt.Errorf("%w: it is %d, and this wane needs %d: run wane admin migrate", ErrSchema, version, known)
	}
	return newer(version)
}

// noTable reports whether an error says that a table is missing.
func noTable(err error) bool {
	var said *pgconn.PgError
	return errors.As(err, &said) && said.Code == "42P01" || strings.Contains(err.Error(), "no such table")
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

// How long a step waits for a lock of PostgreSQL, since all others wait behind it, and the pause after that.
var (
	lockTimeout = time.Second
	lockPause   = 3 * time.Second
)

// migratePostgres migrates the schema under an advisory lock, which the server frees with the connection. goose has
// such locks, but polls them, and takes them only after it has created its own table.
func migratePostgres(ctx context.Context, address string, retried func(error)) (from, to int64, err error) {
	config, err := postgresConfig(address)
	if err != nil {
		return 0, 0, err
	}
	conn, err := pgx.ConnectConfig(ctx, config.ConnConfig)
	if err != nil {
		return 0, 0, err
	}
	defer func() { err = errors.Join(err, conn.Close(context.WithoutCancel(ctx))) }()
	if _, err := conn.Exec(ctx, "SELECT pg_advisory_lock($1)", migrationLock); err != nil {
		return 0, 0, fmt.Errorf("lock the schema: %w", err)
	}
	config.ConnConfig.RuntimeParams["lock_timeout"] = strconv.FormatInt(lockTimeout.Milliseconds(), 10)
	db := stdlib.OpenDB(*config.ConnConfig)
	defer func() { err = errors.Join(err, db.Close()) }()
	for first := int64(-1); ; {
		from, to, err = migrate(ctx, db, goose.DialectPostgres)
		if first < 0 {
			first = from
		}
		var said *pgconn.PgError
		if !errors.As(err, &said) || said.Code != "55P03" { // lock_not_available
			return first, to, err
		}
		if retried != nil {
			retried(err)
		}
		if !job.Pause(ctx, lockPause) {
			return first, to, ctx.Err()
		}
	}
}
