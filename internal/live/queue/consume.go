package queue

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/wane-chess/wane/internal/live/job"
	"github.com/wane-chess/wane/internal/live/observe"
)

const (
	// pullTime is how long one request waits for a message.
	pullTime = 30 * time.Second
	// workerPullTime is the same in a worker. Its account may be another than that of the
	// queue: then the server does not see that it has gone, and sends it a message until the
	// request ends. So it is short, and a worker that stops waits for its end.
	workerPullTime = 2 * time.Second
)

// consume handles messages of a stream, parallel at a time, until the context is
// done or the client closes. It requests a message only when it can handle it at
// once, so none waits here while another process is idle. While it handles all of these,
// it takes up to extra more that no other process has taken.
func (c *Client) consume(
	ctx context.Context, from stream, parallel, extra int, handle func(context.Context, jetstream.Msg),
) error {
	return c.untilClosed(ctx, func(ctx context.Context) {
		w := newCrew(parallel, extra, handle)
		defer w.all.Wait()
		for range w.parallel {
			w.all.Go(func() { c.consumeOne(ctx, from, w.handleOne) })
		}
		if extra > 0 {
			w.all.Go(func() { c.consumeExtra(ctx, from, w) })
		}
	})
}

// untilClosed runs f with a context that ends when the client closes. Close waits
// for it.
func (c *Client) untilClosed(ctx context.Context, f func(context.Context)) error {
	if !c.beginCall() {
		return ErrClosed
	}
	defer c.calls.Done()
	ctx, cancel := until(ctx, c.lifetime)
	defer cancel()
	f(ctx)
	if c.lifetime.Err() != nil {
		return ErrClosed
	}
	return nil
}

// consumeOne handles one message after the other. It retries after every error of
// the servers.
func (c *Client) consumeOne(ctx context.Context, from stream, handle func(context.Context, jetstream.Msg)) {
	var consumer jetstream.Consumer
	for ctx.Err() == nil {
		m, err := c.next(ctx, from, &consumer)
		switch {
		case err == nil:
			handle(ctx, m)
		case ctx.Err() != nil:
		default:
			c.troubleLog.Do(func() { c.log.Warn("cannot read from the queue", "queue", from.config.Name, "err", err) })
			consumer = nil
			job.Pause(ctx, c.timing.Retry)
		}
	}
}

// next waits for a message, without limit. It looks for the consumer if it is nil.
func (c *Client) next(ctx context.Context, from stream, consumer *jetstream.Consumer) (m jetstream.Msg, err error) {
	if *consumer == nil {
		if *consumer, err = c.consumer(ctx, from); err != nil {
			return nil, err
		}
	}
	base, limit := ctx, pullTime
	if c.worker {
		base, limit = context.WithoutCancel(ctx), workerPullTime
	}
	for {
		pull, cancel := c.request(base, limit)
		m, err = (*consumer).Next(jetstream.FetchContext(pull))
		waited := err != nil && pull.Err() != nil ||
			errors.Is(err, nats.ErrTimeout) ||
			errors.Is(err, jetstream.ErrNoMessages)
		cancel()
		switch {
		case err == nil && ctx.Err() != nil:
			c.giveBack(ctx, m)
			return nil, ctx.Err()
		case !waited || ctx.Err() != nil:
			return m, err
		}
	}
}

// tries returns how often a message was delivered, this time included.
func tries(m jetstream.Msg) int {
	metadata, err := m.Metadata()
	if err != nil {
		return 1
	}
	return int(metadata.NumDelivered)
}

// withHeartbeat runs do with a timeout, and reports to the server that the job is in
// progress.
func (c *Client) withHeartbeat(
	ctx context.Context, m jetstream.Msg, timeout time.Duration, do func(context.Context) error,
) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	done := make(chan struct{})
	defer func() { cancel(); <-done }()
	go func() {
		defer close(done)
		beat := time.NewTicker(c.timing.AckWait / 3)
		defer beat.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-beat.C:
				c.acknowledge(m.InProgress)
			}
		}
	}()
	return do(ctx)
}

// giveBack returns a message for another process, because this one stops, even if the context has ended. Unlike Nak
// it waits for the server, which may stop next. The short delay is there because the server stores only delayed
// redeliveries on disk.
func (c *Client) giveBack(ctx context.Context, m jetstream.Msg) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), pingTimeout)
	defer cancel()
	c.acknowledge(func() error {
		_, err := c.nc.RequestWithContext(ctx, m.Reply(), []byte(`-NAK {"delay": 100000000}`))
		return err
	})
}

// retry returns a message for a later delivery, or drops it after limit deliveries.
// The delay grows with each.
func (c *Client) retry(m jetstream.Msg, limit int, report func(n int, last bool)) {
	n := tries(m)
	report(n, n >= limit)
	if n >= limit {
		c.acknowledge(m.Term)
		return
	}
	c.acknowledge(func() error { return m.NakWithDelay(c.timing.Retry * time.Duration(min(n, 10))) })
}

// acknowledge sends the state of a message to the server. If that fails, the server
// delivers the message again after AckWait.
func (c *Client) acknowledge(send func() error) {
	if err := send(); err != nil && c.lifetime.Err() == nil {
		c.troubleLog.Do(func() { c.log.Warn("NATS", "err", err) })
	}
}

// dropMalformed removes a message that cannot be decoded.
func (c *Client) dropMalformed(m jetstream.Msg, from stream, err error) {
	c.malformedLog.Do(func() { c.log.Warn("dropped a malformed message", "queue", from.config.Name, "err", err) })
	c.acknowledge(m.Term)
}

// publish stores a message in its stream and returns when it is on disk. Known is true if
// it was stored some minutes ago: see publishMsg.
func (c *Client) publish(ctx context.Context, m *nats.Msg, id string) (known bool, err error) {
	if c.lifetime.Err() != nil {
		return false, ErrClosed
	}
	if known, err = c.publishMsg(ctx, m, id); err != nil {
		return false, fmt.Errorf("queue: publish to %s: %w", m.Subject, err)
	}
	return known, nil
}

// publishMsg is publish for a client that may be closing. A message with an id is
// stored once within some minutes.
func (c *Client) publishMsg(ctx context.Context, m *nats.Msg, id string) (known bool, err error) {
	var options []jetstream.PublishOpt
	if id != "" {
		options = append(options, jetstream.WithMsgID(id))
	}
	ctx, o := c.part.Begin(ctx, "publish")
	defer o.End()
	m.Header = observe.Inject(ctx, m.Header)
	ack, err := c.js.PublishMsg(ctx, m, options...)
	if !isFull(err) { // such a job is there already
		o.Fail(err)
	}
	c.faults.note(m.Subject, err, time.Now())
	return err == nil && ack.Duplicate, err
}
