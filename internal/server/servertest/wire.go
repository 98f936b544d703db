package servertest

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/coder/websocket"

	"github.com/wane-chess/wane/internal/server/sockets"
)

// Wire is a socket of a visitor.
type Wire struct {
	t    *testing.T
	Conn *websocket.Conn
	n    int // commands sent
}

// NewWire returns a wire on a connection.
func NewWire(t *testing.T, conn *websocket.Conn) *Wire { return &Wire{t: t, Conn: conn} }

// Upgrade requests a socket, and returns the status of the answer.
func (w *World) Upgrade(ctx context.Context, o *websocket.DialOptions) (*websocket.Conn, int, error) {
	conn, resp, err := websocket.Dial(ctx, w.Web.URL+"/ws", o) //nolint:bodyclose // the library does
	if resp == nil {
		return conn, 0, err
	}
	return conn, resp.StatusCode, err
}

// Dial opens a socket and reads the greeting.
func (v *Visitor) Dial() *Wire {
	v.T.Helper()
	ctx, cancel := context.WithTimeout(v.T.Context(), Patience)
	defer cancel()
	conn, status, err := v.Upgrade(ctx, &websocket.DialOptions{HTTPClient: v.HTTP})
	if err != nil {
		v.T.Fatalf("dial: %d, %v", status, err)
	}
	conn.SetReadLimit(4 << 20)
	v.T.Cleanup(func() { _ = conn.CloseNow() })
	w := NewWire(v.T, conn)
	if hello := w.Read(); hello.T != "hello" || hello.Me == nil || hello.Me.ID != v.Me.ID && v.Me.ID != "" {
		v.T.Fatalf("the socket begins with %+v, %+v", hello, hello.Me)
	}
	return w
}

// Read returns the next message.
func (w *Wire) Read() sockets.ServerMessage {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), Patience)
	defer cancel()
	_, b, err := w.Conn.Read(ctx)
	if err != nil {
		w.t.Fatalf("read: %v", err)
	}
	var m sockets.ServerMessage
	if err := json.Unmarshal(b, &m); err != nil {
		w.t.Fatalf("%s: %v", b, err)
	}
	return m
}

// Want reads until a message of a type comes.
func (w *Wire) Want(kind string) sockets.ServerMessage {
	w.t.Helper()
	for {
		m := w.Read()
		if m.T == kind {
			return m
		}
		if m.T == "error" || m.T == "nack" || m.T == "bye" {
			w.t.Fatalf("waiting for %s: %+v, %+v", kind, m, m.Error)
		}
	}
}

// Until reads until a message of a type comes, and skips all others.
func (w *Wire) Until(kind string) {
	w.t.Helper()
	for w.Read().T != kind {
		continue
	}
}

// Dropped checks that the server ends a connection and counts the reason once.
func (w *World) Dropped(a *Wire, reason string) {
	w.T.Helper()
	if _, err := a.Ended(); err == nil {
		w.T.Error("the connection stays open")
	}
	if n := w.Metric(`wane_sockets_dropped_total{reason="` + reason + `"}`); n != "1" {
		w.T.Errorf("%s connections were dropped for being %s, want 1", n, reason)
	}
}

// Ended reads until the connection ends, and returns the error and the last message.
func (w *Wire) Ended() (last sockets.ServerMessage, err error) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), Patience)
	defer cancel()
	for {
		_, b, err := w.Conn.Read(ctx)
		if err != nil {
			if ctx.Err() != nil {
				w.t.Fatal("the connection stays open")
			}
			return last, err
		}
		_ = json.Unmarshal(b, &last)
	}
}

// Send sends a message.
func (w *Wire) Send(m any) {
	w.t.Helper()
	b, ok := m.(string)
	if !ok {
		text, err := json.Marshal(m)
		if err != nil {
			w.t.Fatal(err)
		}
		b = string(text)
	}
	ctx, cancel := context.WithTimeout(w.t.Context(), Patience)
	defer cancel()
	if err := w.Conn.Write(ctx, websocket.MessageText, []byte(b)); err != nil {
		w.t.Fatalf("write: %v", err)
	}
}

// Watch watches a game and returns its state.
func (w *Wire) Watch(game string) sockets.ServerMessage {
	w.t.Helper()
	w.Send(sockets.ClientMessage{T: "watch", Game: game})
	return w.Want("game")
}

// Do sends a command and returns the answer to it.
func (w *Wire) Do(m sockets.ClientMessage) sockets.ServerMessage {
	w.t.Helper()
	m.T = "do"
	if m.ID == "" {
		w.n++
		m.ID = "command-" + string(rune('a'+w.n))
	}
	w.Send(m)
	for {
		if a := w.Read(); (a.T == "ack" || a.T == "nack") && a.Cmd == m.ID {
			return a
		}
	}
}
