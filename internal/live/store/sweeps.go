package store

import "context"

// sweptAtOnce is how many rows a statement of sweep may change.
const sweptAtOnce = 500

// sweep repeats a statement that changes at most sweptAtOnce rows until it finds fewer.
func (s *Store) sweep(ctx context.Context, statement string, args ...any) error {
	return s.sweepBy(ctx, sweptAtOnce, func(ctx context.Context, t transaction) (int, error) {
		return t.Exec(ctx, statement, args...)
	})
}

// sweepBy repeats work that finds at most a number of things until it finds fewer, each time in a chore of its own.
func (s *Store) sweepBy(
	ctx context.Context, most int, work func(context.Context, transaction) (found int, err error),
) error {
	for found := most; found >= most; {
		err := s.chore(ctx, func(ctx context.Context, t transaction) (err error) {
			found, err = work(ctx, t)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// values converts the rows of a query.
func values[R, T any](rows []R, of func(*R) T) []T {
	list := make([]T, len(rows))
	for i := range rows {
		list[i] = of(&rows[i])
	}
	return list
}

// readable converts the rows of a query, or returns the error of the query or of the first row that cannot be read.
func readable[R, T any](rows []R, err error, of func(*R) (T, error)) ([]T, error) {
	list := make([]T, len(rows))
	for i := 0; err == nil && i < len(rows); i++ {
		list[i], err = of(&rows[i])
	}
	return list, err
}
