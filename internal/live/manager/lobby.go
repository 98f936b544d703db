package manager

import (
	"sync"
	"sync/atomic"
	"time"
)

// lobbyInterval is how long watchers of lists are left in peace between two calls.
const lobbyInterval = 500 * time.Millisecond

// lobby tells those who watch lists that these have changed. A change costs one
// look at a flag while a call is due anyway.
type lobby struct {
	clock Clock
	due   atomic.Bool // a call is coming

	mu       sync.Mutex
	watchers map[*func()]struct{}
	last     time.Time // of the last call
}

// watch adds a watcher.
func (l *lobby) watch(changed func()) (stop func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.watchers == nil {
		l.watchers = map[*func()]struct{}{}
	}
	key := &changed
	l.watchers[key] = struct{}{}
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.watchers, key)
	}
}

// hasWatchers reports whether anybody watches.
func (l *lobby) hasWatchers() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.watchers) > 0
}

// markChanged says that something has changed.
func (l *lobby) markChanged() {
	if l.due.Load() || !l.due.CompareAndSwap(false, true) {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.watchers) == 0 {
		l.due.Store(false)
		return
	}
	l.clock.AfterFunc(l.last.Add(lobbyInterval).Sub(l.clock.Now()), l.notify)
}

// notify tells all watchers.
func (l *lobby) notify() {
	l.mu.Lock()
	l.last = l.clock.Now()
	l.due.Store(false) // changes from now on are for the next call
	var all []func()
	for f := range l.watchers {
		all = append(all, *f)
	}
	l.mu.Unlock()
	for _, f := range all {
		f()
	}
}
