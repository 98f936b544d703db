package db

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"sync"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// patience is how many turns of more urgent lanes may precede one that waits.
const patience = 16

// turns gives the one connection of SQLite that writes to one transaction at a time: to the most urgent lane, or,
// after patience turns, to a lane that waits. Within a lane the first comes first.
type turns struct {
	db   *sql.DB
	conn *sql.Conn // nil until the first use, and after an error; the turn guards it

	mu      sync.Mutex
	busy    bool
	closed  bool
	idle    chan struct{}          // closed once it is closed and not busy
	waiting [Reads][]chan struct{} // for each lane that writes
	passed  [Reads]int             // turns of others since a lane has waited
}

// take waits for a turn, which release ends.
func (t *turns) take(ctx context.Context, l Lane) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	t.mu.Lock()
	if t.closed {
		t.mu.Unlock()
		return ErrClosed
	}
	if !t.busy {
		t.busy = true
		t.mu.Unlock()
		return nil
	}
	mine := make(chan struct{})
	t.waiting[l] = append(t.waiting[l], mine)
	t.mu.Unlock()
	select {
	case <-mine:
		return nil
	case <-ctx.Done():
	}
	t.mu.Lock()
	at := slices.Index(t.waiting[l], mine)
	if at >= 0 {
		t.waiting[l] = slices.Delete(t.waiting[l], at, at+1)
	}
	t.mu.Unlock()
	if at < 0 { // it has come meanwhile
		t.release()
	}
	return ctx.Err()
}

// release ends a turn and begins the next.
func (t *turns) release() {
	t.mu.Lock()
	defer t.mu.Unlock()
	next := -1
	for l := range t.waiting {
		switch {
		case len(t.waiting[l]) == 0:
			t.passed[l] = 0
		case next < 0 || t.passed[l] >= patience:
			next = l
		}
	}
	if next < 0 {
		t.busy = false
		if t.closed {
			close(t.idle)
		}
		return
	}
	for l := range t.waiting {
		if l != next && len(t.waiting[l]) > 0 {
			t.passed[l]++
		}
	}
	t.passed[next] = 0
	close(t.waiting[next][0])
	t.waiting[next] = t.waiting[next][1:]
}

// depth returns how many transactions of a lane wait.
func (t *turns) depth(l Lane) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	return len(t.waiting[l])
}

// begin begins a transaction. The caller has a turn.
func (t *turns) begin(ctx context.Context) (*sql.Conn, error) {
	if t.conn == nil {
		conn, err := t.db.Conn(ctx)
		if err != nil {
			return nil, err
		}
		t.conn = conn
	}
	_, err := t.conn.ExecContext(ctx, "BEGIN IMMEDIATE")
	return t.conn, err
}

// abort rolls a failed transaction back. If that fails, the next one gets a new connection.
func (t *turns) abort(ctx context.Context) {
	var known *sqlite.Error
	_, err := t.conn.ExecContext(ctx, "ROLLBACK")
	// After some errors SQLite has rolled back by itself, and ROLLBACK fails.
	if err != nil && (!errors.As(err, &known) || known.Code() != sqlite3.SQLITE_ERROR) {
		_ = t.conn.Close()
		t.conn = nil
	}
}

// close refuses further turns, waits for those that were asked for, and closes the connection.
func (t *turns) close() error {
	t.mu.Lock()
	t.closed = true
	if !t.busy {
		close(t.idle)
	}
	t.mu.Unlock()
	<-t.idle
	if t.conn != nil {
		return t.conn.Close()
	}
	return nil
}
