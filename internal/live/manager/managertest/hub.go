package managertest

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/review"
)

// Hub is what the buses of several nodes are connected to: notices go from each
// to the others, jobs and answers to one of all. It lives in memory.
type Hub struct {
	mu      sync.Mutex
	changed *sync.Cond
	follows map[*follow]struct{}
	filter  func(to string, n livegame.Notice) bool
	held    []delivery // while hold is set
	hold    bool
	pending int // notices that lie in a queue of a follower or are being handled

	moves   trade[livegame.Job, livegame.Answer]
	reviews trade[review.Job, review.Answer]
	known   map[string]bool   // moves that were ever asked for
	queued  []livegame.Job    // the same in order
	failed  []livegame.Answer // refused by a node, to come again
	parts   map[part]bool     // parts of reviews that stand in the queue or are in hand
	broken  error
}

type follow struct {
	bus   *Bus
	id    livegame.ID
	queue []livegame.Notice
	ended bool
}

type delivery struct {
	to *follow
	n  livegame.Notice
}

// NewHub returns a hub without nodes.
func NewHub() *Hub {
	h := &Hub{follows: map[*follow]struct{}{}, known: map[string]bool{}, parts: map[part]bool{}}
	h.changed = sync.NewCond(&h.mu)
	h.moves = trade[livegame.Job, livegame.Answer]{fill: fillMove, refused: &h.failed}
	h.reviews = trade[review.Job, review.Answer]{
		fill:    func(_ review.Job, a review.Answer) (review.Answer, error) { return a, a.Check() },
		ended:   func(j review.Job) { delete(h.parts, partOf(j)) },
		refused: &h.reviews.answers,
	}
	return h
}

// Node returns the bus of one node. The name tells nodes apart in Filter.
func (h *Hub) Node(name string) *Bus { return &Bus{hub: h, name: name} }

// Filter loses the notices to a node for which keep is false; nil loses none.
func (h *Hub) Filter(keep func(to string, n livegame.Notice) bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.filter = keep
}

// Hold keeps all notices back until Release, which delivers them late.
func (h *Hub) Hold() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.hold = true
}

// Release delivers what was held back, as often as times says.
func (h *Hub) Release(times int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.hold = false
	for range times {
		for _, d := range h.held {
			h.post(d.to, d.n)
		}
	}
	h.held = nil
}

// Break makes every call of every bus fail; nil mends that.
func (h *Hub) Break(err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.broken = err
}

// Settle waits until every notice that was sent, and was not held or lost, has
// been handled.
func (h *Hub) Settle() {
	h.mu.Lock()
	defer h.mu.Unlock()
	for h.pending+h.moves.taking > 0 {
		h.changed.Wait()
	}
}

// Jobs returns all jobs that were ever put into the queue.
func (h *Hub) Jobs() []livegame.Job {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.queued)
}

// AwaitJobs waits until at least n jobs were put into the queue, and returns all.
func (h *Hub) AwaitJobs(ctx context.Context, n int) ([]livegame.Job, error) {
	stop := h.wakeWhenDone(ctx)
	defer stop()
	h.mu.Lock()
	defer h.mu.Unlock()
	for len(h.queued) < n && ctx.Err() == nil {
		h.changed.Wait()
	}
	return slices.Clone(h.queued), ctx.Err()
}

// Answer gives an answer to one of the nodes that take answers, as if a worker
// had found it.
func (h *Hub) Answer(a livegame.Answer) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.moves.answers = append(h.moves.answers, a)
	h.changed.Broadcast()
}

// AwaitAnswers waits until no answer is on its way; those that were refused with
// an error, and wait for Redeliver, are counted in the result.
func (h *Hub) AwaitAnswers(ctx context.Context) (refused int, err error) {
	stop := h.wakeWhenDone(ctx)
	defer stop()
	h.mu.Lock()
	defer h.mu.Unlock()
	for len(h.moves.answers)+h.moves.taking+h.pending > 0 && ctx.Err() == nil {
		h.changed.Wait()
	}
	return len(h.failed), ctx.Err()
}

// Redeliver gives out again the answers for which a node returned an error.
func (h *Hub) Redeliver() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.moves.answers = append(h.moves.answers, h.failed...)
	h.failed = nil
	h.changed.Broadcast()
}

// Left returns how many jobs and answers about moves, and about reviews, are in the
// queues or in somebody's hands.
func (h *Hub) Left() (moves, reviews int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.moves.left() + len(h.failed), h.reviews.left()
}

// wakeWhenDone wakes those that wait for a change when the context ends.
func (h *Hub) wakeWhenDone(ctx context.Context) (stop func() bool) {
	return context.AfterFunc(ctx, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.changed.Broadcast()
	})
}

// post puts a notice into a follower's queue. The hub is locked.
func (h *Hub) post(to *follow, n livegame.Notice) {
	if to.ended {
		return
	}
	to.queue = append(to.queue, n)
	h.pending++
	h.changed.Broadcast()
}

// deliver hands one follower its notices, until it ends.
func (h *Hub) deliver(to *follow, f func(livegame.Notice)) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for {
		for len(to.queue) == 0 && !to.ended {
			h.changed.Wait()
		}
		if to.ended {
			h.pending -= len(to.queue)
			to.queue = nil
			h.changed.Broadcast()
			return
		}
		n := to.queue[0]
		to.queue = to.queue[1:]
		h.mu.Unlock()
		f(n)
		h.mu.Lock()
		h.pending--
		h.changed.Broadcast()
	}
}

var errClosed = errors.New("the bus is closed")
