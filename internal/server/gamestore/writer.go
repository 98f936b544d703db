package gamestore

import (
	"context"
	"slices"
	"sync"

	"github.com/wane-chess/wane/internal/server/db"
	"github.com/wane-chess/wane/internal/server/livegame"
)

// writeKind says what a write does.
type writeKind int

const (
	createGame   writeKind = iota // args: allColumns of games
	appendEvent                   // args: eventColumns; row: movingColumns of games
	createSecret                  // args: name and bytes of a secret
	writePing                     // args: the time
)

// write is one caller's part of a group.
type write struct {
	kind writeKind
	args []any
	row  []any
	// readers are whom the feed tells of the event: it ends the game.
	readers []string
	// err is the result, to be read once done is closed.
	err  error
	done chan struct{}
	// taken is set once a writer has it. The writer's mutex guards it.
	taken bool
}

// game and seq name the event of an appending write.
//
//nolint:forcetypeassert // they are the first arguments of its statements
func (w *write) game() string { return w.args[0].(string) }

//nolint:forcetypeassert // as that of game
func (w *write) seq() int { return w.args[1].(int) }

// keepsPlayers reports whether an appended event cannot change who plays. The columns of the players must stay then: a
// guest at a finished game may have been forgotten or become an account, which a node that has the game need not know.
func (w *write) keepsPlayers() bool {
	kind := livegame.EventKind(w.args[2].(string)) //nolint:forcetypeassert // as game
	return !kind.Seats()
}

// committer writes groups to a database.
type committer interface {
	// commit writes the group in one transaction and sets err of each write. It returns
	// true if it wrote nothing, but may succeed with single writes.
	commit(group []*write) (retry bool)
	// maxGroup is the largest group.
	maxGroup() int
	// close frees the committer's resources.
	close()
}

// writer collects the writes of many callers into groups.
type writer struct {
	committer committer
	mu        sync.Mutex
	waiting   []*write
	closed    bool
	wake      chan struct{} // buffered, so that sends never wait
	ended     chan struct{}
}

func startWriter(c committer) *writer {
	w := &writer{committer: c, wake: make(chan struct{}, 1), ended: make(chan struct{})}
	go w.run()
	return w
}

// submit queues a write and waits for its result.
func (w *writer) submit(ctx context.Context, item *write) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	item.done = make(chan struct{})
	w.mu.Lock()
	if w.closed {
		w.mu.Unlock()
		return &db.Error{Err: ErrClosed}
	}
	w.waiting = append(w.waiting, item)
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

// cancel removes a write from the queue, if it is still there.
func (w *writer) cancel(item *write) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if item.taken {
		return false
	}
	w.waiting = slices.DeleteFunc(w.waiting, func(other *write) bool { return other == item })
	return true
}

func (w *writer) signal() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// close ends the writer once its queue is empty.
func (w *writer) close() {
	w.mu.Lock()
	w.closed = true
	w.mu.Unlock()
	w.signal()
}

// take returns the next writes, at most limit, and whether more may follow.
func (w *writer) take(limit int) (group []*write, open bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := min(limit, len(w.waiting))
	group = append(group, w.waiting[:n]...)
	clear(w.waiting[:n])
	w.waiting = w.waiting[n:]
	for _, item := range group {
		item.taken = true
	}
	return group, !w.closed || len(w.waiting) > 0
}

func (w *writer) run() {
	c := w.committer
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

// commit writes a group. If one write fails the group, each gets a transaction of its own.
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
