package tui

import (
	"context"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
)

// thinker runs the engine's searches, one at a time, in the background.
type thinker struct {
	engine engine.Engine
	ctx    context.Context // of the whole program
	lock   sync.Mutex      // held while the engine searches

	id     int // of the running search; a report with another id is outdated
	cancel context.CancelFunc
	hint   bool // the running search is for a hint, not for a move
	since  time.Time
}

// searchedMsg reports the end of a search.
type searchedMsg struct {
	id   int
	info engine.Report
	err  error
}

// busy reports whether a search is running.
func (t *thinker) busy() bool { return t.cancel != nil }

// start stops a running search, starts one of an engine on a clone of the position, and
// returns the command that waits for it.
func (t *thinker) start(e engine.Engine, p game.Position, l engine.Limits, hint bool, now time.Time) tea.Cmd {
	t.stop()
	t.id++
	id, own := t.id, p.Clone()
	var ctx context.Context
	ctx, t.cancel = context.WithCancel(t.ctx)
	t.hint, t.since = hint, now
	return func() tea.Msg {
		t.lock.Lock()
		defer t.lock.Unlock()
		info, err := e.Search(ctx, own, l, nil)
		return searchedMsg{id, info, err}
	}
}

// stop stops the running search, whose report is then outdated.
func (t *thinker) stop() {
	if t.cancel != nil {
		t.cancel()
		t.cancel = nil
		t.id++
	}
}

// finish accepts a report; false if it is outdated.
func (t *thinker) finish(m searchedMsg) bool {
	if t.cancel == nil || m.id != t.id {
		return false
	}
	t.cancel()
	t.cancel = nil
	return true
}

// wait stops the search and waits until the engine is idle.
func (t *thinker) wait() {
	t.stop()
	t.lock.Lock()
	defer t.lock.Unlock()
}

// reset resets the engine once it is idle.
func (t *thinker) reset() {
	if t.engine == nil {
		return
	}
	t.wait()
	t.engine.Reset()
}

// moveTime limits a level's time for a move by the time left on the clock and the
// increment.
func moveTime(l engine.Limits, left, increment time.Duration) engine.Limits {
	budget := left/25 + increment*3/4
	budget = max(min(budget, left/2), 10*time.Millisecond)
	if l.MoveTime == 0 || budget < l.MoveTime {
		l.MoveTime = budget
	}
	return l
}
