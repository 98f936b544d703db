package sockets

import (
	"context"
	"time"

	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/manager"
)

// What tests see of a socket.
const (
	MaxMessage = maxMessage
	StuckAfter = stuckAfter
)

// A Socket is one connection.
type Socket = socket

// All returns the open sockets.
func (s *Sockets) All() []*Socket { return s.hub.all(false) }

// PingAll pings every socket once.
func (s *Sockets) PingAll() {
	for range beats {
		s.hub.beat()
	}
}

// RunPings pings until the context is done, without the lobby.
func (s *Sockets) RunPings(ctx context.Context) { s.hub.run(ctx) }

// Add adds a socket to those that are pinged.
func (s *Sockets) Add(k *Socket) { s.hub.add(k, &s.readers) }

// Sizes returns the number of open sockets, of their guests and of the lobby's
// viewers.
func (s *Sockets) Sizes() (sockets, guests, viewers int) {
	sockets, guests = s.hub.sizes()
	s.lobby.mu.Lock()
	defer s.lobby.mu.Unlock()
	return sockets, guests, len(s.lobby.viewers)
}

// OfAddress returns how many sockets count for an address.
func (s *Sockets) OfAddress(address string) int {
	s.hub.mu.Lock()
	defer s.hub.mu.Unlock()
	return s.hub.addresses[address]
}

// FollowLobby has the lobby follow the games, without Run; refresh refreshes it once.
func (s *Sockets) FollowLobby() (refresh func(context.Context) error, stop func()) {
	return s.lobby.refresh, s.lobby.follow()
}

// Encoder returns a function that encodes updates.
func Encoder(v *gameview.Views) func(u *manager.Update, viewer string) []byte {
	return newUpdates(v).encode
}

// Offline returns a socket without a connection: its messages stay queued.
func (s *Sockets) Offline(guest, name string) *Socket {
	k := &socket{s: s, guest: guest, sending: true}
	k.name.Store(&name)
	return k
}

// Handle handles a message and returns the answers of a socket that is offline.
func (k *socket) Handle(ctx context.Context, message []byte) [][]byte {
	k.handle(ctx, message)
	return k.Sent()
}

// Sent returns the messages that a socket that is offline has got since the last call.
func (k *socket) Sent() [][]byte {
	k.mu.Lock()
	defer k.mu.Unlock()
	var answers [][]byte
	for _, o := range k.queue {
		answers = append(answers, o.b)
	}
	k.queue, k.backlog = nil, 0
	return answers
}

// Following returns how many games the socket watches.
func (k *socket) Following() int {
	k.presence.Lock()
	defer k.presence.Unlock()
	return len(k.watches)
}

// Closed reports whether the socket is closed, and how many messages are queued.
func (k *socket) Closed() (closed bool, queued int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.closed, len(k.queue)
}

// Stick makes the socket look as if a write did not return.
func (k *socket) Stick() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.sending, k.since = true, k.s.clock()
}

// Enqueue queues a message if there is room.
func (k *socket) Enqueue(b []byte) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.enqueue(b)
}

// HoldPresence locks the presence until the returned function is called.
func (k *socket) HoldPresence() (release func()) {
	k.presence.Lock()
	return k.presence.Unlock
}

// Guest returns the guest's secret ID.
func (k *socket) Guest() string { return k.guest }

// Lag returns the measured round trip.
func (k *socket) Lag() time.Duration { return time.Duration(k.lag.Load()) }

// Doubted reports whether the connection counts as stale.
func (k *socket) Doubted() bool { return k.doubted.Load() }

// Beat pings the socket.
func (k *socket) Beat() { k.beat() }

// Judge decides whether the connection is stale.
func (k *socket) Judge() { k.judge() }

// Send queues a message.
func (k *socket) Send(b []byte) { k.send(b) }

// Drained waits until the queue is sent.
func (k *socket) Drained(ctx context.Context) { k.drained(ctx) }

// Control queues a frame.
func (k *socket) Control(frame []byte) { k.control(frame) }
