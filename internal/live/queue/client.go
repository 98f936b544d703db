// Package queue connects a node to the others and to workers through NATS servers that they share. Its Client
// implements livegame.Queue, review.Queue and notify.Queue. A single node needs no servers: see package local.
//
// Notices travel over plain subjects, one per game. They are not stored: a node that
// misses one reads the store. Jobs and answers go through work queues of JetStream,
// which keep them on disk. A job leaves its queue only when its answer is in the
// other one, so no move of the engine is lost when a worker or the server dies.
// A stale job leaves its queue, and a plain notice interrupts the worker that has it.
// Reviews have two queues of their own, so that no move waits behind a review.
// Notifications that browsers are to show go through a queue from node to node.
// Nodes create all queues. A worker takes jobs, answers, and reads single messages of the
// streams that it works for; it needs no other right, see deploy/three-nodes/nats.conf.
//
// The client validates every message it receives. It logs and drops malformed ones.
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
	"github.com/wane-chess/wane/internal/live/notify"
	"github.com/wane-chess/wane/internal/live/observe"
	"github.com/wane-chess/wane/internal/live/review"
)

// ErrClosed is the error of calls after Close.
var ErrClosed = errors.New("the message queue is closed")

const (
	pingTimeout  = 2 * time.Second // unless the caller has a deadline
	drainTimeout = 5 * time.Second
)

// Client is one node's connection to NATS. Its methods are safe for concurrent use.
type Client struct {
	node    string
	worker  bool // creates no queues
	timing  Timing
	log     *slog.Logger
	faults  faults
	url     string // without passwords, for messages
	nc      *nats.Conn
	js      jetstream.JetStream
	streams streams

	jobStream jetstream.Stream // of moves; nil for a worker
	running   runningJobs

	moves   workQueue[livegame.Job, livegame.Answer]
	reviews workQueue[review.Job, review.Answer]
	pushes  workQueue[notify.Job, struct{}] // nodes do them

	part *observe.Part // messages to and from the queues
	work *observe.Part // jobs done here

	outbox   chan *nats.Msg
	sent     chan struct{} // closed when the outbox is closed and empty
	incoming chan *nats.Msg

	mu            sync.RWMutex
	closed        bool
	subscriptions map[*nats.Subscription]*subscription
	calls         sync.WaitGroup // consumers that run

	lifetime         context.Context // done when the client closes
	cancelLifetime   context.CancelFunc
	connection       context.Context // done when the connection was replaced
	cancelConnection context.CancelFunc
	opening          context.Context // of Open; a refusal of the servers ends it
	cancelOpening    context.CancelCauseFunc
	closeOnce        sync.Once

	malformedLog, lostLog, troubleLog xrate.Sometimes // one recurring fault must not flood the log
}

var (
	_ livegame.Queue = (*Client)(nil)
	_ review.Queue   = (*Client)(nil)
	_ notify.Queue   = (*Client)(nil)
)

// Open connects to NATS servers and creates missing queues; a worker waits some seconds for them. The context bounds
// the opening only. Errors name the servers and contain no password.
func Open(ctx context.Context, o Options) (*Client, error) {
	if err := o.complete(); err != nil {
		return nil, err
	}
	if o.Node == "" {
		o.Node = rand.Text()
	}
	c := newClient(o)
	if err := c.open(ctx, o); err != nil {
		c.cancelLifetime()
		if c.nc != nil {
			c.nc.Close()
		}
		return nil, err
	}
	return c, nil
}

// newClient returns a client that is not connected.
func newClient(o Options) *Client {
	c := &Client{
		node:          o.Node,
		worker:        o.Worker,
		timing:        o.Timing,
		log:           o.Log,
		streams:       newStreams(o.Timing, o.Replicas),
		outbox:        make(chan *nats.Msg, outboxSize),
		sent:          make(chan struct{}),
		incoming:      make(chan *nats.Msg, incomingSize),
		subscriptions: map[*nats.Subscription]*subscription{},
		malformedLog:  xrate.Sometimes{First: 3, Interval: time.Second},
		lostLog:       xrate.Sometimes{Interval: 10 * time.Second},
		troubleLog:    xrate.Sometimes{Interval: 10 * time.Second},
	}
	c.moves, c.reviews, c.pushes = moveQueue(c.streams, o.Timing), reviewQueue(c.streams, o.Timing), pushQueue(c.streams)
	if o.Metrics != nil {
		c.part = observe.NewPart(o.Metrics, "queue", "messages to the queues and answers from them")
		c.work = observe.NewPart(o.Metrics, "worker", "engine moves and positions of reviews")
	}
	c.lifetime, c.cancelLifetime = context.WithCancel(context.Background())
	c.connection, c.cancelConnection = context.WithCancel(c.lifetime)
	c.opening, c.cancelOpening = context.WithCancelCause(c.lifetime)
	return c
}

// open connects, creates the streams and starts the notices.
func (c *Client) open(ctx context.Context, o Options) (err error) {
	if c.url, err = publicURL(o.URL); err != nil {
		return err
	}
	also, err := o.Keys.options(time.Now())
	if err != nil {
		return err
	}
	if prefix := inbox(o.URL, o.Keys); prefix != "" {
		also = append(also, nats.CustomInboxPrefix(prefix))
	}
	ctx, cancel := context.WithTimeout(ctx, c.timing.Connect)
	defer cancel()
	ctx, stop := until(ctx, c.opening)
	defer stop()
	if err := c.connect(ctx, o.URL, append(c.natsOptions(), also...)); err != nil {
		return err
	}
	if c.js, err = jetstream.New(c.nc); err != nil {
		return fmt.Errorf("queue: %w", err)
	}
	if err = c.createStreams(ctx); err != nil {
		return c.refusal(err)
	}
	if jobs := c.streams.moveJobs.config.Name; !c.worker {
		if c.jobStream, err = c.js.Stream(ctx, jobs); err != nil {
			return c.streamError(jobs, err)
		}
	}
	go c.send()
	go c.dispatch()
	return nil
}

// refusal returns why the servers have refused the client, or else err.
func (c *Client) refusal(err error) error {
	if why := context.Cause(c.opening); why != nil {
		return fmt.Errorf("queue: %s: %w", c.url, why)
	}
	return err
}

// Ping implements livegame.Queue: a node stores a message, a worker asks for the consumer of
// its jobs, and both report queues whose last messages were not stored. Without a deadline
// it waits 2 s.
func (c *Client) Ping(ctx context.Context) error {
	if !c.nc.IsConnected() {
		return fmt.Errorf("queue: no connection to %s", c.url)
	}
	ctx, cancel := context.WithTimeout(ctx, pingTimeout)
	defer cancel()
	if err := c.check(ctx); err != nil {
		return err
	}
	if err := c.faults.worst(time.Now()); err != nil {
		return fmt.Errorf("queue: %s: %w", c.url, err)
	}
	return nil
}

// beginCall reports whether the client is open. If so, Close waits for c.calls.Done.
func (c *Client) beginCall() bool {
	c.mu.RLock()
	defer c.mu.RUnlock()
	if !c.closed {
		c.calls.Add(1)
	}
	return !c.closed
}

// Close implements livegame.Queue. Consumers finish or return what they hold,
// and published notices are sent.
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
			_ = c.nc.FlushWithContext(ctx) // notices may be lost
		}
		c.nc.Close()
	})
	return nil
}
