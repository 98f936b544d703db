package db

import (
	"context"
	"fmt"
	"strings"
	"time"
)

// Has reports whether there are rows, which it names as a table, WHERE and a condition.
func Has(ctx context.Context, q Queryer, rows string, args ...any) (bool, error) {
	return One[bool](ctx, q, nil, "SELECT EXISTS (SELECT 1 FROM "+rows+")", args...)
}

// None returns an error if there are rows, as Has names them.
func (t Tx) None(ctx context.Context, found error, rows string, args ...any) error {
	some, err := Has(ctx, t, rows, args...)
	if err == nil && some {
		err = found
	}
	return err
}

// sweepSize is how many rows a sweep changes in a transaction; 500 in statements.
const sweepSize = 500

// Sweep runs work in chores until it changes fewer than 500 rows.
func (d *DB) Sweep(ctx context.Context, work func(context.Context, Tx) (int, error)) error {
	for n := sweepSize; n >= sweepSize; {
		if err := d.Chore(ctx, func(ctx context.Context, t Tx) (err error) {
			n, err = work(ctx, t)
			return err
		}); err != nil {
			return err
		}
	}
	return nil
}

// Forget deletes the rows of a table in which a column has a time before another, and for which further conditions
// hold. The table's key may be several columns. Where there is nothing to delete, as nearly always, it only reads.
func (d *DB) Forget(ctx context.Context, before time.Time, table, key, column string, also ...string) error {
	where := " WHERE " + strings.Join(append([]string{column + " < $1"}, also...), " AND ")
	oldest := table + where + " ORDER BY " + column + " LIMIT "
	some, err := All[int](ctx, d, "SELECT 1 FROM "+oldest+"1", before)
	if err != nil || len(some) == 0 {
		return err
	}
	// The condition comes twice: a row may change meanwhile.
	statement := fmt.Sprintf("DELETE FROM %[1]s%[2]s AND (%[3]s) IN (SELECT %[3]s FROM %[4]s500)",
		table, where, key, oldest)
	return d.Sweep(ctx, func(ctx context.Context, t Tx) (int, error) { return t.Exec(ctx, statement, before) })
}
