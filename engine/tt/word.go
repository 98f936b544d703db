//go:build !js

package tt

import "sync/atomic"

// Word is a slot of a table, read and written as a whole.
type Word = atomic.Uint64
