package websock_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/gobwas/ws"

	"github.com/wane-chess/wane/internal/server/websock"
)

const (
	limit    = 100_000
	patience = 30 * time.Second
)

// echo answers every message with itself, and sends why the connection ended to ends.
func echo(t *testing.T, ends chan<- error) *httptest.Server {
	t.Helper()
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := websock.Accept(w, r, "wane.example", limit)
		if err != nil {
			return
		}
		defer func() { _ = c.Close() }()
		ends <- c.Receive(func(m []byte, text bool) error {
			if !text {
				return errors.New("not text")
			}
			return send(c, websock.AppendText(nil, m))
		}, func(f []byte) { _ = c.Send(f) })
	}))
	t.Cleanup(srv.Close)
	return srv
}

// send sends as a server does: without waiting first.
func send(c *websock.Conn, b []byte) error {
	n, err := c.TrySend(b)
	if err == nil && n < len(b) {
		err = c.Send(b[n:])
	}
	return err
}

// Another implementation understands the server, whatever the length.
func TestOtherClient(t *testing.T) {
	ends := make(chan error, 1)
	srv := echo(t, ends)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	c, _, err := websocket.Dial(ctx, srv.URL, nil) //nolint:bodyclose // the library does
	if err != nil {
		t.Fatal(err)
	}
	c.SetReadLimit(-1)
	for _, n := range []int{0, 1, 125, 126, 127, 4095, 4096, 65_535, 65_536, limit} {
		text := strings.Repeat("x", n)
		if err := c.Write(ctx, websocket.MessageText, []byte(text)); err != nil {
			t.Fatal(err)
		}
		if _, got, err := c.Read(ctx); err != nil || string(got) != text {
			t.Errorf("%d bytes come back as %d, %v", n, len(got), err)
		}
	}
	// In fragments, with pings between them.
	w, err := c.Writer(ctx, websocket.MessageText)
	if err != nil {
		t.Fatal(err)
	}
	whole := make(chan string, 1)
	go func() { // a ping needs a reader
		_, got, _ := c.Read(ctx)
		whole <- string(got)
		_, _, _ = c.Read(ctx)
	}()
	for _, part := range []string{"a ", "b ", "c"} {
		_, _ = io.WriteString(w, part)
		if err := c.Ping(ctx); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if got := <-whole; got != "a b c" {
		t.Errorf("fragments come back as %q", got)
	}
	_ = c.Close(websocket.StatusNormalClosure, "bye")
	var closed *websock.CloseError
	if err := <-ends; !errors.As(err, &closed) || closed.Code != ws.StatusNormalClosure || closed.Reason != "bye" ||
		!closed.Received() {
		t.Errorf("the server ended with %v", err)
	}
}

// The client understands another implementation, and masks what it sends.
func TestOtherServer(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := websocket.Accept(w, r, nil)
		if err != nil {
			return
		}
		c.SetReadLimit(-1)
		for {
			kind, m, err := c.Read(r.Context())
			if err != nil {
				return
			}
			if string(m) == "close" {
				_ = c.Close(websocket.StatusGoingAway, "gone")
				return
			}
			_ = c.Write(r.Context(), kind, m)
		}
	}))
	defer srv.Close()
	c, err := websock.Dial(t.Context(), nil, srv.URL, nil, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	long := strings.Repeat("0123456789", 70_000)
	messages := []string{"hello", long, "", "close"}
	_ = c.Send(c.Text([]byte(messages[0])))
	err = c.Receive(func(m []byte, _ bool) error {
		if string(m) != messages[0] {
			t.Errorf("got %d bytes, want %d", len(m), len(messages[0]))
		}
		messages = messages[1:]
		return c.Send(c.Text([]byte(messages[0])))
	}, func(f []byte) { _ = c.Send(f) })
	var closed *websock.CloseError
	if !errors.As(err, &closed) || closed.Code != ws.StatusGoingAway || len(messages) != 1 {
		t.Errorf("ended with %v, %d messages left", err, len(messages))
	}
}

// frame is a masked frame, under a mask of zeros.
func frame(first byte, payload string) string {
	return string([]byte{first, 0x80 | byte(len(payload)), 0, 0, 0, 0}) + payload
}

