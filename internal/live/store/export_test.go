package store

// SetFew sets up to how many games are fetched to be sorted.
func (s *Store) SetFew(n int) { s.maxSorted = n }
