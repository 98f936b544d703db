package browser

import (
	"bufio"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
)

// network lies between a browser and the server, and can fail as networks do:
// nothing arrives any more, and nobody is told.
type network struct {
	t    *testing.T
	back string
	l    net.Listener

	mu     sync.Mutex
	cut    func(socket bool) bool // whether a connection is dead
	mended chan struct{}          // closed when it is well again
	conns  map[net.Conn]bool
	done   sync.WaitGroup
}

// connect makes a network to the server at an address, host:port.
func connect(t *testing.T, back string) *network {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	n := &network{t: t, back: back, l: l, conns: map[net.Conn]bool{}, mended: make(chan struct{})}
	close(n.mended)
	n.done.Go(n.accept)
	t.Cleanup(func() {
		_ = l.Close()
		n.mend()
		n.done.Wait()
	})
	return n
}

func (n *network) url() string { return "http://" + n.l.Addr().String() }

// fail lets everything stand still for a person, or only what went through sockets.
func (n *network) fail(p *person, onlySockets bool) {
	p.mayFail(n.l.Addr().String())
	n.mu.Lock()
	defer n.mu.Unlock()
	n.cut = func(socket bool) bool { return socket || !onlySockets }
	n.mended = make(chan struct{})
}

// mend lets new connections through. Those of before are lost.
func (n *network) mend() {
	n.mu.Lock()
	defer n.mu.Unlock()
	for c := range n.conns {
		_ = c.Close()
	}
	if n.cut != nil {
		n.cut = nil
		close(n.mended)
	}
}

// dead returns what to wait for if a connection is dead now.
func (n *network) dead(socket bool) <-chan struct{} {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.cut != nil && n.cut(socket) {
		return n.mended
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
	if mended := n.dead(socket); mended != nil {
		<-mended
		return
	}
	out, err := net.Dial("tcp", n.back)
	if err != nil {
		return // the server is down: so is the connection
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
		if mended := n.dead(socket); mended != nil {
			<-mended
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
