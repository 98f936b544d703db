package store

import "context"

// do runs one statement in a transaction.
func (s *Store) do(ctx context.Context, statement string, args ...any) error {
	_, err := s.db.Exec(ctx, statement, args...)
	return err
}

// values returns what rows stand for.
func values[R, T any](rows []R, value func(*R) T) []T {
	list := make([]T, len(rows))
	for i := range rows {
		list[i] = value(&rows[i])
	}
	return list
}
