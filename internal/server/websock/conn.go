// Package websock reads and writes whole messages of WebSockets, for servers with many
// thousands of idle connections and for clients that measure them. Handshakes, frames and
// their checks are those of github.com/gobwas/ws, which leaves buffers to its user.
//
// A connection that waits holds no buffer, and its reader's stack stays small: bytes are
// read into buffers that all connections share, and what is sent is encoded once for all
// who get it.
package websock

import (
	"crypto/rand"
	"errors"
	"io"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
	"unicode/utf8"

	"github.com/gobwas/ws"
)

// Conn is one end of an open connection. One goroutine may receive and one may send at a
// time; Close may be called by any.
type Conn struct {
	net   net.Conn
	raw   syscall.RawConn // nil: only net can read
	side  ws.State        // which side this is
	state ws.State        // that, and whether a message that is received is incomplete
	limit int             // bytes of a received message

	rest    []byte // received: the start of an incomplete frame
	message []byte // and the fragments of an incomplete message
	text    bool   // the current message is text

	closing atomic.Bool // CloseFrame was called

	got  *buffer // what has been read, after rest
	err  error
	try  func(fd uintptr) bool // tryRead, made once
	send func(fd uintptr) bool // trySend, made once
	out  []byte                // what it has to send
	sent int
	fail error
}

// buffer is a buffer for what is received, mostly a shared one.
type buffer struct {
	b      []byte
	shared bool
}

const (
	bufferSize = 4 << 10
	leastRead  = 1 << 10 // a buffer has room for so many bytes more
)

var buffers = sync.Pool{New: func() any { return &buffer{make([]byte, bufferSize), true} }}

// put returns a shared buffer.
func (b *buffer) put() {
	if b.shared {
		b.b = b.b[:bufferSize]
		buffers.Put(b)
	}
}

// newConn returns a connection after its handshake; early are bytes that came with it.
func newConn(c net.Conn, side ws.State, early []byte, limit int) *Conn {
	k := &Conn{net: c, side: side, state: side, limit: limit, rest: early}
	if s, ok := c.(syscall.Conn); ok && canTry {
		k.raw, _ = s.SyscallConn() // nil on an error
		k.try, k.send = k.tryRead, k.trySend
	}
	return k
}

// Receive calls take with every message, text or binary, until the connection ends or take returns an
// error. The message is valid until take returns. Reply gets frames to be sent: the answers
// to pings, and a close frame before Receive returns because of what the peer sent. The
// error is a *CloseError if the peer closed the connection, or violated the protocol.
func (c *Conn) Receive(take func(message []byte, text bool) error, reply func(frame []byte)) error {
	rest, err := c.frames(c.rest, take, reply)
	c.rest = rest
	for err == nil {
		if err = c.read(); err != nil {
			break
		}
		b := c.got
		c.got = nil
		if rest, err = c.frames(b.b, take, reply); len(rest) > leastRead && !b.shared {
			c.rest = rest
			continue
		}
		c.rest = nil
		if len(rest) > 0 {
			c.rest = append(c.rest, rest...)
		}
		b.put()
	}
	var closed *CloseError
	if errors.As(err, &closed) && !closed.received && !c.closing.Load() {
		reply(c.frame(ws.OpClose, closed.body()))
	}
	return err
}

// read waits for bytes and leaves them in got, after rest.
func (c *Conn) read() error {
	if c.raw == nil {
		b := c.buffer()
		n, err := c.net.Read(b.b[len(c.rest):])
		if n > 0 {
			b.b, c.got = b.b[:len(c.rest)+n], b
			return nil
		}
		b.put()
		return err
	}
	if err := c.raw.Read(c.try); err != nil {
		return err
	}
	return c.err
}

// buffer returns a buffer that begins with rest and has room for more.
func (c *Conn) buffer() *buffer {
	n := len(c.rest)
	switch {
	case n <= bufferSize-leastRead:
		b := buffers.Get().(*buffer) //nolint:forcetypeassert // there are no others
		copy(b.b, c.rest)
		return b
	case cap(c.rest)-n >= leastRead:
		return &buffer{b: c.rest[:cap(c.rest)]}
	}
	b := make([]byte, 2*n+leastRead)
	copy(b, c.rest)
	return &buffer{b: b}
}

// frames handles whole frames and returns the bytes after them.
func (c *Conn) frames(b []byte, take func([]byte, bool) error, reply func([]byte)) (rest []byte, err error) {
	for len(b) > 0 {
		h, n, err := parseHeader(b)
		switch {
		case err != nil:
			return nil, err
		case n == 0:
			return b, nil
		}
		if err := ws.CheckHeader(h, c.state); err != nil {
			return nil, violation(err)
		}
		if h.Length > int64(c.limit-len(c.message)) && !h.OpCode.IsControl() {
			return nil, &CloseError{Code: ws.StatusMessageTooBig, Reason: "the message is too long"}
		}
		end := n + int(h.Length)
		if len(b) < end {
			return b, nil
		}
		payload := b[n:end]
		if h.Masked {
			ws.Cipher(payload, h.Mask, 0)
		}
		if err := c.handle(h, payload, take, reply); err != nil {
			return nil, err
		}
		b = b[end:]
	}
	return nil, nil
}

