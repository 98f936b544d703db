package managertest

import (
	"context"
	"sync"

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

// Publish implements play.Bus.
func (b *Bus) Publish(n livegame.Notice) error {
	h := b.hub
	h.mu.Lock()
	defer h.mu.Unlock()
	if err := b.usable(); err != nil {
		return err
	}
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

// Follow implements play.Bus.
func (b *Bus) Follow(id livegame.ID, f func(livegame.Notice)) (func(), error) {
	h := b.hub
	h.mu.Lock()
	defer h.mu.Unlock()
	if err := b.usable(); err != nil {
		return nil, err
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

// Enqueue implements play.Bus. A job with a known ID is forgotten.
func (b *Bus) Enqueue(ctx context.Context, j livegame.Job) error {
	h := b.hub
	h.mu.Lock()
	defer h.mu.Unlock()
	if err := b.usable(); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if h.known[j.ID] {
		return nil
	}
	h.known[j.ID] = true
	h.jobs = append(h.jobs, j)
	h.queued = append(h.queued, j)
	h.changed.Broadcast()
	return nil
}

// Work implements play.Bus. A job that fails is put back to the end of the queue
// at once.
func (b *Bus) Work(ctx context.Context, parallel int, do func(context.Context, livegame.Job) (livegame.Answer, error)) error {
	h := b.hub
	stop := h.wakeWhenDone(ctx)
	defer stop()
	var all sync.WaitGroup
	for range parallel {
		all.Go(func() {
			h.mu.Lock()
			defer h.mu.Unlock()
			for {
				for len(h.jobs) == 0 && ctx.Err() == nil && !b.closed {
					h.changed.Wait()
				}
				if ctx.Err() != nil || b.closed {
					return
				}
				j := h.jobs[0]
				h.jobs = h.jobs[1:]
				h.mu.Unlock()
				a, err := do(ctx, j)
				h.mu.Lock()
				if err != nil {
					h.jobs = append(h.jobs, j)
				} else {
					h.answers = append(h.answers, a)
				}
				h.changed.Broadcast()
			}
		})
	}
	all.Wait()
	return ctx.Err()
}

// Answers implements play.Bus. An answer for which take returns an error comes
// again at Hub.Redeliver.
func (b *Bus) Answers(ctx context.Context, take func(context.Context, livegame.Answer) error) error {
	h := b.hub
	stop := h.wakeWhenDone(ctx)
	defer stop()
	h.mu.Lock()
	defer h.mu.Unlock()
	for {
		for len(h.answers) == 0 && ctx.Err() == nil && !b.closed {
			h.changed.Wait()
		}
		if b.closed {
			return errClosed
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		a := h.answers[0]
		h.answers = h.answers[1:]
		h.pending++
		h.mu.Unlock()
		err := take(ctx, a)
		h.mu.Lock()
		h.pending--
		if err != nil {
			h.failed = append(h.failed, a)
		}
		h.changed.Broadcast()
	}
}

// Ping implements play.Bus.
func (b *Bus) Ping(context.Context) error {
	b.hub.mu.Lock()
	defer b.hub.mu.Unlock()
	return b.usable()
}

// Close implements play.Bus: what this node follows ends.
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
