package store

import (
	"context"
	"slices"
	"sync"

	"github.com/wane-chess/wane/internal/live/archive"
)

// writeKind says what a write does.
type writeKind int

const (
	createGame   writeKind = iota // args: allColumns of games
	appendEvent                   // args: eventColumns; row: movingColumns of games
	createSecret                  // args: name and bytes of a secret
	writePing                     // args: the time
	putReview                     // args: reviewColumns
	archiving                     // records
)

// write is one caller's part of a group.
type write struct {
	kind writeKind
	args []any
	row  []any
	// records are games to archive.
	records []archive.Record

	// err is the outcome; it may be read once done is closed.
	err  error
	done chan struct{}
	// taken is set when a writer has begun with it. The writer's mutex guards it.
	taken bool
}

// game and seq name the event of an appending write, or the change of a review.
func (w *write) game() string { return w.args[0].(string) }
func (w *write) seq() int     { return w.args[1].(int) }

// committer writes groups to a database.
type committer interface {
	// commit writes the group in one transaction and sets err of each write. It
	// returns true if it could not and wrote nothing, but may if it gets the
	// writes one at a time.
	commit(group []*write) (retry bool)
	// maxGroup is how many writes a group has at most.
	maxGroup() int
	// close gives back what the committer holds.
	close()
}

// choreDelay is how many groups of writes may come before a chore that waits.
const choreDelay = 16

// writer gathers the writes of many callers into groups. Chores are writes that
// nobody waits for: each is a group of its own, and comes when nothing else waits,
// or when it has had to wait for long.
type writer struct {
	mu               sync.Mutex
	waiting          []*write
	chores           []*write
	groupsSinceChore int // groups since a chore began to wait
	closed           bool
	wake             chan struct{} // has room for one, so that waking never waits
	ended            chan struct{}
}

func startWriter(c committer) *writer {
	w := &writer{wake: make(chan struct{}, 1), ended: make(chan struct{})}
	go w.run(c)
	return w
}

// submit puts the write into the queue and waits for its outcome.
func (w *writer) submit(ctx context.Context, item *write) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	item.done = make(chan struct{})
	w.mu.Lock()
	if w.closed {
		w.mu.Unlock()
		return ErrClosed
	}
	if item.kind == archiving {
		w.chores = append(w.chores, item)
	} else {
		w.waiting = append(w.waiting, item)
	}
	w.mu.Unlock()
	w.signal()
	select {
	case <-item.done:
	case <-ctx.Done():
		if w.cancel(item) {
			return ctx.Err()
		}
		<-item.done
	}
	return item.err
}

// cancel takes a write out of the queue, if it is still there.
func (w *writer) cancel(item *write) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if item.taken {
		return false
	}
	is := func(other *write) bool { return other == item }
	w.waiting = slices.DeleteFunc(w.waiting, is)
	w.chores = slices.DeleteFunc(w.chores, is)
	return true
}

func (w *writer) signal() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// close ends the writer once the queue is empty.
func (w *writer) close() {
	w.mu.Lock()
	w.closed = true
	w.mu.Unlock()
	w.signal()
}

// take returns the writes that are next, at most so many, and whether there will
// be more.
func (w *writer) take(most int) (group []*write, open bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	from := &w.waiting
	switch {
	case len(w.chores) == 0:
		w.groupsSinceChore = 0
	case len(w.waiting) == 0 || w.groupsSinceChore >= choreDelay:
		from, most, w.groupsSinceChore = &w.chores, 1, 0
	default:
		w.groupsSinceChore++
	}
	n := min(most, len(*from))
	group = append(group, (*from)[:n]...)
	clear((*from)[:n])
	*from = (*from)[n:]
	for _, item := range group {
		item.taken = true
	}
	return group, !w.closed || len(w.waiting)+len(w.chores) > 0
}

func (w *writer) run(c committer) {
	defer close(w.ended)
	defer c.close()
	for {
		group, open := w.take(c.maxGroup())
		if len(group) > 0 {
			commit(c, group)
			continue
		}
		if !open {
			return
		}
		<-w.wake
	}
}

// commit writes a group. If one of the writes spoils it for all, each gets a
// transaction of its own, so that only the culprit fails.
func commit(c committer, group []*write) {
	if c.commit(group) && len(group) > 1 {
		for i := range group {
			group[i].err = nil
			c.commit(group[i : i+1])
		}
	}
	for _, item := range group {
		close(item.done)
	}
}
