package store

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/wane-chess/wane/internal/server/db"
)

// do runs one statement in a transaction.
func (s *Store) do(ctx context.Context, statement string, args ...any) error {
	_, err := s.db.Exec(ctx, statement, args...)
	return err
}

// has reports whether there are rows, which it names as a table, WHERE and a condition.
func has(ctx context.Context, q db.Queryer, rows string, args ...any) (bool, error) {
	return db.One[bool](ctx, q, nil, "SELECT EXISTS (SELECT 1 FROM "+rows+")", args...)
}

// none returns an error if there are rows, as has names them.
func (t transaction) none(ctx context.Context, found error, rows string, args ...any) error {
	some, err := has(ctx, t, rows, args...)
	if err == nil && some {
		err = found
	}
	return err
}

// sweepSize is how many rows a sweep changes in a transaction; 500 in statements.
const sweepSize = 500

// sweep runs work in chores until it changes fewer than sweepSize rows.
func (s *Store) sweep(ctx context.Context, work func(context.Context, transaction) (int, error)) error {
	for n := sweepSize; n >= sweepSize; {
		if err := s.chore(ctx, func(ctx context.Context, t transaction) (err error) {
			n, err = work(ctx, t)
			return err
		}); err != nil {
			return err
		}
	}
	return nil
}

// forget deletes the rows of a table in which a column has a time before another, and for which further conditions
// hold. The table's key may be several columns. Where there is nothing to delete, as nearly always, it only reads.
func (s *Store) forget(
	ctx context.Context, before time.Time, table, key, column string, also ...string,
) error {
	where := " WHERE " + strings.Join(append([]string{column + " < $1"}, also...), " AND ")
	oldest := table + where + " ORDER BY " + column + " LIMIT "
	some, err := db.All[int](ctx, s.db, "SELECT 1 FROM "+oldest+"1", before)
	if err != nil || len(some) == 0 {
		return err
	}
	// The condition comes twice: a row may change meanwhile.
	statement := fmt.Sprintf("DELETE FROM %[1]s%[2]s AND (%[3]s) IN (SELECT %[3]s FROM %[4]s500)",
		table, where, key, oldest)
	return s.sweep(ctx, func(ctx context.Context, t transaction) (int, error) { return t.Exec(ctx, statement, before) })
}

// values returns what rows stand for.
func values[R, T any](rows []R, value func(*R) T) []T {
	list := make([]T, len(rows))
	for i := range rows {
		list[i] = value(&rows[i])
	}
	return list
}

// pointers returns pointers to values.
func pointers[T any](list []T, err error) ([]*T, error) {
	return values(list, func(value *T) *T { return value }), err
}

// pointer returns a pointer to a value, or nil with an error.
func pointer[T any](value T, err error) (*T, error) {
	if err != nil {
		return nil, err
	}
	return &value, nil
}
