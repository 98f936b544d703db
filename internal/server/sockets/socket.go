package sockets

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gobwas/ws"
	"golang.org/x/time/rate"

	"github.com/wane-chess/wane/internal/server/auth"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/websock"
)

// Times and bounds of sockets.
const (
	pingEvery   = time.Second
	staleAfter  = 3 * time.Second  // without a message: the connection is stale
	droppedFrom = 30 * time.Second // without a message: it is dropped
	stuckAfter  = 10 * time.Second // with a message that cannot be sent: it is dropped
	maxMessage  = 8 << 10          // bytes of a client's message
	maxQueue    = 512              // messages that wait to be sent
	maxBacklog  = 1 << 20          // and their bytes
)

// socket is one connection. Thousands of sockets are open at once, so a socket holds little:
// a goroutine with a small stack receives, workers that all sockets share handle messages,
// and a sender that they share sends.
//
// Locks are taken in this order: presence, the manager's lock of a game, mu.
type socket struct {
	s       *Sockets
	conn    *websock.Conn
	guest   string         // identity
	account *auth.Identity // nil: a guest
	unbind  func()         // stops following the player
	revoked atomic.Bool    // the session has ended: no message counts any more
	name    atomic.Pointer[string]
	address string
	limiter *rate.Limiter // nil: no limit

	heard   atomic.Int64 // when the last message came; see Sockets.clock
	doubted atomic.Bool  // a copy of stale, read without the lock
	lag     atomic.Int64 // nanoseconds of a round trip, the shortest of the last few

	presence sync.Mutex
	stale    bool
	watches  []*watch
	chats    map[string]func() // end the following of chats, by their places

	mu      sync.Mutex
	queue   []outgoing
	backlog int // bytes in queue
	sending bool
	holding bool  // a command is being carried out: its event waits for the acknowledgment
	since   int64 // when the write of the current message started
	parting bool  // a close frame is queued or sent: nothing may follow it (RFC 6455, 5.5.1)
	closed  bool
	idle    chan struct{} // closed when the queue is empty; nil while nothing waits for that
	pings   pings

	slot, index int // in the hub
}

// pings are the pings without an answer, and the round trips of the last ones.
type pings struct {
	n     int64 // of the last ping
	sent  [4]int64
	trips [6]int64 // nanoseconds
	last  int64    // the last of them
	count int
}

// watch is a game that a socket watches.
type watch struct {
	k    *socket
	game livegame.ID
	of   *manager.Watcher

	// Under the socket's mu:
	ready bool     // the client has got the game
	early [][]byte // updates before that
	over  bool     // no longer watched
}

// outgoing is a text message, or a frame, to be sent.
type outgoing struct {
	b     []byte
	frame bool
}

// run receives until the connection ends.
func (k *socket) run() {
	defer k.s.readers.Done()
	defer k.end()
	err := k.conn.Receive(k.receive, k.control)
	if closed := (*websock.CloseError)(nil); errors.As(err, &closed) {
		k.part(closed)
	}
}

// part sends what is queued, with the close frame at the end.
//
//nolint:contextcheck // it has a second, whatever becomes of the request and the server
func (k *socket) part(why *websock.CloseError) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	k.drained(ctx)
	if !why.Received() {
		k.conn.Linger(time.Second)
	}
}

// receive handles a message. An error ends the connection.
func (k *socket) receive(message []byte, text bool) error {
	k.heard.Store(k.s.clock())
	k.s.received.Inc()
	if k.revoked.Load() {
		return &websock.CloseError{Code: ws.StatusPolicyViolation, Reason: sessionEnded}
	}
	if k.doubted.Load() {
		k.judge()
	}
	if k.limiter != nil && !k.limiter.AllowN(k.s.now(), 1) {
		k.report(problem.CodeTooFast, "Too many messages: the connection is closed. Connect again in a moment.")
		k.s.dropped.WithLabelValues("too fast").Inc()
		return &websock.CloseError{Code: ws.StatusPolicyViolation, Reason: "too fast"}
	}
	if !text {
		k.report(problem.CodeBadMessage, "Messages are JSON text.")
		return nil
	}
	if n, ok := parsePong(message); ok {
		k.pong(n)
		return nil
	}
	if !k.s.busy() {
		return nil // shutting down
	}
	k.s.workers.handle(k, message)
	k.s.work.Done()
	return nil
}

// sessionEnded is why a socket is closed whose session has ended: the client connects again as the one
// that it is then.
const sessionEnded = "the session has ended"

// revoke closes the connection because its session has ended.
func (k *socket) revoke() {
	k.revoked.Store(true)
	k.control(k.conn.CloseFrame(ws.StatusPolicyViolation, sessionEnded))
	_ = k.conn.SetReceiveDeadline(time.Now().Add(byeWait))
}

