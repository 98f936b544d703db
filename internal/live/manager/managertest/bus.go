package managertest

import (
	"cmp"
	"context"
	"errors"

	"github.com/wane-chess/wane/internal/live/livegame"
)

var _ livegame.Bus = (*Bus)(nil)

// Bus is one node's connection to a Hub.
type Bus struct {
	hub    *Hub
	name   string
	closed bool // under the hub's lock
}

// usable returns why the bus cannot be used. The hub is locked.
func (b *Bus) usable() error {
	if b.closed {
		return errClosed
	}
	return b.hub.broken
}

// Publish implements livegame.Bus.
func (b *Bus) Publish(n livegame.Notice) error {
	h := b.hub
	h.mu.Lock()
	defer h.mu.Unlock()
	if err := b.usable(); err != nil {
		return err
	}
	if err := n.Check(); err != nil {
		return err
	}
	n.Node = cmp.Or(n.Node, b.name)
	if n.Event != nil { // as if it had been written down and read again
		e := *n.Event
		n.Event = &e
	}
	if n.Presence != nil {
		p := *n.Presence
		n.Presence = &p
	}
	for f := range h.follows {
		switch {
		case f.bus == b || f.id != "" && f.id != n.Game:
		case h.filter != nil && !h.filter(f.bus.name, n):
		case h.hold:
			h.held = append(h.held, delivery{f, n})
		default:
			h.post(f, n)
		}
	}
	return nil
}

// Follow implements livegame.Bus.
func (b *Bus) Follow(id livegame.ID, f func(livegame.Notice)) (func(), error) {
	h := b.hub
	h.mu.Lock()
	defer h.mu.Unlock()
	if err := b.usable(); err != nil {
		return nil, err
	}
	if id != "" {
		if err := id.Check(); err != nil {
			return nil, err
		}
	}
	to := &follow{bus: b, id: id}
	h.follows[to] = struct{}{}
	go h.deliver(to, f)
	return func() { h.unfollow(to) }, nil
}

// unfollow ends a follow.
func (h *Hub) unfollow(f *follow) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.follows, f)
	f.ended = true
	h.changed.Broadcast()
}

// Enqueue implements livegame.Bus. A job with a known ID is forgotten.
func (b *Bus) Enqueue(ctx context.Context, j livegame.Job) error {
	h := b.hub
	h.mu.Lock()
	defer h.mu.Unlock()
	if err := b.usable(); err != nil {
		return err
	}
	if err := errors.Join(ctx.Err(), j.Check()); err != nil {
		return err
	}
	if h.known[j.ID] {
		return nil
	}
	h.known[j.ID] = true
	h.moves.put(j)
	h.queued = append(h.queued, j)
	h.changed.Broadcast()
	return nil
}

// Work implements livegame.Bus.
func (b *Bus) Work(ctx context.Context, parallel int, do func(context.Context, livegame.Job) (livegame.Answer, error)) error {
	return b.hub.moves.work(ctx, b, parallel, do)
}

// fillMove makes an answer whole.
func fillMove(j livegame.Job, a livegame.Answer) (livegame.Answer, error) {
	a.Job, a.Game, a.Ply = j.ID, j.Game, j.Ply
	return a, a.Check()
}

// Answers implements livegame.Bus. An answer for which take returns an error comes
// again at Hub.Redeliver.
func (b *Bus) Answers(ctx context.Context, take func(context.Context, livegame.Answer) error) error {
	return b.hub.moves.take(ctx, b, take)
}

// over returns the error of a bus that was closed.
func (b *Bus) over() error {
	b.hub.mu.Lock()
	defer b.hub.mu.Unlock()
	if b.closed {
		return errClosed
	}
	return nil
}

// Ping implements livegame.Bus.
func (b *Bus) Ping(context.Context) error {
	b.hub.mu.Lock()
	defer b.hub.mu.Unlock()
	return b.usable()
}

// Close implements livegame.Bus: what this node follows ends.
func (b *Bus) Close() error {
	h := b.hub
	h.mu.Lock()
	defer h.mu.Unlock()
	b.closed = true
	for f := range h.follows {
		if f.bus == b {
			delete(h.follows, f)
			f.ended = true
		}
	}
	h.changed.Broadcast()
	return nil
}
