package browser

import (
	"bufio"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
)

// network is a proxy between a browser and the server that can fail as networks do:
// data stop arriving without notice.
type network struct {
	t    *testing.T
	back string
	l    net.Listener

	mu       sync.Mutex
	cut      func(socket bool) bool // whether a connection is dead; nil: none is
	restored chan struct{}          // closed while the network works
	conns    map[net.Conn]bool
	done     sync.WaitGroup
}

// connect returns a network to the server at an address, host:port.
func connect(t *testing.T, back string) *network {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	n := &network{t: t, back: back, l: l, conns: map[net.Conn]bool{}, restored: make(chan struct{})}
	close(n.restored)
	n.done.Go(n.accept)
	t.Cleanup(func() {
		_ = l.Close()
		n.restore()
		n.done.Wait()
	})
	return n
}

func (n *network) url() string { return "http://" + n.l.Addr().String() }

// fail stops all connections of a user, or only WebSockets.
func (n *network) fail(p *person, onlySockets bool) {
	p.mayFail(n.l.Addr().String())
	n.mu.Lock()
	defer n.mu.Unlock()
	n.cut = func(socket bool) bool { return socket || !onlySockets }
	n.restored = make(chan struct{})
}

// restore lets new connections through. Older ones are lost.
func (n *network) restore() {
	n.mu.Lock()
	defer n.mu.Unlock()
	for c := range n.conns {
		_ = c.Close()
	}
	if n.cut != nil {
		n.cut = nil
		close(n.restored)
	}
}

// dead returns a channel that is closed when the network works again, or nil if the
// connection works.
func (n *network) dead(socket bool) <-chan struct{} {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.cut != nil && n.cut(socket) {
		return n.restored
	}
	return nil
}

func (n *network) keep(c net.Conn, on bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if on {
		n.conns[c] = true
	} else {
		delete(n.conns, c)
	}
}

func (n *network) accept() {
	for {
		c, err := n.l.Accept()
		if err != nil {
			return
		}
		n.keep(c, true)
		n.done.Go(func() {
			defer n.keep(c, false)
			defer func() { _ = c.Close() }()
			n.carry(c)
		})
	}
}

func (n *network) carry(c net.Conn) {
	in := bufio.NewReader(c)
	first, err := in.Peek(len("GET /ws"))
	if err != nil {
		return
	}
	socket := strings.HasPrefix(string(first), "GET /ws")
	if restored := n.dead(socket); restored != nil {
		<-restored
		return
	}
	out, err := net.Dial("tcp", n.back)
	if err != nil {
		return // the server is down
	}
	n.keep(out, true)
	defer n.keep(out, false)
	var there sync.WaitGroup
	there.Go(func() { n.pass(c, out, socket) })
	n.pass(out, in, socket)
	_ = c.Close()
	there.Wait()
}

// pass copies until one side ends, and then ends the other.
func (n *network) pass(to net.Conn, from io.Reader, socket bool) {
	defer func() { _ = to.Close() }()
	buffer := make([]byte, 16<<10)
	for {
		k, err := from.Read(buffer)
		if restored := n.dead(socket); restored != nil {
			<-restored
			return
		}
		if k > 0 {
			if _, err := to.Write(buffer[:k]); err != nil {
				return
			}
		}
		if err != nil {
			return
		}
	}
}