// What violates the protocol ends the connection with the right status.
func TestViolations(t *testing.T) {
	for _, c := range []struct {
		name, sent string
		want       string // what the server sends at the end
	}{
		{"reserved bits", frame(0xc1, "x"), "\x03\xea"},
		{"unknown kind", frame(0x83, "x"), "\x03\xea"},
		{"no mask", "\x81\x01x", "\x03\xea"},
		{"a continuation of nothing", frame(0x80, "x"), "\x03\xea"},
		{"a message within another", frame(0x01, "x") + frame(0x81, "y"), "\x03\xea"},
		{"a ping in fragments", frame(0x09, "x"), "\x03\xea"},
		{"a long ping", "\x89\xfe\x00\x80\x00\x00\x00\x00", "\x03\xea"},
		{"a status of one byte", frame(0x88, "x"), "\x03\xea"},
		{"an invalid status", frame(0x88, "\x03\xed"), "\x03\xea"},
		{"no UTF-8", frame(0x81, "\xff"), "\x03\xef"},
		{"UTF-8 in fragments", frame(0x01, "\xc3") + frame(0x80, "\xa9") + frame(0x88, ""), "\x81\x02é\x88\x00"},
		{"too long", "\x81\xff\x00\x00\x00\x00\x00\x01\x86\xa1\x00\x00\x00\x00", "\x03\xf1"},
		{"far too long", "\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00", "\x03\xf1"},
		{"a length of 64 bits", "\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00", "\x03\xea"},
		{"too long in fragments", frame(0x01, "x") + "\x80\xff\x00\x00\x00\x00\x00\x01\x86\xa0\x00\x00\x00\x00", "\x03\xf1"},
		{"empty fragments", frame(0x01, "") + frame(0x00, ""), "\x03\xf0"},
		{"a ping", frame(0x89, "abc") + frame(0x88, "\x03\xe8"), "\x8a\x03abc\x88\x02\x03\xe8"},
	} {
		ends := make(chan error, 1)
		srv := echo(t, ends)
		for _, split := range []bool{false, true} { // byte by byte, too
			conn, r := open(t, srv)
			if split {
				for i := range len(c.sent) {
					_, _ = conn.Write([]byte(c.sent[i : i+1]))
				}
			} else {
				_, _ = io.WriteString(conn, c.sent)
			}
			got, err := io.ReadAll(r)
			if err != nil && !errors.Is(err, io.EOF) && len(got) == 0 {
				t.Errorf("%s: %v", c.name, err)
			}
			if !bytes.Contains(got, []byte(c.want)) {
				t.Errorf("%s: the server sends %q, want %q", c.name, got, c.want)
			}
			if err := <-ends; err == nil {
				t.Errorf("%s: the connection ends without an error", c.name)
			}
		}
	}
}

// open opens a WebSocket by hand. Early bytes, sent with the request, are not lost.
func open(t *testing.T, srv *httptest.Server) (net.Conn, io.Reader) {
	t.Helper()
	conn, err := net.Dial("tcp", srv.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	_ = conn.SetDeadline(time.Now().Add(patience))
	_, _ = io.WriteString(conn, "GET / HTTP/1.1\r\nHost: x\r\nConnection: keep-alive, Upgrade\r\nUpgrade: WebSocket\r\n"+
		"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"+
		frame(0x81, "early"))
	head := make([]byte, 0, 512)
	for !bytes.HasSuffix(head, []byte("\x81\x05early")) {
		b := make([]byte, 1)
		if _, err := conn.Read(b); err != nil {
			t.Fatalf("%v after %q", err, head)
		}
		head = append(head, b...)
	}
	if !bytes.Contains(head, []byte("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")) { // the example of RFC 6455
		t.Errorf("the answer is %q", head)
	}
	return conn, conn
}

func TestHandshake(t *testing.T) {
	srv := echo(t, make(chan error, 10))
	valid := http.Header{
		"Connection": {"Upgrade"}, "Upgrade": {"websocket"}, "Sec-Websocket-Version": {"13"},
		"Sec-Websocket-Key": {"dGhlIHNhbXBsZSBub25jZQ=="},
	}
	host := srv.Listener.Addr().String()
	for _, c := range []struct {
		method, name, value string
		status              int
	}{
		{"GET", "Origin", "http://" + host, 101},
		{"GET", "Origin", "https://wane.example", 101},
		{"GET", "Origin", "https://evil.example", 403},
		{"GET", "Origin", "null", 403},
		{"GET", "Origin", "https://wane.example.evil.example", 403},
		{"POST", "X", "", 405},
		{"GET", "Upgrade", "h2c", 400},
		{"GET", "Connection", "close", 400},
		{"GET", "Sec-Websocket-Version", "8", 426},
		{"GET", "Sec-Websocket-Key", "short", 400},
	} {
		req, _ := http.NewRequestWithContext(t.Context(), c.method, srv.URL, nil)
		req.Header = valid.Clone()
		req.Header.Set(c.name, c.value)
		resp, err := http.DefaultTransport.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		if resp.StatusCode != c.status {
			t.Errorf("%s with %s %q: status %d, want %d", c.method, c.name, c.value, resp.StatusCode, c.status)
		}
	}
	_, err := websock.Dial(t.Context(), nil, srv.URL, http.Header{"Origin": {"https://evil.example"}}, limit)
	if !strings.Contains(err.Error(), "403") {
		t.Errorf("a refused client gets %v", err)
	}
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = silent.Close() }()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	_, err = websock.Dial(ctx, nil, "http://"+silent.Addr().String(), nil, limit)
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("a server that does not answer: %v", err)
	}
}