// handle handles a frame.
func (c *Conn) handle(h ws.Header, payload []byte, take func([]byte, bool) error, reply func([]byte)) error {
	switch h.OpCode {
	case ws.OpPing:
		reply(c.frame(ws.OpPong, payload))
		return nil
	case ws.OpPong:
		return nil
	case ws.OpClose:
		closed, err := parseClose(payload)
		if err != nil {
			return err
		}
		if !c.closing.Load() {
			reply(c.frame(ws.OpClose, closed.body()))
		}
		return closed
	case ws.OpText, ws.OpBinary:
		c.text = h.OpCode == ws.OpText
	case ws.OpContinuation:
		if !h.Fin && h.Length == 0 { // such fragments could follow each other without end
			return &CloseError{Code: ws.StatusPolicyViolation, Reason: "a fragment is empty"}
		}
	}
	if !h.Fin || c.state.Fragmented() {
		c.message = append(c.message, payload...)
		payload = c.message
	}
	if !h.Fin {
		c.state = c.state.Set(ws.StateFragmented)
		return nil
	}
	c.state, c.message = c.state.Clear(ws.StateFragmented), nil
	if c.text && !utf8.Valid(payload) {
		return &CloseError{Code: ws.StatusInvalidFramePayloadData, Reason: "the text is not UTF-8"}
	}
	return take(payload, c.text)
}

// Text returns the frame of a text message.
func (c *Conn) Text(message []byte) []byte { return c.frame(ws.OpText, message) }

// CloseFrame returns the frame that begins the end of the connection. Reason has at most 123
// bytes. The peer's close frame is not answered afterwards: an end sends one at most.
func (c *Conn) CloseFrame(code ws.StatusCode, reason string) []byte {
	c.closing.Store(true)
	return c.frame(ws.OpClose, (&CloseError{Code: code, Reason: reason}).body())
}

func (c *Conn) frame(op ws.OpCode, payload []byte) []byte {
	var mask [4]byte
	for c.side.ClientSide() && mask == [4]byte{} {
		_, _ = rand.Read(mask[:]) // never fails
	}
	return appendFrame(make([]byte, 0, ws.MaxHeaderSize+len(payload)), op, payload, mask)
}

// AppendText appends the frame in which a server sends a text message.
func AppendText(b, message []byte) []byte { return appendFrame(b, ws.OpText, message, [4]byte{}) }

// Send sends frames. It waits until the system has taken all.
func (c *Conn) Send(frames []byte) error {
	_, err := c.net.Write(frames)
	return err
}

// TrySend sends as much as the system takes without waiting, and returns how much. Send must
// follow with the rest.
func (c *Conn) TrySend(frames []byte) (n int, err error) {
	if c.raw == nil {
		return 0, nil
	}
	c.out, c.sent, c.fail = frames, 0, nil
	err = c.raw.Write(c.send)
	c.out = nil
	if err == nil {
		err = c.fail
	}
	return c.sent, err
}

// trySend sends what the system takes.
func (c *Conn) trySend(fd uintptr) bool {
	c.sent, c.fail = trySend(fd, c.out)
	return true
}

// SetSendDeadline sets the time after which Send ends with an error.
func (c *Conn) SetSendDeadline(t time.Time) error { return c.net.SetWriteDeadline(t) }

// SetReceiveDeadline sets the time after which Receive ends with an error.
func (c *Conn) SetReceiveDeadline(t time.Time) error { return c.net.SetReadDeadline(t) }

// Linger ends what is sent and ignores what is received, until the peer closes the connection
// or the time is over. Without that, a peer that is sending may lose the last frames.
func (c *Conn) Linger(d time.Duration) {
	if half, ok := c.net.(interface{ CloseWrite() error }); ok {
		_ = half.CloseWrite()
	}
	if c.net.SetReadDeadline(time.Now().Add(d)) == nil {
		_, _ = io.Copy(io.Discard, c.net)
	}
}

// Close ends the connection at once.
func (c *Conn) Close() error { return c.net.Close() }

// tryRead reads what has arrived. It returns false if that is nothing.
func (c *Conn) tryRead(fd uintptr) bool {
	b := c.buffer()
	n, err := tryRead(fd, b.b[len(c.rest):])
	switch {
	case err == errWouldBlock: //nolint:errorlint // it is this very value
		b.put()
		return false
	case err != nil:
		c.err = os.NewSyscallError("read", err)
	case n == 0:
		c.err = io.EOF
	default:
		b.b = b.b[:len(c.rest)+n]
		c.got, c.err = b, nil
		return true
	}
	b.put()
	return true
}
