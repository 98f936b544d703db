package manager

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
)

// lobbyInterval is the least time between two calls of a watcher.
const lobbyInterval = 500 * time.Millisecond

// maxFeed is how many changed games a feed holds, but for games that are loaded; changes of more are dropped. So
// notices that are forged fill no memory.
const maxFeed = 10_000

// lobby notifies watchers of lists, and collects the games that have changed.
type lobby struct {
	clock Clock
	due   atomic.Bool // a call is due

	mu       sync.Mutex
	watchers map[*func()]struct{}
	feeds    map[*feed]struct{}
	last     time.Time // of the last call
}

// feed holds the games that have changed since the last look, as they are now; nil: the store knows.
type feed struct {
	games map[livegame.ID]*livegame.Summary
}

// WatchGames is WatchLobby for those who need to know which games have changed. Take returns them, each once, as they
// are now; nil: the game may have changed on another node, and the store knows. Of those it returns so many at most,
// and the rest the next time. A change whose notice was lost comes with a recheck, some seconds later.
func (m *Manager) WatchGames(changed func()) (take func(most int) map[livegame.ID]*livegame.Summary, stop func()) {
	l, f := &m.lobby, &feed{games: map[livegame.ID]*livegame.Summary{}}
	l.mu.Lock()
	if l.feeds == nil {
		l.feeds = map[*feed]struct{}{}
	}
	l.feeds[f] = struct{}{}
	l.mu.Unlock()
	end := l.watch(changed)
	take = func(most int) map[livegame.ID]*livegame.Summary {
		l.mu.Lock()
		defer l.mu.Unlock()
		return f.take(most)
	}
	return take, func() {
		end()
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.feeds, f)
	}
}

// take empties the feed, but for what the store knows beyond so many games.
func (f *feed) take(most int) map[livegame.ID]*livegame.Summary {
	taken := f.games
	f.games = map[livegame.ID]*livegame.Summary{}
	for id, s := range taken {
		if s != nil {
			continue
		}
		if most--; most < 0 {
			f.games[id] = nil
			delete(taken, id)
		}
	}
	return taken
}

// mark notes that a game has changed; without a summary, that it may have.
func (l *lobby) mark(id livegame.ID, s *livegame.Summary) {
	l.mu.Lock()
	for f := range l.feeds {
		if _, known := f.games[id]; s != nil || known || len(f.games) < maxFeed {
			f.games[id] = s
		}
	}
	l.mu.Unlock()
	l.markChanged()
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
