package manager_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
)

// pending checks how many jobs a node has in its queue.
func (n *node) pending(want int) {
	n.w.Helper()
	if got := n.queue.PendingMoves(); got != want {
		n.w.Fatalf("%d jobs are in the queue of a node, want %d", got, want)
	}
}

// counts returns how many jobs the nodes have enqueued of each game, and of each node.
func (w *world) counts() (games map[livegame.ID]int, nodes []int) {
	games = map[livegame.ID]int{}
	for _, n := range w.nodes {
		jobs := n.queue.Jobs()
		nodes = append(nodes, len(jobs))
		for _, j := range jobs {
			games[j.Game]++
		}
	}
	return games, nodes
}

// An event on another node takes the job out of this one's queue: by its notice, and if that is lost, by the recheck.
func TestEventElsewhereCancelsJob(t *testing.T) {
	w := newWorld(t)
	a, b := w.node("a"), w.node("b")
	for _, lost := range []bool{false, true} {
		w.hub.Filter(func(string, livegame.Notice) bool { return !lost })
		id := a.against(ann, "somewhere")
		w.settle()
		a.pending(1)
		b.must(id, order(ann, livegame.DoResign))
		w.settle()
		if lost {
			a.pending(1)
			w.clock.Advance(6 * time.Second)
			w.settle()
		}
		a.pending(0)
		b.pending(0)
	}
	if s := a.Stats(); s.StaleJobs != 2 || s.QueuedJobs != 0 {
		t.Errorf("%d jobs were stale, %d are queued, want 2 and 0", s.StaleJobs, s.QueuedJobs)
	}
}

// So does an event after the job, which no worker takes, has lost its place to another one of its owner.
func TestEventElsewhereCancelsLateJob(t *testing.T) {
	w := newWorld(t)
	a, b := w.node("a"), w.node("b")
	var ids []livegame.ID
	for range 4 {
		ids = append(ids, a.against(ann, "somewhere"))
	}
	w.settle()
	a.pending(2)
	for a.queue.PendingMoves() < 4 && w.ctx.Err() == nil {
		w.pass(5 * time.Second)
	}
	for n, id := range ids { // those that wait for their turn again come first
		b.must(id, order(ann, livegame.DoResign))
		w.settle()
		a.pending(3 - n)
	}
}

// A guest who moves on one node and resigns on another has no more jobs in the queue than
// others have.
func TestGuestAlternatesNodes(t *testing.T) {
	w := newWorld(t)
	a, b := w.node("a"), w.node("b")
	for n := range 40 {
		id := a.against("eve", "greedy")
		c := order("eve", livegame.DoResign)
		c.ID = fmt.Sprint("resign ", n)
		b.must(id, c)
		w.settle()
		a.pending(0)
	}
	for range 40 {
		a.against("eve", "greedy")
	}
	w.settle()
	a.pending(2)
	b.pending(0)
}

// A node that starts leaves the jobs of a living node alone, but for those that it would be
// chosen for.
func TestNodeStartsWhileAnotherHasJobs(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	for n := range 40 {
		a.against(fmt.Sprint("guest ", n), fmt.Sprint("address ", n))
	}
	w.settle()
	a.pending(40)
	w.clock.Advance(time.Second)
	b := w.node("b")
	w.settle()
	b.pending(0)
	w.pass(10 * time.Second)
	if n := b.queue.PendingMoves(); n < 5 || n > 35 {
		t.Errorf("a node that starts requests %d of 40 jobs", n)
	}
	// a game that begins later is not its own
	before := b.queue.PendingMoves()
	a.against(ann, "somewhere")
	w.pass(10 * time.Second)
	b.pending(before)
}

// A node that starts waits until it may have heard of the others.
func TestNodeStartsBeforeItHears(t *testing.T) {
	w := newWorld(t)
	a := w.node("a")
	for n := range 40 {
		a.against(fmt.Sprint("guest ", n), fmt.Sprint("address ", n))
	}
	w.settle()
	w.clock.Advance(time.Second)
	w.hub.Hold()
	b := w.node("b", manager.Timing{Sweep: time.Second})
	for range 3 {
		w.clock.Advance(time.Second)
		w.settle()
	}
	b.pending(0)
	w.hub.Release(1)
	w.settle()
	w.pass(5 * time.Second)
	if n := b.queue.PendingMoves(); n < 5 || n > 35 {
		t.Errorf("a node that starts requests %d of 40 jobs", n)
	}
}

// After a node's death one of the others makes its jobs, and so after an end that it
// announces, which is sooner. If the chosen one does not, the others do, much later.
func TestJobsOfDeadNode(t *testing.T) {
	for _, end := range []struct {
		name        string
		end         func(*node)
		early, soon time.Duration // when nothing is requested yet, and when all is
	}{
		{"killed", (*node).kill, 10 * time.Second, 15 * time.Second},
		{"stopped", func(n *node) { n.stop() }, 0, 5 * time.Second},
	} {
		t.Run(end.name, func(t *testing.T) {
			w := newWorld(t)
			a := w.node("a")
			for _, name := range []string{"b", "c", "d"} {
				w.node(name)
			}
			w.pass(10 * time.Second)
			for n := range 30 {
				a.against(fmt.Sprint("guest ", n), fmt.Sprint("address ", n))
			}
			w.settle()
			a.pending(30)
			end.end(a)
			w.nodes = w.nodes[1:]
			w.settle()
			w.pass(end.early)
			if games, _ := w.counts(); len(games) != 0 {
				t.Errorf("others have requested %v already", games)
			}
			w.pass(end.soon)
			games, nodes := w.counts()
			for id, n := range games {
				if n != 1 {
					t.Errorf("the job of game %s is requested %d times", id, n)
				}
			}
			if len(games) != 30 || nodes[0] == 0 || nodes[1] == 0 || nodes[2] == 0 {
				t.Errorf("%d games have jobs, of %v on each node", len(games), nodes)
			}
			w.nodes[0].kill()
			w.nodes = w.nodes[1:]
			w.pass(20 * time.Second)
			if games, nodes = w.counts(); len(games) != 30 {
				t.Errorf("after another death %d games have jobs, of %v on each node", len(games), nodes)
			}
		})
	}
}

// If the node that is chosen for a game does not request its job, others do, much later.
func TestChosenNodeRequestsNothing(t *testing.T) {
	w := newWorld(t)
	a, b := w.node("a"), w.node("b")
	mute := w.hub.Node("mute") // says that it is alive, and does nothing
	key, err := w.store.Secret(w.ctx, "notices")
	if err != nil {
		t.Fatal(err)
	}
	alive := func(d time.Duration) {
		for ; d > 0; d -= 5 * time.Second {
			n := livegame.Notice{Node: "mute", Game: "_nodes", Presence: &livegame.Presence{}, Sent: w.clock.Now().UnixMilli()}
			if err := n.Sign(key); err != nil {
				t.Fatal(err)
			}
			if err := mute.Publish(n); err != nil {
				t.Fatal(err)
			}
			w.pass(5 * time.Second)
		}
	}
	alive(10 * time.Second)
	for n := range 20 {
		a.against(fmt.Sprint("guest ", n), fmt.Sprint("address ", n))
	}
	w.settle()
	a.stop()
	w.settle()
	alive(30 * time.Second)
	if n := b.queue.PendingMoves(); n == 0 || n == 20 {
		t.Errorf("of 20 jobs the node has requested %d, want its share", n)
	}
	alive(2 * time.Minute)
	b.pending(20)
}
