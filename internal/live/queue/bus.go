package queue

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	xrate "golang.org/x/time/rate"

	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/review"
)

// ErrClosed is returned by a bus that was closed.
var ErrClosed = errors.New("the bus is closed")

const (
	pingTimeout  = 2 * time.Second // where the caller sets no limit
	drainTimeout = 5 * time.Second
)

// Client is a livegame.Queue over NATS.
type Client struct {
	node     string
	timing   Timing
	log      *slog.Logger
	server   *embedded // nil if it is outside
	url      string    // for messages
	nc       *nats.Conn
	js       jetstream.JetStream
	streams  streams
	replicas int // of buckets that are made

	moves   workQueue[livegame.Job, livegame.Answer]
	reviews workQueue[review.Job, review.Answer]

	outbox   chan *nats.Msg
	sent     chan struct{} // closed when the outbox has been emptied for good
	incoming chan *nats.Msg

	mu            sync.RWMutex
	closed        bool
	subscriptions map[*nats.Subscription]*subscription
	calls         sync.WaitGroup // calls of Work and Answers

	lifetime         context.Context // done when the bus closes
	cancelLifetime   context.CancelFunc
	connection       context.Context // done when this connection was replaced by another
	cancelConnection context.CancelFunc
	closeOnce        sync.Once

	malformedLog, lostLog, troubleLog xrate.Sometimes // so that floods of one fault do not flood the log
}

var _ livegame.Queue = (*Client)(nil)

// Open starts the embedded server or connects to those outside, and makes the
// queues if they are missing. The context bounds the opening only. Errors tell
// which server cannot be reached, or what is wrong with the directory; they
// contain no password.
func Open(ctx context.Context, o Options) (*Client, error) {
	if err := o.ready(); err != nil {
		return nil, err
	}
	if o.Node == "" {
		o.Node = rand.Text()
	}
	c := newBus(o)
	if err := c.open(ctx, o); err != nil {
		c.cancelLifetime()
		c.disconnect()
		return nil, err
	}
	return c, nil
}

// newBus makes a bus that is not connected.
func newBus(o Options) *Client {
	c := &Client{
		node:          o.Node,
		timing:        o.Timing,
		log:           o.Log,
		streams:       newStreams(o.Timing, o.Replicas),
		replicas:      o.Replicas,
		outbox:        make(chan *nats.Msg, outboxSize),
		sent:          make(chan struct{}),
		incoming:      make(chan *nats.Msg, incomingSize),
		subscriptions: map[*nats.Subscription]*subscription{},
		malformedLog:  xrate.Sometimes{First: 3, Interval: time.Second},
		lostLog:       xrate.Sometimes{Interval: 10 * time.Second},
		troubleLog:    xrate.Sometimes{Interval: 10 * time.Second},
	}
	c.moves, c.reviews = moveQueue(c.streams, o.Timing), reviewQueue(c.streams, o.Timing)
	c.lifetime, c.cancelLifetime = context.WithCancel(context.Background())
	c.connection, c.cancelConnection = context.WithCancel(c.lifetime)
	return c
}

// open starts the server if it is to be embedded, and connects.
func (c *Client) open(ctx context.Context, o Options) (err error) {
	if o.URL != Embedded {
		if c.url, err = publicURL(o.URL); err != nil {
			return err
		}
		return c.setUp(ctx, o.URL)
	}
	if c.server, err = startEmbedded(o.Dir, o.Log); err != nil {
		return err
	}
	c.url = "the embedded server"
	return c.setUp(ctx, "", nats.InProcessServer(c.server))
}

// setUp connects to the server, makes the queues and begins to work.
func (c *Client) setUp(ctx context.Context, url string, also ...nats.Option) (err error) {
	ctx, cancel := context.WithTimeout(ctx, c.timing.Connect)
	defer cancel()
	if err := c.connect(ctx, url, append(c.natsOptions(), also...)); err != nil {
		return err
	}
	if c.js, err = jetstream.New(c.nc); err != nil {
		return fmt.Errorf("bus: %w", err)
	}
	if err := c.createStreams(ctx); err != nil {
		return err
	}
	go c.send()
	go c.dispatch()
	return nil
}

// disconnect ends the connection, and the embedded server.
func (c *Client) disconnect() {
	if c.nc != nil {
		c.nc.Close()
	}
	if c.server != nil {
		c.server.stop()
	}
}

// Ping implements livegame.Queue. A context without a deadline gets one of 2 s.
func (c *Client) Ping(ctx context.Context) error {
	if !c.nc.IsConnected() {
		return fmt.Errorf("bus: no connection to %s", c.url)
	}
	ctx, cancel := context.WithTimeout(ctx, pingTimeout)
	defer cancel()
	if err := c.nc.FlushWithContext(ctx); err != nil {
		return fmt.Errorf("bus: no answer from %s: %w", c.url, err)
	}
	return nil
}

// beginCall tells whether the bus is open, and if so keeps Close waiting until
// b.working is done.
func (c *Client) beginCall() bool {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if !c.closed {
		c.calls.Add(1)
	}
	return !c.closed
}

// Close implements livegame.Queue: it lets Work and Answers finish or give back what
// they have, sends what was published, and ends the embedded server.
func (c *Client) Close() error {
	c.closeOnce.Do(func() {
		c.mu.Lock()
		c.closed = true
		close(c.outbox)
		for _, f := range c.subscriptions {
			f.end()
		}
		c.mu.Unlock()
		c.cancelLifetime()
		ctx, cancel := context.WithTimeout(context.Background(), drainTimeout)
		defer cancel()
		idle := make(chan struct{})
		go func() { c.calls.Wait(); close(idle) }()
		for _, done := range []<-chan struct{}{idle, c.sent} {
			select {
			case <-done:
			case <-ctx.Done():
			}
		}
		if c.nc.IsConnected() {
			_ = c.nc.FlushWithContext(ctx) // what cannot be sent now is lost, as the contract says
		}
		c.disconnect()
	})
	return nil
}
