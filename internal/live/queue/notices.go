package queue

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/wane-chess/wane/internal/live/livegame"
)

const (
	gameSubject = "wane.game." // and the game's name

	outboxSize   = 4096 // notices that wait to be sent
	incomingSize = 8192 // notices that wait to be given to their followers
	// queueSize is how many notices wait for one follower. Who follows one game
	// never has as many; who follows all may be busy for a while.
	queueSize = 4096

	followTimeout = time.Second
)

// Publish implements livegame.Queue. The error tells that a notice is malformed or too
// long, or that more wait to be sent than the bus will keep.
func (c *Client) Publish(n livegame.Notice) error {
	if n.Node == "" {
		n.Node = c.node
	}
	data, err := encodeNotice(n)
	if err != nil {
		return fmt.Errorf("bus: notice: %w", err)
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

// send empties the outbox. It may have to wait for the network, which Publish
// must not.
func (c *Client) send() {
	defer close(c.sent)
	for m := range c.outbox {
		if err := c.nc.PublishMsg(m); err != nil {
			c.lostLog.Do(func() { c.log.Warn("a notice was not sent", "err", err) })
		}
	}
}

// Subscribe implements livegame.Queue. When it returns, the server knows of it, unless
// there is no connection: then it will when there is one. A call of f that is
// under way when the function returned is called may still end after that.
func (c *Client) Subscribe(id livegame.ID, f func(livegame.Notice)) (func(), error) {
	subject := gameSubject + "*"
	if id != "" {
		if err := id.Check(); err != nil {
			return nil, fmt.Errorf("bus: follow: %w", err)
		}
		subject = gameSubject + string(id)
	}
	fo := &subscription{client: c, deliver: f}
	// Locked, so that no message of the subscription comes before dispatch knows
	// whose it is.
	c.mu.Lock()
	if c.closed {
		c.mu.Unlock()
		return nil, ErrClosed
	}
	sub, err := c.nc.ChanSubscribe(subject, c.incoming)
	if err != nil {
		c.mu.Unlock()
		return nil, fmt.Errorf("bus: follow: %w", err)
	}
	c.subscriptions[sub] = fo
	c.mu.Unlock()
	if c.nc.IsConnected() {
		if err := c.nc.FlushTimeout(followTimeout); err != nil {
			c.troubleLog.Do(func() { c.log.Warn("NATS", "err", err) })
		}
	}
	return func() {
		fo.end()
		c.mu.Lock()
		delete(c.subscriptions, sub)
		c.mu.Unlock()
		_ = sub.Unsubscribe() // an error means that the connection is closed
	}, nil
}

// dispatch hands messages to their followers. One goroutine does it for all, and
// a follower has one only while it has something to do: thousands that are idle
// cost little.
func (c *Client) dispatch() {
	for {
		select {
		case <-c.lifetime.Done():
			return
		case m := <-c.incoming:
			c.mu.RLock()
			f := c.subscriptions[m.Sub]
			c.mu.RUnlock()
			if f != nil {
				f.add(m)
			}
		}
	}
}

// subscription is one call of Follow.
type subscription struct {
	client  *Client
	deliver func(livegame.Notice)

	mu      sync.Mutex
	queue   []*nats.Msg
	running bool // a goroutine empties the queue
	ended   bool
}

// add puts a message into the queue, or loses it if that is full.
func (f *subscription) add(m *nats.Msg) {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case f.ended:
	case len(f.queue) >= queueSize:
		f.client.lostLog.Do(func() {
			f.client.log.Warn("notices are lost: whoever follows them is too slow", "subject", m.Sub.Subject)
		})
	default:
		f.queue = append(f.queue, m)
		if !f.running {
			f.running = true
			go f.run()
		}
	}
}

// run empties the queue.
func (f *subscription) run() {
	for {
		f.mu.Lock()
		batch := f.queue
		f.queue = nil
		f.running = len(batch) > 0
		f.mu.Unlock()
		if len(batch) == 0 {
			return
		}
		for _, m := range batch {
			if n, ok := f.client.notice(m); ok && !f.isEnded() {
				f.deliver(n)
			}
		}
	}
}

func (f *subscription) end() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.ended, f.queue = true, nil
}

func (f *subscription) isEnded() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.ended
}

// notice reads a message.
func (c *Client) notice(m *nats.Msg) (livegame.Notice, bool) {
	n, err := decodeNotice(m.Data)
	if err == nil && string(n.Game) != strings.TrimPrefix(m.Subject, gameSubject) {
		err = errors.New("the subject names another game")
	}
	if err != nil {
		c.malformedLog.Do(func() { c.log.Warn("a malformed notice was thrown away", "subject", m.Subject, "err", err) })
		return livegame.Notice{}, false
	}
	return n, true
}
