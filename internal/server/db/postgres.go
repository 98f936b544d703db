package db

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
	// connectTimeout is the default timeout of a connection.
	connectTimeout = 5 * time.Second
	// poolSize is the default of pool_max_conns, for all lanes together.
	poolSize = 12
	// pingTimeout bounds the check of a connection that was idle.
	pingTimeout = time.Second
)

// laneSizes divides connections among the lanes: a third for moves, a sixth for writes and for chores, at least one
// for each, and the others for reads.
func laneSizes(total int32) (sizes [lanes]int32) {
	sizes[Moves], sizes[Writes], sizes[Chores] = max(1, total/3), max(1, total/6), max(1, total/6)
	sizes[Reads] = max(1, total-sizes[Moves]-sizes[Writes]-sizes[Chores])
	return sizes
}

// postgresConfig returns the configuration for an address.
func postgresConfig(address string) (*pgxpool.Config, error) {
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
	return config, nil
}

// openPostgres opens a PostgreSQL database.
func openPostgres(ctx context.Context, address string) (*DB, error) {
	config, err := postgresConfig(address)
	if err != nil {
		return nil, err
	}
	d := &DB{deadlines: Deadlines, reset: &poolReset{}}
	for l, size := range laneSizes(config.MaxConns) {
		of := config.Copy()
		of.MaxConns, of.MinConns = size, min(of.MinConns, size)
		of.MinIdleConns = min(of.MinIdleConns, size)
		if d.pools[l], err = pgxpool.NewWithConfig(ctx, of); err != nil {
			for _, pool := range d.pools[:l] {
				pool.Close()
			}
			return nil, err
		}
	}
	for _, l := range []Lane{Writes, Chores} {
		d.writes[l] = stdlib.OpenDBFromPool(d.pools[l])
	}
	read := stdlib.OpenDBFromPool(d.pools[Reads])
	d.read = bun.NewDB(read, newDialect(pgdialect.New()), bun.WithDiscardUnknownColumns())
	d.reset.pools = d.pools[:]
	if err := checkSchema(ctx, read); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// poolReset drops the connections of pools after timeouts, which may come from a server that
// cannot be reached any more, or from one that is slow.
type poolReset struct {
	pools []*pgxpool.Pool
	busy  atomic.Bool
	all   sync.WaitGroup
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
		conn, err := pgx.ConnectConfig(ctx, r.pools[0].Config().ConnConfig)
		if err == nil {
			err = conn.Ping(ctx)
			_ = conn.Close(ctx)
		}
		if err != nil {
			for _, pool := range r.pools {
				pool.Reset()
			}
		}
	})
}
