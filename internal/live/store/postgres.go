package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
)

const (
	// postgresWriters is how many groups are committed at once: while one waits
	// for the disk, others are made ready.
	postgresWriters = 4
	// connectTimeout is how long reaching the server may take, unless the address
	// says otherwise.
	connectTimeout = 5 * time.Second
	// poolSize is how many connections there are at most, unless the address says
	// otherwise (pool_max_conns).
	poolSize = 12
)

// openPostgres opens a database of PostgreSQL.
func openPostgres(ctx context.Context, address string) (*Store, error) {
	config, err := pgxpool.ParseConfig(address)
	if err != nil {
		return nil, fmt.Errorf("write postgres://USER:PASSWORD@HOST/NAME: %w", err) // it hides the password
	}
	if config.ConnConfig.ConnectTimeout == 0 {
		config.ConnConfig.ConnectTimeout = connectTimeout
	}
	if given, err := pgx.ParseConfig(address); err == nil && given.RuntimeParams["pool_max_conns"] == "" {
		config.MaxConns = poolSize
	}
	// A server or role may be set up not to wait for the disk; the store promises
	// that it did.
	config.AfterConnect = func(ctx context.Context, conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, `SELECT set_config('synchronous_commit', 'on', false)
			WHERE current_setting('synchronous_commit') = 'off'`)
		return err
	}
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, err
	}
	db := stdlib.OpenDBFromPool(pool)
	closeAll := func() error {
		err := db.Close()
		pool.Close()
		return err
	}
	if err := migratePostgres(ctx, db, config.ConnConfig); err != nil {
		return nil, errors.Join(err, closeAll())
	}
	s := &Store{read: bun.NewDB(db, pgdialect.New()), archive: archivePostgres(pool), closeDB: closeAll}
	for range postgresWriters {
		s.writers = append(s.writers, startWriter(&postgresCommitter{pool: pool}))
	}
	return s, nil
}
