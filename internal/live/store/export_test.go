package store

import "time"

// SetFew sets maxSorted.
func (s *Store) SetFew(n int) { s.maxSorted = n }

// SetCopyPages sets copyPages.
func SetCopyPages(n int32) { copyPages = n }

// SetTimeouts sets the timeouts of reads and commits. Nothing may be written meanwhile.
func (s *Store) SetTimeouts(d time.Duration) {
	s.timeout = d
	for _, w := range s.writers {
		w.committer.(*postgresCommitter).timeout = d
	}
}

// AwaitReset waits until nothing drops connections any more.
func (s *Store) AwaitReset() { s.reset.all.Wait() }

// ExportKinds is how many kinds of data an account gets.
var ExportKinds = len(exports) + 1 // with the comments in studies
