package bus

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
)

const (
	dialTimeout  = 2 * time.Second
	dialPause    = 200 * time.Millisecond // between attempts in Open
	retryPause   = 500 * time.Millisecond // between attempts to reconnect
	pingInterval = 10 * time.Second       // a dead connection shows within 30 s
)

// connect tries to connect until the context is done. Afterwards the connection
// reconnects by itself, without limit.
func (c *Client) connect(ctx context.Context, url string, options []nats.Option) (err error) {
	for {
		if c.nc, err = nats.Connect(url, options...); err == nil {
			return nil
		}
		if final := c.rejected(err); final != nil {
			return final
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("bus: cannot reach %s: %w", c.url, err)
		case <-time.After(dialPause):
		}
	}
}

// rejected explains an error that another attempt would meet again; nil: it may succeed.
func (c *Client) rejected(err error) error {
	var invalid *tls.CertificateVerificationError
	switch {
	case errors.Is(err, nats.ErrAuthorization),
		errors.Is(err, nats.ErrAuthExpired),
		errors.Is(err, nats.ErrAuthRevoked),
		errors.Is(err, nats.ErrAccountAuthExpired):
		return fmt.Errorf("bus: %s rejects the credentials: %w", c.url, err)
	case errors.Is(err, nats.ErrSecureConnWanted):
		return fmt.Errorf("bus: %s has no TLS, which tls:// and certificates need: %w", c.url, err)
	case errors.As(err, &invalid):
		return fmt.Errorf("bus: the certificate of %s is not valid, "+
			"expected one for this host name from an authority of the system or of --nats-ca: %w", c.url, err)
	case strings.Contains(err.Error(), "remote error: tls:"):
		return fmt.Errorf("bus: %s rejects the client's certificate, or wants one (--nats-cert): %w", c.url, err)
	}
	return nil
}

// refused says what a server should allow that refuses a subject. It returns nil for nil.
func refused(err error) error {
	if !errors.Is(err, nats.ErrPermissionViolation) {
		return err
	}
	return fmt.Errorf("%w, expected the permissions of a node in deploy/three-nodes/nats.conf", err)
}

func (c *Client) natsOptions() []nats.Option {
	return []nats.Option{
		nats.Name("wane " + c.node),
		nats.NoEcho(), // a node does not receive its own notices
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
			_ = nc.FlushTimeout(dialTimeout) // the server has the subscriptions again; if this fails, it reconnects once more
			c.log.Info("the connection to NATS is back", "url", c.url)
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			c.troubleLog.Do(func() { c.log.Warn("NATS", "err", refused(err)) })
		}),
	}
}
