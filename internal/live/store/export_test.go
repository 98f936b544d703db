package store

import "time"

// SetFew sets maxSorted.
func (s *Store) SetFew(n int) { s.maxSorted = n }

// SetTimeouts sets the timeouts of reads and commits. Nothing may be read or written meanwhile.
func (s *Store) SetTimeouts(d time.Duration) { s.db.SetDeadlines(d) }

// AwaitReset waits until nothing drops connections any more.
func (s *Store) AwaitReset() { s.db.AwaitReset() }

// ExportKinds is how many kinds of data an account gets.
var ExportKinds = len(exports) + 1 // with the comments in studies
