package server

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"

	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/manager"
)

// Times and bounds of sockets.
const (
	pingEvery   = 2500 * time.Millisecond
	staleAfter  = 9 * time.Second  // without a message: the connection is doubtful
	droppedFrom = 30 * time.Second // without a message: it is given up
	stuckAfter  = 10 * time.Second // with a message that cannot be sent: the same
	maxMessage  = 8 << 10          // bytes of what a client sends
	maxQueue    = 512              // messages that wait to be sent,
	maxBacklog  = 1 << 20          // and their bytes
)

// socket is one connection. One goroutine reads from it and carries out what it
// reads; another exists while there is something to send. Thousands of sockets
// are open at once, so what one holds is little.
//
// Locks are taken in this order: presence, the host's lock of a game, mu.
type socket struct {
	s       *Server
	conn    *websocket.Conn
	guest   string // identity
	name    atomic.Pointer[string]
	address string
	limiter *rate.Limiter // nil: no limit

	heard   atomic.Int64 // when the last message came; see Server.clock
	doubted atomic.Bool  // as stale, for a quick look
	lag     atomic.Int64 // nanoseconds of a round trip, the least of the last few

	presence sync.Mutex
	stale    bool
	watches  map[livegame.ID]*watch

	mu      sync.Mutex
	queue   [][]byte
	backlog int // bytes in queue
	sending bool
	since   int64 // when the message that is being sent was begun
	closed  bool
	idle    chan struct{} // closed when there is nothing to send, if somebody waits for that
	pings   pings

	slot, index int // in the hub
}

// pings are the pings that are under way, and how long the last ones took.
type pings struct {
	n     int64 // of the last ping
	sent  [4]int64
	trips [6]int64 // nanoseconds
	last  int64    // the last of them
	count int
}

// watch is a game that a socket follows.
type watch struct {
	k    *socket
	game livegame.ID
	host *manager.Watcher

	// Under the socket's mu:
	ready bool     // the client has been told how the game stands
	early [][]byte // what happened before that
	over  bool     // no longer followed
}

// run reads until the connection ends.
func (k *socket) run() {
	defer k.end()
	buf := make([]byte, 0, 512)
	for {
		kind, r, err := k.conn.Reader(context.Background()) // one that can end costs memory for each message
		if err != nil {
			return
		}
		if buf, err = readInto(buf[:0], r); err != nil {
			return
		}
		k.heard.Store(k.s.clock())
		k.s.metrics.received.Inc()
		if k.doubted.Load() {
			k.judge()
		}
		if k.limiter != nil && !k.limiter.AllowN(k.s.now(), 1) {
			k.tell(codeTooFast, "You are sending too much: the connection is closed. Connect again in a moment.")
			k.hangUp(websocket.StatusPolicyViolation, "too fast")
			return
		}
		if kind != websocket.MessageText {
			k.tell(codeBadMessage, "Messages are JSON text.")
			continue
		}
		if !k.s.busy() {
			continue // going down: nothing is begun any more
		}
		k.handle(k.s.ctx, buf)
		k.s.work.Done()
		if cap(buf) > 1024 {
			buf = make([]byte, 0, 512)
		}
	}
}

// end tidies up after a connection.
func (k *socket) end() {
	k.s.hub.remove(k)
	k.s.lobby.leave(k)
	k.presence.Lock()
	for _, w := range k.watches {
		w.host.Stop()
	}
	k.watches = nil
	k.presence.Unlock()
	k.close("")
}

// close drops the connection at once; a reason counts in the metrics.
func (k *socket) close(reason string) {
	k.mu.Lock()
	was := k.closed
	k.closed, k.queue, k.backlog = true, nil, 0
	k.rest() // whoever waits for what was queued waits no longer
	k.mu.Unlock()
	if was {
		return
	}
	if reason != "" {
		k.s.metrics.dropped.WithLabelValues(reason).Inc()
	}
	// It may have to wait for a write that is stuck.
	go func() { _ = k.conn.CloseNow() }()
}

// hangUp sends what is queued, and closes in form.
func (k *socket) hangUp(code websocket.StatusCode, why string) {
	k.s.metrics.dropped.WithLabelValues(why).Inc()
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	k.drained(ctx)
	_ = k.conn.Close(code, why)
}

// drained waits until all that is queued is sent, or the context is done.
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

// send queues a message. A client that does not keep up loses its connection: it
// will come back and ask for what it missed.
func (k *socket) send(b []byte) {
	k.mu.Lock()
	ok := k.enqueue(b)
	k.mu.Unlock()
	if !ok {
		k.close("slow")
	}
}

// enqueue is send with mu locked. It returns false if there is no room.
func (k *socket) enqueue(b []byte) bool {
	switch {
	case k.closed:
		return true
	case len(k.queue) >= maxQueue, k.backlog+len(b) > maxBacklog && len(k.queue) > 0:
		return false
	}
	k.queue = append(k.queue, b)
	k.backlog += len(b)
	if !k.sending {
		k.sending, k.since = true, k.s.clock()
		go k.flush()
	}
	return true
}

// flush sends what is queued.
func (k *socket) flush() {
	for {
		k.mu.Lock()
		batch := k.queue
		k.queue, k.backlog = nil, 0
		if len(batch) == 0 || k.closed {
			k.rest()
			k.mu.Unlock()
			return
		}
		k.mu.Unlock()
		for _, b := range batch {
			if err := k.conn.Write(context.Background(), websocket.MessageText, b); err != nil {
				k.close("")
				k.mu.Lock()
				k.rest()
				k.mu.Unlock()
				return
			}
			k.s.metrics.sent.Inc()
			k.mu.Lock()
			k.since = k.s.clock()
			k.mu.Unlock()
		}
	}
}

// rest notes that nothing is being sent; mu is locked.
func (k *socket) rest() {
	k.sending = false
	if k.idle != nil {
		close(k.idle)
		k.idle = nil
	}
}

// judge decides whether the connection is doubtful, and tells the host.
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
		w.host.SetUnresponsive(stale)
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
		go k.judge() // it waits for games that are being loaded
	}
	k.mu.Lock()
	if k.sending && time.Duration(now-k.since) > stuckAfter {
		k.mu.Unlock()
		k.close("stuck")
		return
	}
	k.pings.n++
	k.pings.sent[k.pings.n%int64(len(k.pings.sent))] = now
	ok := k.enqueue(pingMessage(k.s.now().UnixMilli(), k.pings.n, k.pings.last/int64(time.Millisecond)))
	k.mu.Unlock()
	if !ok {
		k.close("slow")
	}
}

// pong takes the answer to a ping.
func (k *socket) pong(n int64) {
	k.mu.Lock()
	defer k.mu.Unlock()
	p := &k.pings
	if n <= p.n-int64(len(p.sent)) || n > p.n || n < 1 {
		return
	}
	i := n % int64(len(p.sent))
	if p.sent[i] == 0 {
		return // answered already
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
