// Package bus carries notices between nodes, through NATS servers that they share. A single node needs none.
//
// Notices travel over plain subjects, one for each game, and are stored nowhere: a node that misses one reads the
// database. A client validates every notice that it receives, and logs and drops malformed ones.
package bus

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	xrate "golang.org/x/time/rate"
)

// ErrClosed is the error of calls after Close.
var ErrClosed = errors.New("the connection to the other nodes is closed")

const (
	pingTimeout  = 2 * time.Second // unless the caller has a deadline
	drainTimeout = 5 * time.Second
)

// Client is one node's connection to NATS. Its methods are safe for concurrent use.
type Client struct {
	node string
	log  *slog.Logger
	url  string // without passwords, for messages
	nc   *nats.Conn

	outbox   chan *nats.Msg
	sent     chan struct{} // closed when the outbox is closed and empty
	incoming chan *nats.Msg

	mu            sync.RWMutex
	closed        bool
	subscriptions map[*nats.Subscription]*subscription

	lifetime  context.Context // done when the client closes
	end       context.CancelFunc
	closeOnce sync.Once

	malformedLog, lostLog, troubleLog xrate.Sometimes // one recurring fault must not flood the log
}

// Open connects to NATS servers. The context bounds the opening only. Errors name the servers and contain no password.
func Open(ctx context.Context, o Options) (*Client, error) {
	o.complete()
	if o.Node == "" {
		o.Node = rand.Text()
	}
	c := &Client{
		node:          o.Node,
		log:           o.Log,
		outbox:        make(chan *nats.Msg, outboxSize),
		sent:          make(chan struct{}),
		incoming:      make(chan *nats.Msg, incomingSize),
		subscriptions: map[*nats.Subscription]*subscription{},
		malformedLog:  xrate.Sometimes{First: 3, Interval: time.Second},
		lostLog:       xrate.Sometimes{Interval: 10 * time.Second},
		troubleLog:    xrate.Sometimes{Interval: 10 * time.Second},
	}
	c.lifetime, c.end = context.WithCancel(context.Background())
	if err := c.open(ctx, o); err != nil {
		c.end()
		if c.nc != nil {
			c.nc.Close()
		}
		return nil, err
	}
	return c, nil
}

// open connects, tries the permissions, and starts the notices.
func (c *Client) open(ctx context.Context, o Options) (err error) {
	if c.url, err = publicURL(o.URL); err != nil {
		return err
	}
	also, err := o.Keys.options(time.Now())
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, o.Connect)
	defer cancel()
	if err := c.connect(ctx, o.URL, append(c.natsOptions(), also...)); err != nil {
		return err
	}
	if err := c.tryPermissions(ctx); err != nil {
		return err
	}
	go c.send()
	go c.dispatch()
	return nil
}

// tryPermissions returns why the servers do not let this user hear notices; nil: they do.
func (c *Client) tryPermissions(ctx context.Context) error {
	sub, err := c.nc.SubscribeSync(gameSubject + "*")
	if err == nil {
		err = errors.Join(c.nc.FlushWithContext(ctx), refused(c.nc.LastError()), sub.Unsubscribe())
	}
	if err != nil {
		return fmt.Errorf("bus: %s: %w", c.url, err)
	}
	return nil
}

// Ping returns an error if no server answers. Without a deadline it waits 2 s.
func (c *Client) Ping(ctx context.Context) error {
	if !c.nc.IsConnected() {
		return fmt.Errorf("bus: no connection to %s", c.url)
	}
	ctx, cancel := context.WithTimeout(ctx, pingTimeout)
	defer cancel()
	if err := c.nc.FlushWithContext(ctx); err != nil {
		return fmt.Errorf("bus: %s does not answer: %w", c.url, err)
	}
	return nil
}

// Close sends the notices that wait, and ends the connection.
func (c *Client) Close() error {
	c.closeOnce.Do(func() {
		c.mu.Lock()
		c.closed = true
		close(c.outbox)
		for _, f := range c.subscriptions {
			f.end()
		}
		c.mu.Unlock()
		c.end()
		ctx, cancel := context.WithTimeout(context.Background(), drainTimeout)
		defer cancel()
		select {
		case <-c.sent:
		case <-ctx.Done():
		}
		if c.nc.IsConnected() {
			_ = c.nc.FlushWithContext(ctx) // notices may be lost
		}
		c.nc.Close()
	})
	return nil
}
