package engineworker

import (
	"context"
	"time"
)

// breath is how long a search goes on without letting anybody else in. Where a
// program has one thread, as WebAssembly has, no message is heard before: a stop
// takes as long at most, and then some tenths of a millisecond.
const breath = 20 * time.Millisecond

// breather is the context of a search that shares its thread: asked whether it
// is done, it pauses if the last pause was a breath ago. Searches ask several
// times a millisecond.
type breather struct {
	context.Context
	now   func() time.Time
	next  time.Time // when to pause
	pause func()
}

func newBreather(ctx context.Context, now func() time.Time, pause func()) *breather {
	return &breather{ctx, now, now().Add(breath), pause}
}

// Err implements context.Context.
func (b *breather) Err() error {
	if !b.now().Before(b.next) {
		b.pause()
		b.next = b.now().Add(breath)
	}
	return b.Context.Err()
}
