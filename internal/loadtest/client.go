package loadtest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"github.com/wane-chess/wane/internal/protocol"
)

// client is one guest with one socket, which it opens again whenever it breaks,
// as the page does: it then asks for what it has missed and sends again what was
// not acknowledged.
type client struct {
	base   string
	http   *http.Client
	cookie string
	tally  *tally

	mu      sync.Mutex
	conn    *websocket.Conn
	game    string
	last    int                     // number of the last event of the game
	pending *protocol.ClientMessage // sent and not yet answered
	answer  chan error              // gets its answer
	events  chan seen               // moves as they arrive
}

// seen is a move event when it arrived.
type seen struct {
	seq  int
	move string
	at   time.Time
}

var errRefused = errors.New("refused")

func newClient(base string, hc *http.Client, t *tally) *client {
	return &client{base: base, http: hc, tally: t, events: make(chan seen, 64)}
}

// call asks the API, and keeps the cookie that makes a guest of the client.
func (c *client) call(ctx context.Context, method, path string, in, out any) error {
	var body io.Reader
	if in != nil {
		data, err := json.Marshal(in)
		if err != nil {
			return err
		}
		body = bytes.NewReader(data)
	}
	req, err := http.NewRequestWithContext(ctx, method, c.base+path, body)
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/json")
	if c.cookie != "" {
		req.Header.Set("Cookie", c.cookie)
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	data, err := io.ReadAll(io.LimitReader(resp.Body, 8<<20))
	if err != nil {
		return err
	}
	if c.cookie == "" {
		for _, k := range resp.Cookies() {
			c.cookie = k.Name + "=" + k.Value
		}
	}
	if resp.StatusCode >= 300 {
		return fmt.Errorf("%s %s: %s: %.300s", method, path, resp.Status, data)
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(data, out)
}

// follow makes the socket follow a game from its beginning.
func (c *client) follow(ctx context.Context, id string) {
	c.mu.Lock()
	old, conn := c.game, c.conn
	c.game, c.last = id, 0
	c.mu.Unlock()
	if conn == nil {
		return // the socket says so when it opens
	}
	if old != "" {
		_ = send(ctx, conn, protocol.ClientMessage{T: "unwatch", Game: old})
	}
	_ = send(ctx, conn, protocol.ClientMessage{T: "watch", Game: id})
}

// do sends a move and returns when it has been acknowledged, however many
// connections that takes.
func (c *client) do(ctx context.Context, m protocol.ClientMessage) error {
	answer := make(chan error, 1)
	c.mu.Lock()
	c.pending, c.answer = &m, answer
	conn := c.conn
	c.mu.Unlock()
	if conn != nil {
		_ = send(ctx, conn, m) // if it fails, the next connection sends it
	}
	select {
	case err := <-answer:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

func send(ctx context.Context, conn *websocket.Conn, m protocol.ClientMessage) error {
	data, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return conn.Write(ctx, websocket.MessageText, data)
}

// run keeps the socket open until the context is done.
func (c *client) run(ctx context.Context, opened func()) {
	for ctx.Err() == nil {
		err := c.session(ctx, opened)
		if ctx.Err() == nil && err != nil {
			c.tally.reconnect(err)
			select {
			case <-time.After(100 * time.Millisecond):
			case <-ctx.Done():
			}
		}
	}
}

func (c *client) session(ctx context.Context, opened func()) error {
	dial, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	conn, resp, err := websocket.Dial(dial, "ws"+strings.TrimPrefix(c.base, "http")+"/ws", &websocket.DialOptions{
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
	conn.SetReadLimit(8 << 20)
	c.mu.Lock()
	c.conn = conn
	game, last, pending := c.game, c.last, c.pending
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		c.conn = nil
		c.mu.Unlock()
	}()
	opened()
	if game != "" {
		if err := send(ctx, conn, protocol.ClientMessage{T: "watch", Game: game, From: &last}); err != nil {
			return err
		}
	}
	if pending != nil {
		if err := send(ctx, conn, *pending); err != nil {
			return err
		}
	}
	for {
		kind, data, err := conn.Read(ctx)
		if err != nil {
			return err
		}
		at := time.Now()
		if kind != websocket.MessageText {
			return fmt.Errorf("a message that is not text")
		}
		var m protocol.ServerMessage
		if err := json.Unmarshal(data, &m); err != nil {
			return fmt.Errorf("%.100q: %w", data, err)
		}
		if err := c.take(ctx, conn, &m, at); err != nil {
			return err
		}
	}
}

func (c *client) take(ctx context.Context, conn *websocket.Conn, m *protocol.ServerMessage, at time.Time) error {
	switch m.T {
	case "ping":
		return send(ctx, conn, protocol.ClientMessage{T: "pong", N: m.N})
	case "game":
		id := m.ID
		if m.Game != nil {
			id = m.Game.ID
		}
		c.note(id, m.Events, m.From, at)
	case "event":
		if m.Event != nil {
			c.note(m.ID, []protocol.Event{*m.Event}, m.Event.Seq-1, at)
		}
	case "ack", "nack":
		var err error
		if m.T == "nack" {
			err = errRefused
			if m.Error != nil {
				err = fmt.Errorf("%w: %s: %s", errRefused, m.Error.Code, m.Error.Text)
			}
		}
		c.mu.Lock()
		if c.pending != nil && c.pending.ID == m.Cmd {
			c.answer <- err
			c.pending = nil
		}
		c.mu.Unlock()
	case "error":
		return fmt.Errorf("the server complains: %+v", m.Error)
	}
	return nil
}

// note checks that events come one after the other, each once.
func (c *client) note(id string, events []protocol.Event, from int, at time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if id != c.game {
		return // of the game before
	}
	if from > c.last {
		c.tally.gap(id, c.last, from)
	}
	for _, e := range events {
		switch {
		case e.Seq <= c.last:
			c.tally.repeated(id, e.Seq)
			continue
		case e.Seq != c.last+1:
			c.tally.gap(id, c.last, e.Seq-1)
		}
		c.last = e.Seq
		if e.Kind == "move" {
			select {
			case c.events <- seen{e.Seq, e.Move, at}:
			default: // nobody waits for it
			}
		}
	}
}
