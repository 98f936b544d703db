package manager

import (
	"sync"
	"sync/atomic"
	"time"
)

// lobbyInterval is the least time between two calls of a watcher.
const lobbyInterval = 500 * time.Millisecond

// lobby notifies watchers of lists. While a call is due, a change costs one read of a
// flag.
type lobby struct {
	clock Clock
	due   atomic.Bool // a call is due

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

// hasWatchers reports whether there are watchers.
func (l *lobby) hasWatchers() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(l.watchers) > 0
}

// markChanged notes a change.
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

// notify calls all watchers.
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
