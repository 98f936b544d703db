package bus

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/wane-chess/wane/internal/server/livegame"
)

const (
	gameSubject = "wane.game." // then the game's ID

	maxNotice    = 32 << 10 // bytes
	outboxSize   = 4096     // notices that wait to be sent
	incomingSize = 8192     // notices that wait for dispatch
	// queueSize is how many notices wait for one subscription. Only a subscription to
	// all games comes near it.
	queueSize = 4096

	subscribeTimeout = time.Second
)

// Publish implements livegame.Bus. It fails if the notice is invalid or too long, or
// if the outbox is full.
func (c *Client) Publish(n livegame.Notice) error {
	if n.Node == "" {
		n.Node = c.node
	}
	err := n.Check()
	data, marshal := json.Marshal(n)
	if err = errors.Join(err, marshal); err == nil && len(data) > maxNotice {
		err = fmt.Errorf("it has %d bytes, at most %d are allowed", len(data), maxNotice)
	}
	if err != nil {
		return fmt.Errorf("bus: invalid notice: %w", err)
	}
	c.mu.RLock()
	defer c.mu.RUnlock()
	if c.closed {
		return ErrClosed
	}
	select {
	case c.outbox <- &nats.Msg{Subject: gameSubject + string(n.Game), Data: data}:
		return nil
	default:
		return errors.New("bus: too many notices wait to be sent")
	}
}

// send sends the notices of the outbox. It may wait for the network; Publish must
// not.
func (c *Client) send() {
	defer close(c.sent)
	for m := range c.outbox {
		if err := c.nc.PublishMsg(m); err != nil {
			c.lostLog.Do(func() { c.log.Warn("a notice was not sent", "err", err) })
		}
	}
}

// Subscribe implements livegame.Bus. When it returns, the server has the
// subscription, or will have it once it is connected. A running call of f may end
// after stop has returned.
func (c *Client) Subscribe(id livegame.ID, f func(livegame.Notice)) (stop func(), err error) {
	subject := gameSubject + "*"
	if id != "" {
		if err := id.Check(); err != nil {
			return nil, fmt.Errorf("bus: subscribe: %w", err)
		}
		subject = gameSubject + string(id)
	}
	s := &subscription{client: c, deliver: f}
	// The lock keeps dispatch from seeing a message of an unknown subscription.
	c.mu.Lock()
	if c.closed {
		c.mu.Unlock()
		return nil, ErrClosed
	}
	sub, err := c.nc.ChanSubscribe(subject, c.incoming)
	if err != nil {
		c.mu.Unlock()
		return nil, fmt.Errorf("bus: subscribe: %w", err)
	}
	c.subscriptions[sub] = s
	c.mu.Unlock()
	if c.nc.IsConnected() {
		if err := c.nc.FlushTimeout(subscribeTimeout); err != nil {
			c.troubleLog.Do(func() { c.log.Warn("NATS", "err", err) })
		}
	}
	return func() {
		s.end()
		c.mu.Lock()
		delete(c.subscriptions, sub)
		c.mu.Unlock()
		_ = sub.Unsubscribe() // an error means that the connection is closed
	}, nil
}

// dispatch distributes messages to the subscriptions. It is one goroutine for all; a
// subscription has one of its own only while it is busy, so thousands of idle ones
// cost little.
func (c *Client) dispatch() {
	for {
		select {
		case <-c.lifetime.Done():
			return
		case m := <-c.incoming:
			c.mu.RLock()
			s := c.subscriptions[m.Sub]
			c.mu.RUnlock()
			if s != nil {
				s.add(m)
			}
		}
	}
}

// subscription is one call of Subscribe.
type subscription struct {
	client  *Client
	deliver func(livegame.Notice)

	mu      sync.Mutex
	queue   []*nats.Msg
	running bool // a goroutine empties the queue
	ended   bool
}

// add queues a message, or drops it if the queue is full.
func (s *subscription) add(m *nats.Msg) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.ended:
	case len(s.queue) >= queueSize:
		s.client.lostLog.Do(func() {
			s.client.log.Warn("dropped notices: the subscriber is too slow", "subject", m.Sub.Subject)
		})
	default:
		s.queue = append(s.queue, m)
		if !s.running {
			s.running = true
			go s.run()
		}
	}
}

// run delivers the queued messages.
func (s *subscription) run() {
	for {
		s.mu.Lock()
		batch := s.queue
		s.queue = nil
		s.running = len(batch) > 0
		s.mu.Unlock()
		if len(batch) == 0 {
			return
		}
		for _, m := range batch {
			if n, ok := s.client.notice(m); ok && !s.isEnded() {
				s.deliver(n)
			}
		}
	}
}

func (s *subscription) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended, s.queue = true, nil
}

func (s *subscription) isEnded() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ended
}

// notice decodes a message. It drops a malformed one.
func (c *Client) notice(m *nats.Msg) (n livegame.Notice, ok bool) {
	n, err := decode(m.Data)
	if err == nil && string(n.Game) != strings.TrimPrefix(m.Subject, gameSubject) {
		err = errors.New("the subject names another game")
	}
	if err != nil {
		c.malformedLog.Do(func() { c.log.Warn("dropped a malformed notice", "subject", m.Subject, "err", err) })
		return livegame.Notice{}, false
	}
	return n, true
}

// decode decodes and validates a notice.
func decode(data []byte) (n livegame.Notice, err error) {
	if len(data) > maxNotice {
		return n, fmt.Errorf("it has %d bytes, at most %d are allowed", len(data), maxNotice)
	}
	if err := json.Unmarshal(data, &n); err != nil {
		return n, err
	}
	return n, n.Check()
}
