package managertest

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/queue"
)

var _ livegame.Queue = (*Client)(nil)

// Client is one node's connection to a Broker, with its queue.
type Client struct {
	broker *Broker
	name   string
	queue  *queue.Queue
	takers int // calls of ConsumeMoveAnswers in progress
	life   context.Context
	close  context.CancelFunc
}

// Jobs returns all jobs that this node has ever enqueued, in order.
func (c *Client) Jobs() []livegame.Job {
	c.broker.mu.Lock()
	defer c.broker.mu.Unlock()
	return c.broker.jobs(c)
}

// PendingMoves returns how many jobs and answers about moves this node has in its queue.
func (c *Client) PendingMoves() int { return c.queue.Pending() }

// check returns why the client cannot be used. The caller holds the broker's lock.
func (c *Client) check() error {
	if c.life.Err() != nil {
		return queue.ErrClosed
	}
	return c.broker.broken
}

// Publish implements livegame.Queue.
func (c *Client) Publish(n livegame.Notice) error {
	b := c.broker
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := c.check(); err != nil {
		return err
	}
	if err := n.Check(); err != nil {
		return err
	}
	n.Node = cmp.Or(n.Node, c.name)
	if n.Event != nil { // as if encoded and decoded
		e := *n.Event
		n.Event = &e
	}
	if n.Presence != nil {
		p := *n.Presence
		n.Presence = &p
	}
	for f := range b.subscriptions {
		switch {
		case f.client == c || f.id != "" && f.id != n.Game:
		case b.filter != nil && !b.filter(f.client.name, n):
		case b.hold:
			b.held = append(b.held, delivery{f, n})
		default:
			b.post(f, n)
		}
	}
	return nil
}

// Subscribe implements livegame.Queue.
func (c *Client) Subscribe(id livegame.ID, f func(livegame.Notice)) (func(), error) {
	b := c.broker
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := c.check(); err != nil {
		return nil, err
	}
	if id != "" {
		if err := id.Check(); err != nil {
			return nil, err
		}
	}
	to := &subscription{client: c, id: id}
	b.subscriptions[to] = struct{}{}
	go b.deliver(to, f)
	return func() { b.unsubscribe(to) }, nil
}

// unsubscribe ends a subscription.
func (b *Broker) unsubscribe(f *subscription) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.subscriptions, f)
	f.ended = true
	b.changed.Broadcast()
}

// EnqueueMove implements livegame.Queue. It ignores an ID that its queue knows, forever.
func (c *Client) EnqueueMove(ctx context.Context, j livegame.Job) error {
	b := c.broker
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := c.check(); err != nil {
		return err
	}
	if slices.ContainsFunc(b.queued, func(e enqueued) bool { return e.job.ID == j.ID && e.by.queue == c.queue }) {
		return nil
	}
	if err := c.queue.EnqueueMove(ctx, j); err != nil {
		return err
	}
	b.queued = append(b.queued, enqueued{j, c})
	b.changed.Broadcast()
	return nil
}

// CancelMoves implements livegame.Queue.
func (c *Client) CancelMoves(ctx context.Context, game livegame.ID, seq int) error {
	b := c.broker
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := errors.Join(c.check(), c.queue.CancelMoves(ctx, game, seq)); err != nil {
		return err
	}
	b.canceled = append(b.canceled, Cancellation{game, seq})
	return nil
}

// ConsumeMoves implements livegame.Queue.
func (c *Client) ConsumeMoves(
	ctx context.Context, parallel, extra int, do func(context.Context, livegame.Job) (livegame.Answer, error),
) error {
	return c.open(ctx, func(ctx context.Context) error { return c.queue.ConsumeMoves(ctx, parallel, extra, do) })
}

// ConsumeMoveAnswers implements livegame.Queue. It handles those of Broker.Answer one at a time.
func (c *Client) ConsumeMoveAnswers(ctx context.Context, take func(context.Context, livegame.Answer) error) error {
	return c.open(ctx, func(ctx context.Context) error {
		var all sync.WaitGroup
		defer all.Wait()
		all.Go(func() { c.broker.hand(ctx, c, take) })
		return c.queue.ConsumeMoveAnswers(ctx, take)
	})
}

// hand hands the answers of Answer to a node until the context is done.
func (b *Broker) hand(ctx context.Context, to *Client, take func(context.Context, livegame.Answer) error) {
	defer b.broadcastWhenDone(ctx)()
	b.mu.Lock()
	defer b.mu.Unlock()
	to.takers++
	defer func() {
		to.takers--
		b.changed.Broadcast() // others take its answers now
	}()
	for {
		next := -1
		for ctx.Err() == nil {
			next = slices.IndexFunc(b.answers, func(a livegame.Answer) bool { return b.goesTo(a, to) })
			if next >= 0 {
				break
			}
			b.changed.Wait()
		}
		if ctx.Err() != nil {
			return
		}
		a := b.answers[next]
		b.answers = slices.Delete(b.answers, next, next+1)
		b.handling++
		b.mu.Unlock()
		err := take(ctx, a)
		b.mu.Lock()
		b.handling--
		if err != nil {
			b.failed = append(b.failed, a)
		}
		b.changed.Broadcast()
	}
}

// goesTo reports whether an answer may go to a client: it has enqueued the job, or no other that runs has. The caller
// holds the lock.
func (b *Broker) goesTo(a livegame.Answer, to *Client) bool {
	others := false
	for _, e := range b.queued {
		if e.job.ID == a.Job && e.by == to {
			return true
		}
		others = others || e.job.ID == a.Job && e.by.takers > 0
	}
	return !others
}

// open runs f with a context that ends when the client is closed, too.
func (c *Client) open(ctx context.Context, f func(context.Context) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(c.life, cancel)()
	if err := f(ctx); err != nil {
		return err
	}
	if c.life.Err() != nil {
		return queue.ErrClosed
	}
	return nil
}

// Ping implements livegame.Queue.
func (c *Client) Ping(context.Context) error {
	c.broker.mu.Lock()
	defer c.broker.mu.Unlock()
	return c.check()
}

// Close implements livegame.Queue.
func (c *Client) Close() error {
	b := c.broker
	b.mu.Lock()
	defer b.mu.Unlock()
	c.close()
	for f := range b.subscriptions {
		if f.client == c {
			delete(b.subscriptions, f)
			f.ended = true
		}
	}
	b.changed.Broadcast()
	return nil
}
