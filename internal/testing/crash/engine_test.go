package crash

import (
	"reflect"
	"testing"

	"github.com/wane-chess/wane/internal/lab/loadtest"
	"github.com/wane-chess/wane/internal/server/gameview"
)

// A worker is killed during a search. Another makes the move.
func TestWorkerKilled(t *testing.T) {
	t.Parallel()
	c := newCluster(t)
	node := c.node(t, "one")
	killWorker := c.worker(t, node)
	ann := newGuest(t, "Ann")
	id := ann.create(node, gameview.NewGame{Opponent: "engine", Level: 8})
	page := ann.open(node, id)
	page.do("move", "h2h4", 0) // no book answers it at once
	until(t, "the worker takes the job", func() bool { return inProgress(t, node, "move") == 1 })
	killWorker()
	if got := moves(ann.record(node, id).Events); len(got) != 1 {
		t.Fatalf("the worker was killed too late: the moves are %q", got)
	}
	c.worker(t, node)
	page.until("the engine's move", func() bool { return len(page.events) == 2 })
	until(t, "the job is done", func() bool { return inProgress(t, node, "move") == 0 })
	if got := moves(ann.record(node, id).Events); len(got) != 2 || got[0] != "h2h4" {
		t.Errorf("the moves are %q", got)
	}
}

// A node is killed after it has requested an engine move, before a worker takes the
// job. Afterwards the move is made once.
func TestRequestingNodeKilled(t *testing.T) {
	t.Parallel()
	t.Run("PostgreSQL and NATS", func(t *testing.T) {
		t.Parallel()
		c := newCluster(t)
		node := c.node(t, "one")
		diesWaiting(t, node, func() *loadtest.Process {
			restart(t, node)
			c.worker(t, node)
			return node
		})
	})
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		diesWaiting(t, startNode(t, "--data", dir, "--concurrency", "0"), func() *loadtest.Process {
			return startNode(t, "--data", dir, "--concurrency", "1")
		})
	})
}

// diesWaiting plays the engine on a node that is killed before the engine has moved.
// Back starts a node and a worker.
func diesWaiting(t *testing.T, node *loadtest.Process, back func() *loadtest.Process) {
	t.Helper()
	ann := newGuest(t, "Ann")
	id := ann.create(node, gameview.NewGame{Opponent: "engine", Level: 1})
	page := ann.open(node, id)
	page.do("move", "e2e4", 0)
	until(t, "the engine's move is requested", func() bool { return metric(t, node, "wane_engine_jobs_total") == 1 })
	kill(t, node)
	node = back()
	page.move(node)
	b := newBoard(3)
	b.play(t, "e2e4")
	for len(b.moves) < 8 {
		page.until("the engine's move", func() bool { return len(page.events) == len(b.moves)+1 })
		page.mu.Lock()
		e := page.events[len(b.moves)]
		page.mu.Unlock()
		if e.Kind != "move" || e.Color != "black" {
			t.Fatalf("after %q came %+v", b.moves, e)
		}
		b.play(t, e.Move)
		if b.over() {
			break
		}
		move, _ := b.draw()
		page.do("move", move, len(b.moves))
		b.play(t, move)
	}
	if got := moves(ann.record(node, id).Events); len(got) < len(b.moves) ||
		!reflect.DeepEqual(got[:len(b.moves)], b.moves) {
		t.Errorf("the record has %q, want %q", got, b.moves)
	}
}
