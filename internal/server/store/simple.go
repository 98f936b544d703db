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