// end cleans up after a connection.
func (k *socket) end() {
	k.s.hub.remove(k)
	k.s.lobby.leave(k)
	if k.unbind != nil {
		k.unbind()
	}
	k.presence.Lock()
	for _, w := range k.watches {
		w.of.Stop()
	}
	k.watches = nil
	k.presence.Unlock()
	for place := range k.chats {
		k.leaveChat(place)
	}
	k.close("")
}

// close drops the connection at once. A reason is counted in the metrics.
func (k *socket) close(reason string) {
	k.mu.Lock()
	was := k.closed
	k.closed, k.queue, k.backlog = true, nil, 0
	k.rest()
	k.mu.Unlock()
	if was {
		return
	}
	if reason != "" {
		k.s.dropped.WithLabelValues(reason).Inc()
	}
	_ = k.conn.Close()
}

// drained waits until the queue is sent, or the context is done.
func (k *socket) drained(ctx context.Context) {
	k.mu.Lock()
	if !k.sending {
		k.mu.Unlock()
		return
	}
	if k.idle == nil {
		k.idle = make(chan struct{})
	}
	idle := k.idle
	k.mu.Unlock()
	select {
	case <-idle:
	case <-ctx.Done():
	}
}

// control queues a frame of the protocol. The client's pings count as messages.
func (k *socket) control(frame []byte) {
	if pong := frame[0]&0xf == byte(ws.OpPong); pong && k.limiter != nil && !k.limiter.AllowN(k.s.now(), 1) {
		k.close("too fast")
		return
	}
	k.mu.Lock()
	ok := k.put(outgoing{frame, true})
	k.mu.Unlock()
	if !ok {
		k.close("slow")
	}
}

// send queues a message. A client that does not keep up is disconnected; it
// reconnects and loads what it missed.
func (k *socket) send(b []byte) {
	k.mu.Lock()
	ok := k.enqueue(b)
	k.mu.Unlock()
	if !ok {
		k.close("slow")
	}
}

// enqueue is send with mu locked. It returns false if the queue is full.
func (k *socket) enqueue(b []byte) bool { return k.put(outgoing{b, false}) }

// put queues a message or a frame, with mu locked, and has the queue sent. It returns false
// if the queue is full.
func (k *socket) put(o outgoing) bool {
	ok := k.hold(o)
	if ok && !k.closed && !k.sending {
		k.sending, k.since = true, k.s.clock()
		k.s.sender.add(k)
	}
	return ok
}

// hold is put, but the queue is sent with the next message.
func (k *socket) hold(o outgoing) bool {
	switch {
	case k.closed, k.parting:
		return true
	case len(k.queue) >= maxQueue, k.backlog+len(o.b) > maxBacklog && len(k.queue) > 0:
		return false
	}
	k.queue = append(k.queue, o)
	k.backlog += len(o.b)
	k.parting = o.frame && o.b[0]&0xf == byte(ws.OpClose)
	return true
}

// rest records that the queue is sent, and wakes drained; mu is locked.
func (k *socket) rest() {
	k.sending = false
	if k.idle != nil {
		close(k.idle)
		k.idle = nil
	}
}

// judge decides whether the connection is stale, and reports it to the manager.
func (k *socket) judge() {
	k.presence.Lock()
	defer k.presence.Unlock()
	stale := time.Duration(k.s.clock()-k.heard.Load()) > staleAfter
	if stale == k.stale {
		return
	}
	k.stale = stale
	k.doubted.Store(stale)
	for _, w := range k.watches {
		w.of.SetUnresponsive(stale)
	}
}

// beat is called by the hub every pingEvery.
func (k *socket) beat() {
	now := k.s.clock()
	silent := time.Duration(now - k.heard.Load())
	if silent > droppedFrom {
		k.close("silent")
		return
	}
	if (silent > staleAfter) != k.doubted.Load() {
		go k.judge() // it may wait for a game that is being loaded
	}
	waiting := k.s.lobby.waiting(k.guest)
	k.mu.Lock()
	if k.sending && time.Duration(now-k.since) > stuckAfter {
		k.mu.Unlock()
		k.close("stuck")
		return
	}
	k.pings.n++
	k.pings.sent[k.pings.n%int64(len(k.pings.sent))] = now
	ok := k.enqueue(pingMessage(k.s.now().UnixMilli(), k.pings.n, k.pings.last/int64(time.Millisecond), waiting))
	k.mu.Unlock()
	if !ok {
		k.close("slow")
	}
}

// pong handles the answer to a ping.
func (k *socket) pong(n int64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	p := &k.pings
	if n <= p.n-int64(len(p.sent)) || n > p.n || n < 1 {
		return
	}
	i := n % int64(len(p.sent))
	if p.sent[i] == 0 {
		return // a second answer
	}
	p.last = max(1, k.s.clock()-p.sent[i])
	p.sent[i] = 0
	p.trips[p.count%len(p.trips)] = p.last
	p.count++
	least := p.last
	for _, t := range p.trips[:min(p.count, len(p.trips))] {
		least = min(least, t)
	}
	k.lag.Store(least)
}
