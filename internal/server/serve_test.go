package server_test

import (
	"context"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"github.com/wane-chess/wane/internal/server/servertest"
)

// deadlines is a listener that records the deadlines of its connections.
type deadlines struct {
	net.Listener
	mu    sync.Mutex
	conns []*timedConn
}

// timedConn is a connection that records its deadlines.
type timedConn struct {
	net.Conn
	mu                     sync.Mutex
	read, write            time.Time // the last
	longestRead, longWrite time.Duration
	reads, writes          int // deadlines that were set
}

// Accept implements net.Listener.
func (l *deadlines) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	t := &timedConn{Conn: c}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.conns = append(l.conns, t)
	return t, nil
}

func (l *deadlines) conn(i int) *timedConn {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.conns[i]
}

// SetReadDeadline implements net.Conn.
func (c *timedConn) SetReadDeadline(at time.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.read = at; c.reads == 0 { // later ones wait for the next request
		c.longestRead = time.Until(at)
	}
	c.reads++
	return c.Conn.SetReadDeadline(at)
}

// SetWriteDeadline implements net.Conn.
func (c *timedConn) SetWriteDeadline(at time.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.write = at
	c.longWrite = max(c.longWrite, time.Until(at))
	c.writes++
	return c.Conn.SetWriteDeadline(at)
}

// SetDeadline implements net.Conn.
func (c *timedConn) SetDeadline(at time.Time) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.read, c.write = at, at
	return c.Conn.SetDeadline(at)
}

// serving has the world's server serve on a listener of its own until stop is
// called.
func serving(w *servertest.World) (l *deadlines, stop func()) {
	w.T.Helper()
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		w.T.Fatal(err)
	}
	l = &deadlines{Listener: inner}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- w.Server.Serve(ctx, l) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			w.T.Errorf("the server ended with %v", err)
		}
	})
	w.T.Cleanup(stop)
	return l, stop
}

// dialAt opens a socket at another address of the server.
func dialAt(t *testing.T, addr net.Addr) *servertest.Wire {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), servertest.Patience)
	defer cancel()
	conn, _, err := websocket.Dial(ctx, "ws://"+addr.String()+"/ws", nil) //nolint:bodyclose // the library does
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.CloseNow() })
	a := servertest.NewWire(t, conn)
	a.Until("hello")
	return a
}

// A server that ends sends its sockets a close message before it returns.
func TestServeClosesSockets(t *testing.T) {
	w := servertest.New(t)
	l, stop := serving(w)
	a := dialAt(t, l.Addr())
	go stop()
	last, err := a.Ended()
	if last.T != "bye" || last.Error == nil || websocket.CloseStatus(err) != websocket.StatusGoingAway {
		t.Errorf("the connection ends with %+v and %v", last, err)
	}
	stop()
	if !w.Server.Sockets().Down() {
		t.Error("the server takes messages after its end")
	}
}

// A slow request or reader is disconnected, but sockets stay open.
func TestDeadlines(t *testing.T) {
	w := servertest.New(t)
	l, _ := serving(w)
	client := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: servertest.Patience}
	resp, err := client.Get("http://" + l.Addr().String() + "/healthz")
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	c := l.conn(0)
	c.mu.Lock()
	if c.reads == 0 || c.longestRead <= 0 || c.longestRead > 5*time.Second {
		t.Errorf("the head of a request may take %v, want 5s", c.longestRead)
	}
	if c.writes == 0 || c.longWrite <= 0 || c.longWrite > 30*time.Second {
		t.Errorf("an answer may take %v, want 30s", c.longWrite)
	}
	c.mu.Unlock()

	a := dialAt(t, l.Addr())
	a.Send(`{"t":"fly"}`)
	a.Until("error")
	c = l.conn(1)
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.read.IsZero() || !c.write.IsZero() {
		t.Errorf("a socket is cut off at %v and %v", c.read, c.write)
	}
}
