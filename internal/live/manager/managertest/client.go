package managertest

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/wane-chess/wane/internal/live/livegame"
)

var _ livegame.Queue = (*Client)(nil)

// Client is one node's connection to a Broker.
type Client struct {
	broker *Broker
	name   string
	closed bool // under the broker's lock
}

// check returns why the client cannot be used. The caller holds the broker's lock.
func (c *Client) check() error {
	if c.closed {
		return errClosed
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
	if err := errors.Join(ctx.Err(), j.Check()); err != nil {
		return err
	}
	if b.known[j.ID] || slices.ContainsFunc(b.moves.jobs(),
		func(other livegame.Job) bool { return other.Game == j.Game && j.Before(other) }) {
		return nil
	}
	b.known[j.ID] = true
	b.moves.drop(func(other livegame.Job) bool { return other.Game == j.Game },
		func(other livegame.Job) bool { return other.Game == j.Game && (other.Seq < j.Seq || j.Restart) })
	b.moves.add(j)
	b.queued = append(b.queued, j)
	b.changed.Broadcast()
	return nil
}

// CancelMoves implements livegame.Queue.
func (c *Client) CancelMoves(ctx context.Context, game livegame.ID, seq int) error {
	b := c.broker
	b.mu.Lock()
	defer b.mu.Unlock()
	if err := errors.Join(c.check(), ctx.Err(), game.Check()); err != nil {
		return err
	}
	b.canceled = append(b.canceled, Cancellation{game, seq})
	stale := func(j livegame.Job) bool { return j.Game == game && j.Seq < seq }
	b.moves.drop(stale, stale)
	b.changed.Broadcast()
	return nil
}

// ConsumeMoves implements livegame.Queue. All clients take jobs while they can, whether
// others are idle or not.
func (c *Client) ConsumeMoves(
	ctx context.Context, parallel, extra int, do func(context.Context, livegame.Job) (livegame.Answer, error),
) error {
	return c.broker.moves.work(ctx, c, parallel+extra, do)
}

// fillMove completes an answer.
func fillMove(j livegame.Job, a livegame.Answer) (livegame.Answer, error) {
	a.Job, a.Game, a.Ply = j.ID, j.Game, j.Ply
	return a, a.Check()
}

// ConsumeMoveAnswers implements livegame.Queue. A rejected answer waits for
// Broker.Redeliver.
func (c *Client) ConsumeMoveAnswers(ctx context.Context, take func(context.Context, livegame.Answer) error) error {
	return c.broker.moves.take(ctx, c, take)
}

// closedError returns an error if the client was closed.
func (c *Client) closedError() error {
	c.broker.mu.Lock()
	defer c.broker.mu.Unlock()
	if c.closed {
		return errClosed
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
	c.closed = true
	for f := range b.subscriptions {
		if f.client == c {
			delete(b.subscriptions, f)
			f.ended = true
		}
	}
	b.changed.Broadcast()
	return nil
}
