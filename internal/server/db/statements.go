package db

import (
	"context"
	"database/sql"
	"fmt"
	"reflect"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/uptrace/bun"
)

// Queryer is what One and All read from: a DB, in its lane of reads, or a transaction.
type Queryer interface {
	query(ctx context.Context, to any, statement string, args []any) error
}

// All returns the rows of a query, as values of columns or as structs with a field for each column, which has the
// column's name in snake case or in a bun tag. A field that is a time takes milliseconds since 1970, the zero time for
// 0 or NULL.
func All[T any](ctx context.Context, q Queryer, statement string, args ...any) ([]T, error) {
	var rows []T
	err := q.query(ctx, &rows, statement, args)
	return rows, err
}

// One returns the row of a query, as All does. If there is none it returns a zero T and missing, which may be nil.
func One[T any](ctx context.Context, q Queryer, missing error, statement string, args ...any) (row T, err error) {
	rows, err := All[T](ctx, q, statement, args...)
	if err != nil {
		return row, err
	}
	if len(rows) == 0 {
		return row, missing
	}
	return rows[0], nil
}

// Select returns the rows of a query that is put together from parts, in the lane of reads. The rows name its table.
func Select[T any](ctx context.Context, d *DB, build func(*bun.SelectQuery) *bun.SelectQuery) ([]T, error) {
	query := build(d.read.NewSelect().Model((*T)(nil)))
	if d.Watch != nil {
		d.Watch(query.String(), nil)
	}
	var rows []T
	ctx, end := d.Begin(ctx, Reads)
	return rows, end(fault(query.Scan(ctx, &rows)))
}

func (d *DB) query(ctx context.Context, to any, statement string, args []any) error {
	ctx, end := d.Begin(ctx, Reads)
	return end(d.scan(ctx, d.read.DB, to, statement, args))
}

// conn is a connection, pool or transaction of database/sql.
type conn interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// scan runs a query and scans its rows into the slice that to points to.
func (d *DB) scan(ctx context.Context, c conn, to any, statement string, args []any) error {
	statement, args, err := d.prepare(statement, args)
	if err != nil {
		return err
	}
	rows, err := c.QueryContext(ctx, statement, args...)
	if err == nil {
		err = d.read.ScanRows(ctx, rows, to)
	}
	return fault(err)
}

// prepare returns a statement and its arguments as the database takes them: a time as milliseconds since 1970, the
// zero time as 0. Text that PostgreSQL rejects is an error, so that both databases behave alike.
func (d *DB) prepare(statement string, args []any) (string, []any, error) {
	if d.Watch != nil {
		d.Watch(statement, args)
	}
	out := make([]any, len(args))
	for i, arg := range args {
		out[i] = arg
		switch v := arg.(type) {
		case time.Time:
			out[i] = Milliseconds(v)
		case string:
			if err := CheckText(v); err != nil {
				return "", nil, err
			}
		case []byte, int, int64, bool, nil:
		default:
			if r := reflect.ValueOf(arg); r.Kind() == reflect.String {
				out[i] = r.String()
				if err := CheckText(r.String()); err != nil {
					return "", nil, err
				}
			}
		}
	}
	if d.IsSQLite() {
		statement = strings.ReplaceAll(statement, "$", "?")
	}
	return statement, out, nil
}

// Milliseconds returns a time as columns have it: milliseconds since 1970, 0 for the zero time.
func Milliseconds(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// Time is the reverse of Milliseconds.
func Time(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

// CheckText returns an error for text that PostgreSQL rejects.
func CheckText(texts ...string) error {
	for _, text := range texts {
		if !utf8.ValidString(text) || strings.Contains(text, "\x00") {
			return fmt.Errorf("the text %q must be UTF-8 without zero bytes", text)
		}
	}
	return nil
}

// Like returns a text as a part of a pattern of LIKE that stands for itself, with ESCAPE '\'.
func Like(text string) string {
	return strings.NewReplacer(`\`, `\\`, "%", `\%`, "_", `\_`).Replace(text)
}

// Marks returns n placeholders from $1 on, for a list.
func Marks(n int) string { return MarksFrom(1, n) }

// MarksFrom returns n placeholders, the first of which has the number from.
func MarksFrom(from, n int) string {
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf("$%d", from+i)
	}
	return strings.Join(list, ", ")
}

// Args returns values as arguments.
func Args[T any](values []T) []any {
	out := make([]any, len(values))
	for i, v := range values {
		out[i] = v
	}
	return out
}
