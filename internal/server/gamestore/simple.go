package gamestore

// values returns what rows stand for.
func values[R, T any](rows []R, value func(*R) T) []T {
	list := make([]T, len(rows))
	for i := range rows {
		list[i] = value(&rows[i])
	}
	return list
}
