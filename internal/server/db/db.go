// Package db is the database of a server, SQLite or PostgreSQL, for all its features.
//
// A feature writes its statements once, with placeholders $1, $2, …, and runs them by One, All and Do: reads on the
// database itself, changes in a transaction of Write or Chore. Open connects; Migrate makes the schema.
//
// There are lanes, so that no work waits for work that matters less. PostgreSQL has connections for each lane.
// SQLite, which lets one transaction write at a time, has connections for reads, and one for all writes, which the
// lanes take in turns, moves first.
//
// Few things are atomic across features; all others follow from them, at least once. An event of a game, its row and
// the notes of the feed are stored together, for an end without its note would never be noticed. A rating and its entry
// in the ledger are, for the ledger proves ratings. A deleted account and what features have of it are, for there must
// be no moment in which a name stays with nobody's rows. What ends a session ends what it has begun in the same way.
//
// Each lane has a deadline. An error of the database is an Error. Any other error is what the feature's own code
// has returned, and passes unchanged.
package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/uptrace/bun"

	"github.com/wane-chess/wane/internal/server/observe"
)

// Lane is a kind of work with connections of its own.
type Lane int

// The lanes, the most urgent first.
const (
	Moves  Lane = iota // groups of moves
	Writes             // transactions that a user waits for
	Chores             // work that nobody waits for
	Reads
	lanes // how many there are
)

// String returns the name of a lane in metrics.
func (l Lane) String() string { return [lanes]string{"moves", "writes", "chores", "reads"}[l] }

// Deadlines bound one read, one group of moves, which may wait for locks of other nodes, and one transaction, in
// databases that are opened from now on. A database that cannot be reached any more may just be silent. Tests, whose
// machine may be busy, have longer ones.
var Deadlines = [lanes]time.Duration{
	Moves: 6 * time.Second, Writes: 10 * time.Second, Chores: 30 * time.Second, Reads: 5 * time.Second,
}

// DB is a database. It is safe for concurrent use.
type DB struct {
	// Guard is called at the beginning of each transaction, if it is not nil. Its error ends the transaction.
	Guard func(context.Context, Tx) error
	// Watch is called with each statement of One, All and Do, if it is not nil. Tests count and explain them.
	Watch func(statement string, args []any)

	read      *bun.DB
	deadlines [lanes]time.Duration
	closed    atomic.Bool
	part      *observe.Part

	// PostgreSQL has a pool for each lane; the last two are also db.
	pools  [lanes]*pgxpool.Pool
	writes [lanes]*sql.DB
	reset  *poolReset

	// SQLite has one connection that writes.
	turns  *turns
	writer *sql.DB
}

// Error is an error of the database, such as a full disk or a broken connection.
type Error struct{ Err error }

// Error implements error.
func (e *Error) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Errors of a DB.
var (
	// ErrClosed: the database was closed.
	ErrClosed = errors.New("the store is closed")
	// errSilent is the cause of a deadline.
	errSilent = errors.New("the database does not answer")
)

// IsSQLite reports whether the database is SQLite.
func (d *DB) IsSQLite() bool { return d.turns != nil }

// Pool returns the connections of a lane in PostgreSQL.
func (d *DB) Pool(l Lane) *pgxpool.Pool { return d.pools[l] }

// Deadline returns how long work in a lane may take.
func (d *DB) Deadline(l Lane) time.Duration { return d.deadlines[l] }

// SetDeadlines sets the deadlines of all lanes, for tests. Nothing may be read or written meanwhile.
func (d *DB) SetDeadlines(to time.Duration) {
	for l := range d.deadlines {
		d.deadlines[l] = to
	}
}

// AwaitReset waits until nothing drops connections any more.
func (d *DB) AwaitReset() { d.reset.all.Wait() }

// Bun returns a builder of queries in the lane of reads.
func (d *DB) Bun() *bun.DB { return d.read }

// Observe registers the metrics of the database. It must be called before the database is used.
func (d *DB) Observe(r prometheus.Registerer) {
	d.part = observe.NewPart(r, "store", "reads, writes and archiving in the database")
	r.MustRegister(&connections{d})
}

// Now returns the time by the clock that all nodes of the database share; zero if it has none but this machine's.
func (d *DB) Now(ctx context.Context) (time.Time, error) {
	if d.IsSQLite() {
		return time.Time{}, nil
	}
	now, err := One[time.Time](ctx, d, nil, "SELECT clock_timestamp()")
	if err != nil {
		return time.Time{}, fmt.Errorf("ask the database for the time: %w", err)
	}
	return now, nil
}

// Close closes the connections. Later calls return ErrClosed.
func (d *DB) Close() error {
	if d.closed.Swap(true) {
		return nil
	}
	if d.IsSQLite() {
		// The writer closes last: the last connection cleans up.
		err := d.read.Close()
		return errors.Join(err, d.turns.close(), d.writer.Close())
	}
	d.reset.all.Wait()
	all := []error{d.read.Close()}
	for _, db := range d.writes {
		if db != nil {
			all = append(all, db.Close())
		}
	}
	for _, pool := range d.pools {
		pool.Close()
	}
	return errors.Join(all...)
}

// Begin begins work in a lane: it returns a context with the lane's deadline, and a function that ends the work. That
// takes the error of the work and returns it as an Error, if it is the database's.
func (d *DB) Begin(ctx context.Context, l Lane) (_ context.Context, end func(error) error) {
	ctx, o := d.part.Begin(ctx, l.String())
	ctx, cancel := context.WithTimeoutCause(ctx, d.deadlines[l], errSilent)
	return ctx, func(err error) error {
		silent := ctx.Err() != nil && errors.Is(context.Cause(ctx), errSilent)
		cancel()
		var known *Error
		switch {
		case err == nil:
		case d.closed.Load():
			err = &Error{ErrClosed}
		case silent && errors.As(err, &known):
			d.Reset()
			err = &Error{fmt.Errorf("%w: %w", errSilent, err)}
		case pgconn.SafeToRetry(err) && ctx.Err() == nil:
			d.Lost()
		}
		if errors.As(err, &known) && !errors.Is(err, context.Canceled) {
			o.Fail(err)
		}
		o.End()
		return err
	}
}

// Lost drops the connections of PostgreSQL after one of them was found dead: the server has restarted, so all are.
func (d *DB) Lost() {
	for _, pool := range d.pools {
		if pool != nil {
			pool.Reset()
		}
	}
}

// Reset drops the connections of PostgreSQL, in the background, unless the server answers a new one.
func (d *DB) Reset() {
	if d.reset != nil {
		d.reset.soon()
	}
}

// fault returns an error of the driver as an Error.
func fault(err error) error {
	var known *Error
	if err == nil || errors.As(err, &known) {
		return err
	}
	return &Error{sqliteError(err)}
}
