package managertest

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/queue"
)

// Broker connects the clients of several nodes in memory. It sends the notices of each
// client to the others. Each client has jobs and answers of its own, in a queue.Queue, as
// nodes have.
type Broker struct {
	mu            sync.Mutex
	clients       []*Client
	changed       *sync.Cond
	subscriptions map[*subscription]struct{}
	filter        func(to string, n livegame.Notice) bool
	held          []delivery // while hold is set
	hold          bool
	pending       int // notices queued or being handled
	sent          int // notices ever queued

	queued   []enqueued        // all jobs, in order
	answers  []livegame.Answer // of Answer
	handling int               // of these
	failed   []livegame.Answer // of these, rejected by a node
	broken   error

	canceled []Cancellation // all calls of CancelMoves, in order
}

// enqueued is a job in the queue of a client.
type enqueued struct {
	job livegame.Job
	by  *Client
}

// Cancellation is a call of CancelMoves.
type Cancellation struct {
	Game livegame.ID
	Seq  int
}

type subscription struct {
	client *Client
	id     livegame.ID
	queue  []livegame.Notice
	ended  bool
}

type delivery struct {
	to *subscription
	n  livegame.Notice
}

// NewBroker returns a broker without nodes.
func NewBroker() *Broker {
	b := &Broker{subscriptions: map[*subscription]struct{}{}}
	b.changed = sync.NewCond(&b.mu)
	return b
}

func newQueue() *queue.Queue { return queue.New(queue.Options{Retry: time.Millisecond}) }

// Node returns the client of one node, with an empty queue. The name identifies it in Filter.
func (b *Broker) Node(name string) *Client {
	c := &Client{broker: b, name: name, queue: newQueue()}
	c.life, c.close = context.WithCancel(context.Background())
	b.mu.Lock()
	defer b.mu.Unlock()
	b.clients = append(b.clients, c)
	return c
}

// queues returns the queues of all clients that are not closed.
func (b *Broker) queues() (list []*queue.Queue) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, c := range b.clients {
		if c.life.Err() == nil {
			list = append(list, c.queue)
		}
	}
	return list
}

// Filter drops the notices to a node for which keep is false; nil drops none.
func (b *Broker) Filter(keep func(to string, n livegame.Notice) bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.filter = keep
}

// Hold holds all notices until Release.
func (b *Broker) Hold() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.hold = true
}

// Release delivers each held notice the given number of times.
func (b *Broker) Release(times int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.hold = false
	for range times {
		for _, d := range b.held {
			b.post(d.to, d.n)
		}
	}
	b.held = nil
}

// Break makes every call of every client fail; nil ends that.
func (b *Broker) Break(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.broken = err
}

// Settle waits until every notice that was sent, and not held or dropped, was handled.
func (b *Broker) Settle() {
	b.mu.Lock()
	defer b.mu.Unlock()
	for b.pending+b.handling > 0 {
		b.changed.Wait()
	}
}

// Sent returns how many notices were ever queued for subscriptions.
func (b *Broker) Sent() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.sent
}

// Jobs returns all jobs that were ever enqueued, in order. Several nodes may have enqueued
// the same one.
func (b *Broker) Jobs() []livegame.Job {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.jobs(nil)
}

// jobs returns the jobs that a client has enqueued; nil: all. The caller holds the lock.
func (b *Broker) jobs(by *Client) (list []livegame.Job) {
	for _, e := range b.queued {
		if by == nil || e.by == by {
			list = append(list, e.job)
		}
	}
	return list
}

// Canceled returns all calls of CancelMoves, in order.
func (b *Broker) Canceled() []Cancellation {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.canceled)
}

// AwaitJobs waits until at least n jobs were enqueued, and returns all.
func (b *Broker) AwaitJobs(ctx context.Context, n int) ([]livegame.Job, error) {
	stop := b.broadcastWhenDone(ctx)
	defer stop()
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.queued) < n && ctx.Err() == nil {
		b.changed.Wait()
	}
	return b.jobs(nil), ctx.Err()
}

// Answer delivers an answer as if from a worker: to a node that has enqueued the job, or to
// any if none of these runs. If it is rejected, it waits for Redeliver.
func (b *Broker) Answer(a livegame.Answer) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.answers = append(b.answers, a)
	b.changed.Broadcast()
}

// AwaitAnswers waits until all answers are handled. It returns how many were rejected and
// wait for Redeliver.
func (b *Broker) AwaitAnswers(ctx context.Context) (rejected int, err error) {
	stop := b.broadcastWhenDone(ctx)
	defer stop()
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.answers)+b.handling+b.pending > 0 && ctx.Err() == nil {
		b.changed.Wait()
	}
	return len(b.failed), ctx.Err()
}

// Redeliver delivers the rejected answers again.
func (b *Broker) Redeliver() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.answers = append(b.answers, b.failed...)
	b.failed = nil
	b.changed.Broadcast()
}

// Pending returns how many jobs and answers are queued or in progress, on all nodes.
func (b *Broker) Pending() (n int) {
	for _, q := range b.queues() {
		n += q.Pending()
	}
	return n
}

// broadcastWhenDone wakes the goroutines that wait for a change when the context ends.
func (b *Broker) broadcastWhenDone(ctx context.Context) (stop func() bool) {
	return context.AfterFunc(ctx, func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.changed.Broadcast()
	})
}

// post queues a notice for a subscription. The caller holds the lock.
func (b *Broker) post(to *subscription, n livegame.Notice) {
	if to.ended {
		return
	}
	to.queue = append(to.queue, n)
	b.pending++
	b.sent++
	b.changed.Broadcast()
}

// deliver passes notices to a subscription until it ends.
func (b *Broker) deliver(to *subscription, f func(livegame.Notice)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for {
		for len(to.queue) == 0 && !to.ended {
			b.changed.Wait()
		}
		if to.ended {
			b.pending -= len(to.queue)
			to.queue = nil
			b.changed.Broadcast()
			return
		}
		n := to.queue[0]
		to.queue = to.queue[1:]
		b.mu.Unlock()
		f(n)
		b.mu.Lock()
		b.pending--
		b.changed.Broadcast()
	}
}
