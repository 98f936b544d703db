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

// Bus is a play.Bus over NATS.
type Bus struct {
	node     string
	timing   Timing
	log      *slog.Logger
	server   *embedded // nil if it is outside
	url      string    // for messages
	nc       *nats.Conn
	js       jetstream.JetStream
	queues   queues
	replicas int // of buckets that are made

	moves   trade[livegame.Job, livegame.Answer]
	reviews trade[review.Job, review.Answer]

	outbox   chan *nats.Msg
	sent     chan struct{} // closed when the outbox has been emptied for good
	incoming chan *nats.Msg

	mu        sync.RWMutex
	closed    bool
	followers map[*nats.Subscription]*follower
	working   sync.WaitGroup // calls of Work and Answers

	life context.Context // done when the bus closes
	end  context.CancelFunc
	line context.Context // done when this connection was replaced by another
	cut  context.CancelFunc
	shut sync.Once

	malformed, lost, trouble xrate.Sometimes // so that floods of one fault do not flood the log
}

var _ livegame.Bus = (*Bus)(nil)

// Open starts the embedded server or connects to those outside, and makes the
// queues if they are missing. The context bounds the opening only. Errors tell
// which server cannot be reached, or what is wrong with the directory; they
// contain no password.
func Open(ctx context.Context, o Options) (*Bus, error) {
	if err := o.ready(); err != nil {
		return nil, err
	}
	if o.Node == "" {
		o.Node = rand.Text()
	}
	b := newBus(o)
	if err := b.open(ctx, o); err != nil {
		b.end()
		b.disconnect()
		return nil, err
	}
	return b, nil
}

// newBus makes a bus that is not connected.
func newBus(o Options) *Bus {
	b := &Bus{
		node:      o.Node,
		timing:    o.Timing,
		log:       o.Log,
		queues:    newQueues(o.Timing, o.Replicas),
		replicas:  o.Replicas,
		outbox:    make(chan *nats.Msg, outboxSize),
		sent:      make(chan struct{}),
		incoming:  make(chan *nats.Msg, incomingSize),
		followers: map[*nats.Subscription]*follower{},
		malformed: xrate.Sometimes{First: 3, Interval: time.Second},
		lost:      xrate.Sometimes{Interval: 10 * time.Second},
		trouble:   xrate.Sometimes{Interval: 10 * time.Second},
	}
	b.moves, b.reviews = movesTrade(b.queues, o.Timing), reviewsTrade(b.queues, o.Timing)
	b.life, b.end = context.WithCancel(context.Background())
	b.line, b.cut = context.WithCancel(b.life)
	return b
}

// open starts the server if it is to be embedded, and connects.
func (b *Bus) open(ctx context.Context, o Options) (err error) {
	if o.URL != Embedded {
		if b.url, err = publicURL(o.URL); err != nil {
			return err
		}
		return b.join(ctx, o.URL)
	}
	if b.server, err = startEmbedded(o.Dir, o.Log); err != nil {
		return err
	}
	b.url = "the embedded server"
	return b.join(ctx, "", nats.InProcessServer(b.server))
}

// join connects to the server, makes the queues and begins to work.
func (b *Bus) join(ctx context.Context, url string, also ...nats.Option) (err error) {
	ctx, cancel := context.WithTimeout(ctx, b.timing.Connect)
	defer cancel()
	if err := b.connect(ctx, url, append(b.wiring(), also...)); err != nil {
		return err
	}
	if b.js, err = jetstream.New(b.nc); err != nil {
		return fmt.Errorf("bus: %w", err)
	}
	if err := b.makeQueues(ctx); err != nil {
		return err
	}
	go b.send()
	go b.dispatch()
	return nil
}

// disconnect ends the connection, and the embedded server.
func (b *Bus) disconnect() {
	if b.nc != nil {
		b.nc.Close()
	}
	if b.server != nil {
		b.server.stop()
	}
}

// Ping implements play.Bus. A context without a deadline gets one of 2 s.
func (b *Bus) Ping(ctx context.Context) error {
	if !b.nc.IsConnected() {
		return fmt.Errorf("bus: no connection to %s", b.url)
	}
	ctx, cancel := context.WithTimeout(ctx, pingTimeout)
	defer cancel()
	if err := b.nc.FlushWithContext(ctx); err != nil {
		return fmt.Errorf("bus: no answer from %s: %w", b.url, err)
	}
	return nil
}

// begin tells whether the bus is open, and if so keeps Close waiting until
// b.working is done.
func (b *Bus) begin() bool {
	b.mu.RLock()
	defer b.mu.RUnlock()
	if !b.closed {
		b.working.Add(1)
	}
	return !b.closed
}

// Close implements play.Bus: it lets Work and Answers finish or give back what
// they have, sends what was published, and ends the embedded server.
func (b *Bus) Close() error {
	b.shut.Do(func() {
		b.mu.Lock()
		b.closed = true
		close(b.outbox)
		for _, f := range b.followers {
			f.stop()
		}
		b.mu.Unlock()
		b.end()
		ctx, cancel := context.WithTimeout(context.Background(), drainTimeout)
		defer cancel()
		idle := make(chan struct{})
		go func() { b.working.Wait(); close(idle) }()
		for _, done := range []<-chan struct{}{idle, b.sent} {
			select {
			case <-done:
			case <-ctx.Done():
			}
		}
		if b.nc.IsConnected() {
			_ = b.nc.FlushWithContext(ctx) // what cannot be sent now is lost, as the contract says
		}
		b.disconnect()
	})
	return nil
}
