package sharedstudy

import "github.com/wane-chess/wane/internal/server/livegame"

// Begin makes the sender of a batch the owner.
func Begin(b *Batch, s Settings) error { return b.begin(s) }

// Measured returns how many moves and bytes a study counts.
func Measured(s *Study) (nodes, size int) { return s.nodes, s.size }

// Merge is merge.
func Merge(now string, e TextEdit) string { return merge(now, e) }

// Cached returns how many studies a node remembers, and how many bytes they take up.
func Cached(s *Service) (n int, bytes uint64) { return s.log.Size() }

// Forget makes a node forget a study.
func Forget(s *Service, id livegame.ID) { s.log.Forget(id) }
