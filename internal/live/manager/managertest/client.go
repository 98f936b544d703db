package managertest

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/server/queue"
)

var _ livegame.Queue = (*Client)(nil)

// Client is one node's connection to a Broker.
type Client struct {
	broker *Broker
	name   string
	life   context.Context
	close  context.CancelFunc
}

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

// EnqueueMove implements livegame.Queue. It ignores a known ID, forever.
func (c *Client) EnqueueMove(ctx context.Context, j livegame.Job) error {
	b := c.broker
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := c.check(); err != nil {
		return err
	}
	if slices.ContainsFunc(b.queued, func(other livegame.Job) bool { return other.ID == j.ID }) {
		return nil
	}
	if err := b.queue.EnqueueMove(ctx, j); err != nil {
		return err
	}
	b.queued = append(b.queued, j)
	b.changed.Broadcast()
	return nil
}

// CancelMoves implements livegame.Queue.
func (c *Client) CancelMoves(ctx context.Context, game livegame.ID, seq int) error {
	b := c.broker
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := errors.Join(c.check(), b.queue.CancelMoves(ctx, game, seq)); err != nil {
		return err
	}
	b.canceled = append(b.canceled, Cancellation{game, seq})
	return nil
}

// ConsumeMoves implements livegame.Queue. All clients take jobs while they can, whether
// others are idle or not.
func (c *Client) ConsumeMoves(
	ctx context.Context, parallel, extra int, do func(context.Context, livegame.Job) (livegame.Answer, error),
) error {
	return c.open(ctx, func(ctx context.Context) error { return c.broker.queue.ConsumeMoves(ctx, parallel, extra, do) })
}

// ConsumeMoveAnswers implements livegame.Queue. It handles those of Broker.Answer one at a time.
func (c *Client) ConsumeMoveAnswers(ctx context.Context, take func(context.Context, livegame.Answer) error) error {
	return c.open(ctx, func(ctx context.Context) error {
		var all sync.WaitGroup
		defer all.Wait()
		all.Go(func() { c.broker.hand(ctx, take) })
		return c.broker.queue.ConsumeMoveAnswers(ctx, take)
	})
}

// hand hands the answers of Answer to a node until the context is done.
func (b *Broker) hand(ctx context.Context, take func(context.Context, livegame.Answer) error) {
	defer b.broadcastWhenDone(ctx)()
	b.mu.Lock()
	defer b.mu.Unlock()
	for {
		for len(b.answers) == 0 && ctx.Err() == nil {
			b.changed.Wait()
		}
		if ctx.Err() != nil {
			return
		}
		a := b.answers[0]
		b.answers = slices.Delete(b.answers, 0, 1)
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
