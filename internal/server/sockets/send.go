package sockets

import (
	"runtime"
	"sync"

	"github.com/wane-chess/wane/internal/server/websock"
)

// sender sends the queues of all sockets. It has as many goroutines as there are processors,
// as long as there is work: one that writes without waiting is faster than one for each
// socket, and messages that come meanwhile are sent together.
type sender struct {
	mu      sync.Mutex
	waiting []*socket
	next    int // of waiting
	running int
}

// maxSend is how many bytes are sent at once, unless a message is longer.
const maxSend = 32 << 10

// add adds a socket whose queue is no longer empty.
func (s *sender) add(k *socket) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.next > len(s.waiting)/2 { // under constant load it is never empty
		n := copy(s.waiting, s.waiting[s.next:])
		clear(s.waiting[n:])
		s.waiting, s.next = s.waiting[:n], 0
	}
	s.waiting = append(s.waiting, k)
	if s.running < runtime.GOMAXPROCS(0) {
		s.running++
		go s.run()
	}
}

// run sends until no socket waits.
func (s *sender) run() {
	var buf []byte
	for {
		k := s.take()
		if k == nil {
			return
		}
		if buf = k.flush(buf[:0]); cap(buf) > 2*maxSend {
			buf = nil
		}
	}
}

// take returns the next socket, or nil at the end of a goroutine.
func (s *sender) take() *socket {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.next == len(s.waiting) {
		s.waiting, s.next = s.waiting[:0], 0
		if cap(s.waiting) > maxQueue {
			s.waiting = nil
		}
		s.running--
		return nil
	}
	k := s.waiting[s.next]
	s.waiting[s.next] = nil
	s.next++
	return k
}

// flush sends the queue. If the client's connection takes no more, a goroutine waits for it.
func (k *socket) flush(buf []byte) []byte {
	for {
		var n int
		if buf, n = k.batch(buf[:0]); n == 0 {
			return buf
		}
		sent, err := k.conn.TrySend(buf)
		if err == nil && sent < len(buf) {
			go k.flushSlowly(buf[sent:], n)
			return nil
		}
		if !k.sent(n, err) {
			return buf
		}
	}
}

// flushSlowly sends the rest of a batch of n messages, and the queue, and waits for the
// client.
func (k *socket) flushSlowly(rest []byte, n int) {
	for n > 0 && k.sent(n, k.conn.Send(rest)) {
		rest, n = k.batch(rest[:0])
	}
}

// sent records that n messages were sent, or that the connection failed. It reports whether
// more can be sent.
func (k *socket) sent(n int, err error) bool {
	if err == nil {
		k.s.sent.Add(float64(n))
		return true
	}
	k.close("")
	k.mu.Lock()
	k.rest()
	k.mu.Unlock()
	return false
}

// batch appends the next messages of the queue, and returns their number. With none, nothing
// is being sent any more.
func (k *socket) batch(buf []byte) (batch []byte, n int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.closed || len(k.queue) == 0 {
		k.rest()
		return buf, 0
	}
	for n < len(k.queue) && (n == 0 || len(buf)+len(k.queue[n].b) <= maxSend) {
		o := k.queue[n]
		k.backlog -= len(o.b)
		if o.frame {
			buf = append(buf, o.b...)
		} else {
			buf = websock.AppendText(buf, o.b)
		}
		n++
	}
	if n == len(k.queue) {
		k.queue = nil
	} else {
		k.queue = k.queue[n:]
	}
	k.since = k.s.clock()
	return buf, n
}
