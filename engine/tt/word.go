//go:build !js

package tt

import "sync/atomic"

// word is a slot of the table, read and written as a whole.
type word = atomic.Uint64
