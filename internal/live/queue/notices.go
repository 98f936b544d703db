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

// Publish implements play.Bus. The error tells that a notice is malformed or too
// long, or that more wait to be sent than the bus will keep.
func (b *Bus) Publish(n livegame.Notice) error {
	if n.Node == "" {
		n.Node = b.node
	}
	data, err := packNotice(n)
	if err != nil {
		return fmt.Errorf("bus: notice: %w", err)
	}
	b.mu.RLock()
	defer b.mu.RUnlock()
	if b.closed {
		return ErrClosed
	}
	select {
	case b.outbox <- &nats.Msg{Subject: gameSubject + string(n.Game), Data: data}:
		return nil
	default:
		return errors.New("bus: too many notices wait to be sent")
	}
}

// send empties the outbox. It may have to wait for the network, which Publish
// must not.
func (b *Bus) send() {
	defer close(b.sent)
	for m := range b.outbox {
		if err := b.nc.PublishMsg(m); err != nil {
			b.lost.Do(func() { b.log.Warn("a notice was not sent", "err", err) })
		}
	}
}

// Follow implements play.Bus. When it returns, the server knows of it, unless
// there is no connection: then it will when there is one. A call of f that is
// under way when the function returned is called may still end after that.
func (b *Bus) Follow(id livegame.ID, f func(livegame.Notice)) (func(), error) {
	subject := gameSubject + "*"
	if id != "" {
		if err := id.Check(); err != nil {
			return nil, fmt.Errorf("bus: follow: %w", err)
		}
		subject = gameSubject + string(id)
	}
	fo := &follower{bus: b, take: f}
	// Locked, so that no message of the subscription comes before dispatch knows
	// whose it is.
	b.mu.Lock()
	if b.closed {
		b.mu.Unlock()
		return nil, ErrClosed
	}
	sub, err := b.nc.ChanSubscribe(subject, b.incoming)
	if err != nil {
		b.mu.Unlock()
		return nil, fmt.Errorf("bus: follow: %w", err)
	}
	b.followers[sub] = fo
	b.mu.Unlock()
	if b.nc.IsConnected() {
		if err := b.nc.FlushTimeout(followTimeout); err != nil {
			b.trouble.Do(func() { b.log.Warn("NATS", "err", err) })
		}
	}
	return func() {
		fo.stop()
		b.mu.Lock()
		delete(b.followers, sub)
		b.mu.Unlock()
		_ = sub.Unsubscribe() // an error means that the connection is closed
	}, nil
}

// dispatch hands messages to their followers. One goroutine does it for all, and
// a follower has one only while it has something to do: thousands that are idle
// cost little.
func (b *Bus) dispatch() {
	for {
		select {
		case <-b.life.Done():
			return
		case m := <-b.incoming:
			b.mu.RLock()
			f := b.followers[m.Sub]
			b.mu.RUnlock()
			if f != nil {
				f.offer(m)
			}
		}
	}
}

// follower is one call of Follow.
type follower struct {
	bus  *Bus
	take func(livegame.Notice)

	mu      sync.Mutex
	queue   []*nats.Msg
	running bool // a goroutine empties the queue
	ended   bool
}

// offer puts a message into the queue, or loses it if that is full.
func (f *follower) offer(m *nats.Msg) {
	f.mu.Lock()
	defer f.mu.Unlock()
	switch {
	case f.ended:
	case len(f.queue) >= queueSize:
		f.bus.lost.Do(func() { f.bus.log.Warn("notices are lost: whoever follows them is too slow", "subject", m.Sub.Subject) })
	default:
		f.queue = append(f.queue, m)
		if !f.running {
			f.running = true
			go f.run()
		}
	}
}

// run empties the queue.
func (f *follower) run() {
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
			if n, ok := f.bus.notice(m); ok && !f.over() {
				f.take(n)
			}
		}
	}
}

func (f *follower) stop() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.ended, f.queue = true, nil
}

func (f *follower) over() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.ended
}

// notice reads a message.
func (b *Bus) notice(m *nats.Msg) (livegame.Notice, bool) {
	n, err := readNotice(m.Data)
	if err == nil && string(n.Game) != strings.TrimPrefix(m.Subject, gameSubject) {
		err = errors.New("the subject names another game")
	}
	if err != nil {
		b.malformed.Do(func() { b.log.Warn("a malformed notice was thrown away", "subject", m.Subject, "err", err) })
		return livegame.Notice{}, false
	}
	return n, true
}
