package limits

import (
	"errors"
	"net"
	"sync"
	"syscall"

	"github.com/wane-chess/wane/internal/server/guests"
)

// Counter limits how many of something an address has at a time. It may be used by many
// goroutines.
type Counter struct {
	most int
	mu   sync.Mutex
	n    map[string]int // by address; positive
}

// NewCounter makes a counter that allows each address so many.
func NewCounter(most int) *Counter { return &Counter{most: most, n: map[string]int{}} }

// Enter counts one more for an address, as guests.AddressOf returns it, and reports whether
// it is allowed. If so, Leave must follow.
func (c *Counter) Enter(address string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.n[address] >= c.most {
		return false
	}
	c.n[address]++
	return true
}

// Leave counts one less for an address.
func (c *Counter) Leave(address string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.n[address]--; c.n[address] == 0 {
		delete(c.n, address)
	}
}

// Listen returns a listener that closes further connections of an address at once while the
// counter allows it no more. refused is called for each.
func (c *Counter) Listen(l net.Listener, refused func(address string)) net.Listener {
	return &listener{l, c, refused}
}

type listener struct {
	net.Listener
	counter *Counter
	refused func(address string)
}

// Accept implements net.Listener.
func (l *listener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		address := guests.AddressOf(c.RemoteAddr().String())
		if l.counter.Enter(address) {
			return &conn{Conn: c, leave: sync.OnceFunc(func() { l.counter.Leave(address) })}, nil
		}
		_ = c.Close()
		l.refused(address)
	}
}

// conn is a connection that is counted until it closes.
type conn struct {
	net.Conn
	leave func()
}

// CloseWrite ends what is sent, as net/http does after an answer that comes before the end of
// the request.
func (c *conn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// SyscallConn implements syscall.Conn.
func (c *conn) SyscallConn() (syscall.RawConn, error) {
	if system, ok := c.Conn.(syscall.Conn); ok {
		return system.SyscallConn()
	}
	return nil, errors.ErrUnsupported
}

// Close implements net.Conn.
func (c *conn) Close() error {
	defer c.leave()
	return c.Conn.Close()
}
