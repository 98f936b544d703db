package queue

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
)

const (
	dialTimeout  = 2 * time.Second
	dialPause    = 200 * time.Millisecond // between tries at the start
	retryPause   = 500 * time.Millisecond // between tries afterwards
	pingInterval = 10 * time.Second       // so that a dead connection shows in half a minute
)

// connect makes the connection, trying until the context is done. From then on
// the connection mends itself, for as long as it takes.
func (c *Client) connect(ctx context.Context, url string, how []nats.Option) (err error) {
	for {
		if c.nc, err = nats.Connect(url, how...); err == nil {
			return nil
		}
		if errors.Is(err, nats.ErrAuthorization) || errors.Is(err, nats.ErrAuthExpired) {
			return fmt.Errorf("bus: %s does not let us in: %w", c.url, err)
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("bus: cannot reach %s: %w", c.url, err)
		case <-time.After(dialPause):
		}
	}
}

// natsOptions is how we connect.
func (c *Client) natsOptions() []nats.Option {
	return []nats.Option{
		nats.Name("wane " + c.node),
		nats.NoEcho(), // a node does not hear itself
		nats.Timeout(dialTimeout),
		nats.PingInterval(pingInterval),
		nats.MaxReconnects(-1),
		nats.IgnoreAuthErrorAbort(),
		nats.ReconnectWait(retryPause),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if c.lifetime.Err() == nil {
				c.log.Warn("the connection to NATS is lost", "url", c.url, "err", err)
			}
		}),
		nats.ReconnectHandler(func(nc *nats.Conn) {
			_ = nc.FlushTimeout(dialTimeout) // then the server knows again whom we follow; if this fails, we shall be back here
			c.log.Info("the connection to NATS is back", "url", c.url)
			c.reconnected()
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			c.troubleLog.Do(func() { c.log.Warn("NATS", "err", err) })
		}),
	}
}

// reconnected is called when the connection is back: what was asked for before has been
// forgotten and must be asked for again.
func (c *Client) reconnected() {
	c.mu.Lock()
	c.cancelConnection()
	c.connection, c.cancelConnection = context.WithCancel(c.lifetime)
	c.mu.Unlock()
}

// request returns a context for a request to the server: it is done after some
// time, or when the connection is another.
func (c *Client) request(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	c.mu.RLock()
	line := c.connection
	c.mu.RUnlock()
	ctx, cancel := context.WithTimeout(ctx, limit)
	stop := context.AfterFunc(line, cancel)
	return ctx, func() { stop(); cancel() }
}
