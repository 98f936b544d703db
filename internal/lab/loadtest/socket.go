package loadtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/coder/websocket"

	"github.com/wane-chess/wane/internal/live/protocol"
)

const (
	maxMessage = 8 << 20 // bytes of an answer or message
	dialTime   = 20 * time.Second
	redial     = 100 * time.Millisecond // after a connection broke
)

// news is the part of a protocol.ServerMessage that a client needs. Parsing the
// rest would take processor time from the server.
type news struct {
	T      string          `json:"t"`
	N      int64           `json:"n"`
	ID     string          `json:"id"`
	Cmd    string          `json:"cmd"`
	Seq    int             `json:"seq"`
	From   int             `json:"from"`
	Events []event         `json:"events"`
	Event  *event          `json:"event"`
	Error  *protocol.Fault `json:"error"`
}

// event is the part of a protocol.Event that a client needs.
type event struct {
	Seq  int    `json:"seq"`
	Kind string `json:"kind"`
	Move string `json:"move"`
}

func send(ctx context.Context, conn *websocket.Conn, m *protocol.ClientMessage) error {
	data, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return conn.Write(ctx, websocket.MessageText, data)
}

// run keeps a socket open until the context ends. It sends the result of the first
// attempt to opened.
func (c *client) run(ctx context.Context, opened chan<- error) {
	first := func(err error) {
		if opened != nil {
			opened <- err
			opened = nil
		}
	}
	for ctx.Err() == nil {
		err := c.session(ctx, func() { first(nil) })
		first(err)
		if ctx.Err() != nil {
			return
		}
		c.tally.reconnect(err)
		select {
		case <-time.After(redial):
		case <-ctx.Done():
		}
	}
}

// session is one connection, from start to end.
func (c *client) session(ctx context.Context, opened func()) error {
	dial, cancel := context.WithTimeout(ctx, dialTime)
	defer cancel()
	conn, resp, err := websocket.Dial(dial, "ws"+strings.TrimPrefix(c.base, "http")+"/ws", &websocket.DialOptions{ //nolint:bodyclose // the library does
		HTTPClient: c.http,
		HTTPHeader: http.Header{"Cookie": {c.cookie}},
	})
	if err != nil {
		if resp != nil {
			return fmt.Errorf("%s: %w", resp.Status, err)
		}
		return err
	}
	defer func() { _ = conn.CloseNow() }()
	defer context.AfterFunc(ctx, func() { _ = conn.CloseNow() })()
	conn.SetReadLimit(maxMessage)
	c.mu.Lock()
	c.conn = conn
	game, last, pending := c.line.game, len(c.line.events), c.pending
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		c.conn = nil
		c.mu.Unlock()
	}()
	opened()
	if game != "" {
		if err := send(ctx, conn, &protocol.ClientMessage{T: "watch", Game: game, From: &last}); err != nil {
			return err
		}
	}
	if pending != nil {
		if err := send(ctx, conn, &pending.message); err != nil {
			return err
		}
	}
	return c.read(ctx, conn)
}

// read handles messages until the connection ends.
func (c *client) read(ctx context.Context, conn *websocket.Conn) error {
	buf := make([]byte, 0, 1024)
	for {
		kind, r, err := conn.Reader(context.Background()) // the end of ctx closes the connection
		if err != nil {
			return err
		}
		if buf, err = readAll(buf[:0], r); err != nil {
			return err
		}
		at := time.Now()
		var m news
		if kind != websocket.MessageText {
			err = errors.New("not a text message")
		} else {
			err = json.Unmarshal(buf, &m)
		}
		if err != nil {
			c.tally.fault(&c.tally.wrong, "the server sent %.100q: %v", buf, err)
			continue
		}
		if err := c.take(ctx, conn, &m, at); err != nil {
			return err
		}
	}
}

// readAll reads to the end into buf.
func readAll(buf []byte, r io.Reader) ([]byte, error) {
	for {
		if len(buf) == cap(buf) {
			buf = append(buf, 0)[:len(buf)]
		}
		n, err := r.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		if errors.Is(err, io.EOF) {
			return buf, nil
		}
		if err != nil {
			return buf, err
		}
	}
}

// take handles a message. An error ends the connection.
func (c *client) take(ctx context.Context, conn *websocket.Conn, m *news, at time.Time) error {
	switch m.T {
	case "ping":
		return send(ctx, conn, &protocol.ClientMessage{T: "pong", N: m.N})
	case "game":
		if c.stale(m.ID) {
			return nil
		}
		c.note(m.ID, func(l *line) { l.begin(c.tally, m.From, m.Events, at) })
	case "event":
		if m.Event == nil {
			c.tally.fault(&c.tally.wrong, "game %.100s: an event message without an event", m.ID)
			return nil
		}
		c.note(m.ID, func(l *line) { l.add(c.tally, m.Event, at) })
	case "ack":
		c.answered(m.Cmd, answer{seq: m.Seq})
	case "nack":
		c.answered(m.Cmd, answer{err: fmt.Errorf("%w: %s", errRefused, errorText(m.Error))})
	case "error":
		c.tally.fault(&c.tally.refused, "the server reports: %s", errorText(m.Error))
	}
	return nil
}

// errorText formats an error of the server.
func errorText(e *protocol.Fault) string {
	if e == nil {
		return "no reason given"
	}
	return e.Code + ": " + e.Text
}

// stale reports whether an answer to "watch" is about the previous game: a connection
// that opens during the change may have asked for that.
func (c *client) stale(id string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return id == c.former && id != c.line.game
}

// note handles news of a game. All events of a game arrive before the client leaves
// it, so there are none of any other game.
func (c *client) note(id string, take func(*line)) {
	c.mu.Lock()
	if id == c.line.game {
		take(&c.line)
	} else {
		c.tally.fault(&c.tally.wrong, "a message about game %.100s, but the client follows game %s", id, c.line.game)
	}
	c.mu.Unlock()
	select {
	case c.news <- struct{}{}:
	default:
	}
}
