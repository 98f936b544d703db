package queue

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// pullTime is how long one request for a message waits for one.
const pullTime = 30 * time.Second

// consume takes messages from a queue, parallel at a time, until the context is done
// or the bus closes. Each message is asked for when there is a hand free for it:
// none waits here while another process is idle.
func (c *Client) consume(ctx context.Context, q stream, parallel int, handle func(context.Context, jetstream.Msg)) error {
	if !c.beginCall() {
		return ErrClosed
	}
	defer c.calls.Done()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(c.lifetime, cancel)()
	var hands sync.WaitGroup
	for range max(parallel, 1) {
		hands.Go(func() { c.consumeOne(ctx, q, handle) })
	}
	hands.Wait()
	if c.lifetime.Err() != nil {
		return ErrClosed
	}
	return nil
}

// consumeOne takes one message after the other. Whatever goes wrong with the servers,
// it tries again.
func (c *Client) consumeOne(ctx context.Context, q stream, handle func(context.Context, jetstream.Msg)) {
	var from jetstream.Consumer
	for ctx.Err() == nil {
		m, err := c.next(ctx, q, &from)
		switch {
		case err == nil:
			handle(ctx, m)
		case ctx.Err() != nil:
		default:
			c.troubleLog.Do(func() { c.log.Warn("the queue gives nothing", "queue", q.config.Name, "err", err) })
			from = nil
			pause(ctx, c.timing.Retry)
		}
	}
}

// next waits for a message, however long none comes. If from is nil, it sees to the consumer first.
func (c *Client) next(ctx context.Context, q stream, from *jetstream.Consumer) (m jetstream.Msg, err error) {
	if *from == nil {
		if *from, err = c.consumer(ctx, q); err != nil {
			return nil, err
		}
	}
	for {
		pull, cancel := c.request(ctx, pullTime)
		m, err = (*from).Next(jetstream.FetchContext(pull))
		waited := err != nil && pull.Err() != nil || errors.Is(err, nats.ErrTimeout) || errors.Is(err, jetstream.ErrNoMessages)
		cancel()
		if !waited || ctx.Err() != nil {
			return m, err
		}
	}
}

// pause waits, or less if the context is done.
func pause(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
}

// tries tells how often a message has been given to somebody, this time included.
func tries(m jetstream.Msg) int {
	about, err := m.Metadata()
	if err != nil {
		return 1
	}
	return int(about.NumDelivered)
}
