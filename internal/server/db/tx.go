package db

import (
	"context"
	"database/sql"
	"errors"
)

// Tx is a transaction of Write or Chore.
type Tx struct {
	db   *DB
	conn conn
}

// IsSQLite reports whether the database is SQLite, where one transaction writes at a time.
func (t Tx) IsSQLite() bool { return t.db.IsSQLite() }

func (t Tx) query(ctx context.Context, to any, statement string, args []any) error {
	return t.db.scan(ctx, t.conn, to, statement, args)
}

// Exec runs a statement and returns how many rows it has changed.
func (t Tx) Exec(ctx context.Context, statement string, args ...any) (int, error) {
	statement, args, err := t.db.prepare(statement, args)
	if err != nil {
		return 0, err
	}
	result, err := t.conn.ExecContext(ctx, statement, args...)
	if err != nil {
		return 0, fault(err)
	}
	n, err := result.RowsAffected()
	return int(n), fault(err)
}

// Do runs a statement and reports whether it has changed anything.
func (t Tx) Do(ctx context.Context, statement string, args ...any) (bool, error) {
	n, err := t.Exec(ctx, statement, args...)
	return n > 0, err
}

// Need runs a statement, and returns missing if it has changed nothing.
func (t Tx) Need(ctx context.Context, missing error, statement string, args ...any) error {
	done, err := t.Do(ctx, statement, args...)
	if err == nil && !done {
		err = missing
	}
	return err
}

// Row is what a query finds in one row.
type Row struct {
	row *sql.Row
	err error
}

// Row runs a query for one row, whose columns Scan reads.
func (t Tx) Row(ctx context.Context, statement string, args ...any) *Row {
	statement, args, err := t.db.prepare(statement, args)
	if err != nil {
		return &Row{err: err}
	}
	return &Row{row: t.conn.QueryRowContext(ctx, statement, args...)}
}

// Scan reads the columns of the row, or returns sql.ErrNoRows.
func (r *Row) Scan(to ...any) error {
	if r.err != nil {
		return r.err
	}
	if err := r.row.Scan(to...); !errors.Is(err, sql.ErrNoRows) {
		return fault(err)
	}
	return sql.ErrNoRows
}

// Each runs statements with the same arguments, one after the other, until one fails.
func (t Tx) Each(ctx context.Context, statements []string, args ...any) error {
	for _, statement := range statements {
		if _, err := t.Exec(ctx, statement, args...); err != nil {
			return err
		}
	}
	return nil
}

// Lock is a lock that spans all nodes of a database.
type Lock int32

// The locks, in the order in which a transaction takes them. The row of an account (feature.LockAccount) comes after
// LedgerLock and before PuzzlesLock.
const (
	ArchiveLock    Lock = iota + 1 // rows of finished games, the archive and the explorer
	LedgerLock                     // ratings
	PuzzlesLock                    // ratings of puzzles
	OpeningsLock                   // names of openings
	ChallengesLock                 // challenges to a player, its key
)

// Lock makes transactions with the same lock and key take turns until they end.
func (t Tx) Lock(ctx context.Context, lock Lock, key string) error {
	if t.IsSQLite() {
		return nil
	}
	_, err := t.Exec(ctx, "SELECT pg_advisory_xact_lock($1, hashtext($2))", int64(lock), key)
	return err
}

// Write does work in a transaction that a user waits for.
func (d *DB) Write(ctx context.Context, work func(context.Context, Tx) error) error {
	return d.transact(ctx, Writes, work)
}

// Chore does work in a transaction that nobody waits for. In SQLite everything else goes first.
func (d *DB) Chore(ctx context.Context, work func(context.Context, Tx) error) error {
	return d.transact(ctx, Chores, work)
}

// Exec runs one statement in a transaction of Write.
func (d *DB) Exec(ctx context.Context, statement string, args ...any) (n int, err error) {
	err = d.Write(ctx, func(ctx context.Context, t Tx) error {
		n, err = t.Exec(ctx, statement, args...)
		return err
	})
	return n, err
}

func (d *DB) transact(ctx context.Context, l Lane, work func(context.Context, Tx) error) error {
	ctx, end := d.Begin(ctx, l)
	if d.IsSQLite() {
		return end(d.inTurn(ctx, l, func(ctx context.Context, c *sql.Conn) error { return d.run(ctx, Tx{d, c}, work) }))
	}
	tx, err := d.writes[l].BeginTx(ctx, nil)
	if err != nil {
		return end(fault(err))
	}
	err = d.run(ctx, Tx{d, tx}, work)
	if err == nil {
		return end(fault(tx.Commit()))
	}
	if failed := tx.Rollback(); failed != nil && !errors.Is(failed, sql.ErrTxDone) {
		err = errors.Join(err, fault(failed))
	}
	return end(err)
}

// run runs the guard and the work of a transaction.
func (d *DB) run(ctx context.Context, t Tx, work func(context.Context, Tx) error) error {
	if d.Guard != nil {
		if err := d.Guard(ctx, t); err != nil {
			return err
		}
	}
	return work(ctx, t)
}

// Group does work on the connection of SQLite that writes, in a transaction of the lane of moves.
func (d *DB) Group(ctx context.Context, work func(context.Context, *sql.Conn) error) error {
	return d.inTurn(ctx, Moves, work)
}

// inTurn does work in a transaction of SQLite. Once that has begun, no deadline interrupts it: busyTimeout bounds its
// wait for other processes.
func (d *DB) inTurn(ctx context.Context, l Lane, work func(context.Context, *sql.Conn) error) error {
	if err := d.turns.take(ctx, l); err != nil {
		return fault(err)
	}
	defer d.turns.release()
	ctx = context.WithoutCancel(ctx)
	c, err := d.turns.begin(ctx)
	if err != nil {
		return fault(err)
	}
	if err = work(ctx, c); err == nil {
		_, err = c.ExecContext(ctx, "COMMIT")
		err = fault(err)
	}
	if err != nil {
		d.turns.abort(ctx)
	}
	return err
}
