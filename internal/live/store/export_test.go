package store

// SetFew sets maxSorted.
func (s *Store) SetFew(n int) { s.maxSorted = n }