// What a server sends at the end arrives, even while the client goes on sending.
func TestLinger(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := websock.Accept(w, r, "", limit)
		if err != nil {
			return
		}
		stop := &websock.CloseError{Code: ws.StatusPolicyViolation, Reason: "enough"}
		_ = c.Receive(func([]byte, bool) error { return stop }, func(f []byte) { _ = c.Send(f) })
		c.Linger(patience)
		_ = c.Close()
	}))
	defer srv.Close()
	c, err := websock.Dial(t.Context(), nil, srv.URL, nil, limit)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	message := c.Text(bytes.Repeat([]byte("x"), 5000))
	for range 100 {
		_ = c.Send(message)
	}
	err = c.Receive(func([]byte, bool) error { return nil }, func([]byte) {})
	var closed *websock.CloseError
	if !errors.As(err, &closed) || closed.Code != ws.StatusPolicyViolation || closed.Reason != "enough" {
		t.Errorf("ended with %v", err)
	}
}

// An end that has sent a close frame does not answer that of the peer.
func TestOneCloseFrame(t *testing.T) {
	replies := make(chan int, 1)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := websock.Accept(w, r, "", limit)
		if err != nil {
			return
		}
		n := 0
		_ = c.Send(c.CloseFrame(ws.StatusGoingAway, "bye"))
		_ = c.Receive(func([]byte, bool) error { return nil }, func([]byte) { n++ })
		_ = c.Close()
		replies <- n
	}))
	defer srv.Close()
	c, err := websock.Dial(t.Context(), nil, srv.URL, nil, limit)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	_ = c.Receive(func([]byte, bool) error { return nil }, func(f []byte) { _ = c.Send(f) })
	if n := <-replies; n != 0 {
		t.Errorf("the server answers with %d frames, want none", n)
	}
}

// A client that does not read makes Send wait; TrySend does not.
func TestFullConnection(t *testing.T) {
	full := make(chan int, 1)
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := websock.Accept(w, r, "", limit)
		if err != nil {
			return
		}
		total, big := 0, websock.AppendText(nil, make([]byte, 1<<20))
		for {
			n, err := c.TrySend(big)
			if total += n; err != nil || n < len(big) {
				break
			}
		}
		full <- total
		_ = c.Close()
	}))
	defer srv.Close()
	c, err := websock.Dial(t.Context(), nil, srv.URL, nil, 2<<20)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Close() }()
	sent, got := <-full, 0
	_ = c.Receive(func(m []byte, _ bool) error { got += len(m); return nil }, func([]byte) {})
	if got > sent || got < sent-(1<<20) {
		t.Errorf("of %d bytes sent, %d arrived in whole messages", sent, got)
	}
}

// No input makes the receiver fail otherwise than by an error, or hold more than it may.
func FuzzReceive(f *testing.F) {
	for _, s := range []string{frame(0x81, "hello"), frame(0x01, "a") + frame(0x80, "b"), frame(0x88, "\x03\xe8"),
		"\x81\xff", "\x81\xfe\x01\x00"} {
		f.Add([]byte(s))
	}
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, err := websock.Accept(w, r, "", 1000)
		if err != nil {
			return
		}
		_ = c.Receive(func(m []byte, _ bool) error {
			if len(m) > 1000 {
				panic("a message is too long")
			}
			return nil
		}, func(b []byte) { _ = c.Send(b) })
		_ = c.Close()
	}))
	f.Cleanup(srv.Close)
	head := "GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n" +
		"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
	f.Fuzz(func(t *testing.T, b []byte) {
		conn, err := net.Dial("tcp", srv.Listener.Addr().String())
		if err != nil {
			t.Skip(err)
		}
		defer func() { _ = conn.Close() }()
		_ = conn.SetDeadline(time.Now().Add(patience))
		_, _ = conn.Write(append([]byte(head), b...))
		_ = conn.(*net.TCPConn).CloseWrite()
		got, err := io.ReadAll(conn)
		if err != nil && !strings.Contains(err.Error(), "reset") || !bytes.HasPrefix(got, []byte("HTTP/1.1 101")) {
			t.Errorf("%q, %v", got, err)
		}
	})
}
