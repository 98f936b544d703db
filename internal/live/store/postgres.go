package store

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"

	"github.com/wane-chess/wane/internal/message"
)

const (
	// postgresWriters is how many groups are committed at once, while others wait for the
	// disk.
	postgresWriters = 4
	// connectTimeout is the default timeout of a connection.
	connectTimeout = 5 * time.Second
	// poolSize is the default of pool_max_conns.
	poolSize = 12
	// pingTimeout bounds the check of a connection that was idle.
	pingTimeout = time.Second
)

// openPostgres opens a PostgreSQL database.
func openPostgres(ctx context.Context, address string) (*Store, error) {
	config, err := pgxpool.ParseConfig(address)
	if err != nil {
		// the error hides the password
		return nil, message.InvalidOption(fmt.Errorf("write postgres://USER:PASSWORD@HOST/NAME: %w", err))
	}
	if config.ConnConfig.ConnectTimeout == 0 {
		config.ConnConfig.ConnectTimeout = connectTimeout
	}
	if given, err := pgx.ParseConfig(address); err == nil && given.RuntimeParams["pool_max_conns"] == "" {
		config.MaxConns = poolSize
	}
	if config.PingTimeout == 0 {
		config.PingTimeout = pingTimeout
	}
	// The configuration of the server or role must not override durability.
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
	reset := &poolReset{pool: pool}
	closeAll := func() error {
		reset.all.Wait()
		err := db.Close()
		pool.Close()
		return err
	}
	if err := migratePostgres(ctx, db, config.ConnConfig); err != nil {
		return nil, errors.Join(err, closeAll())
	}
	s := &Store{
		read: bun.NewDB(db, pgdialect.New()), archive: archivePostgres(pool), inTurn: chorePostgres(db, true),
		plainly: chorePostgres(db, false), reset: reset, clock: "SELECT clock_timestamp()", closeDB: closeAll,
	}
	for range postgresWriters {
		s.writers = append(s.writers, startWriter(&postgresCommitter{pool, commitTimeout, reset.soon}))
	}
	return s, nil
}

// poolReset drops the connections of a pool after timeouts, which may come from a server that
// cannot be reached any more, or from one that is slow.
type poolReset struct {
	pool *pgxpool.Pool
	busy atomic.Bool
	all  sync.WaitGroup
}

// soon drops the connections, in the background, unless the server answers a new one.
//
//nolint:contextcheck // it goes on when the caller, whose context has ended, has gone
func (r *poolReset) soon() {
	if !r.busy.CompareAndSwap(false, true) {
		return
	}
	r.all.Go(func() {
		defer r.busy.Store(false)
		ctx, cancel := context.WithTimeout(context.Background(), pingTimeout)
		defer cancel()
		conn, err := pgx.ConnectConfig(ctx, r.pool.Config().ConnConfig)
		if err == nil {
			err = conn.Ping(ctx)
			_ = conn.Close(ctx)
		}
		if err != nil {
			r.pool.Reset()
		}
	})
}
