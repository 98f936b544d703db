package manager

import (
	"sync"
	"sync/atomic"
	"time"
)

// lobbyPause is how long watchers of lists are left in peace between two calls.
const lobbyPause = 500 * time.Millisecond

// lobby tells those who watch lists that these have changed. A change costs one
// look at a flag while a call is due anyway.
type lobby struct {
	clock Clock
	due   atomic.Bool // a call is coming

	mu      sync.Mutex
	watches map[*func()]struct{}
	last    time.Time // of the last call
}

// watch adds a watcher.
func (l *lobby) watch(changed func()) (stop func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.watches == nil {
		l.watches = map[*func()]struct{}{}
	}
	key := &changed
	l.watches[key] = struct{}{}
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.watches, key)
	}
}

// watched tells whether anybody watches.
func (l *lobby) watched() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.watches) > 0
}

// mark says that something has changed.
func (l *lobby) mark() {
	if l.due.Load() || !l.due.CompareAndSwap(false, true) {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.watches) == 0 {
		l.due.Store(false)
		return
	}
	l.clock.AfterFunc(l.last.Add(lobbyPause).Sub(l.clock.Now()), l.call)
}

// call tells all watchers.
func (l *lobby) call() {
	l.mu.Lock()
	l.last = l.clock.Now()
	l.due.Store(false) // changes from now on are for the next call
	var all []func()
	for f := range l.watches {
		all = append(all, *f)
	}
	l.mu.Unlock()
	for _, f := range all {
		f()
	}
}
