package loadtest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"

	"github.com/coder/websocket"

	"github.com/wane-chess/wane/internal/live/protocol"
)

// client is one guest with one socket, which it opens again whenever it breaks,
// as the page does: it then asks for what it has missed and sends again what was
// not acknowledged.
type client struct {
	base   string
	http   *http.Client
	cookie string
	tally  *tally
	news   chan struct{} // gets a value when the line has grown; has room for one

	mu      sync.Mutex
	conn    *websocket.Conn
	line    line
	pending *pending // nil if everything was answered
	former  string   // the game that was followed before
	settled string   // the command that was answered last
	givenUp string   // the last command whose answer was not waited for to the end
}

// pending is a command that was sent and not answered yet.
type pending struct {
	message protocol.ClientMessage
	answer  chan answer // has room for the one answer
}

// answer is the number of the event that a command has led to, or why there is
// none.
type answer struct {
	seq int
	err error
}

// errRefused is in the error of commands that the server refuses.
var errRefused = errors.New("refused")

func newClient(base string, hc *http.Client, t *tally) *client {
	return &client{base: base, http: hc, tally: t, news: make(chan struct{}, 1)}
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
	data, err := io.ReadAll(io.LimitReader(resp.Body, maxMessage))
	if err != nil {
		return err
	}
	if c.cookie == "" {
		for _, k := range resp.Cookies() {
			c.cookie = k.Name + "=" + k.Value
		}
	}
	if resp.StatusCode >= 300 {
		return &statusError{resp.StatusCode, fmt.Sprintf("%s %s: %s: %.300s", method, path, resp.Status, data)}
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(data, out)
}

// statusError is what the API answers to a request that it does not carry out.
type statusError struct {
	code int
	text string
}

func (e *statusError) Error() string { return e.text }

// follow makes the socket follow a game from its beginning, and no other.
func (c *client) follow(ctx context.Context, id string) {
	c.mu.Lock()
	old, conn := c.line.game, c.conn
	c.former = old
	c.line = line{game: id, events: make([]seen, 0, 64)}
	c.mu.Unlock()
	if conn == nil {
		return // the socket says so when it opens
	}
	// If these fail, the next connection asks.
	if old != "" {
		_ = send(ctx, conn, &protocol.ClientMessage{T: "unwatch", Game: old})
	}
	_ = send(ctx, conn, &protocol.ClientMessage{T: "watch", Game: id})
}

// do sends a command and returns the number of its event when it has been
// acknowledged, however many connections that takes.
func (c *client) do(ctx context.Context, m protocol.ClientMessage) (seq int, err error) {
	p := &pending{m, make(chan answer, 1)}
	c.mu.Lock()
	c.pending = p
	conn := c.conn
	c.mu.Unlock()
	if conn != nil {
		_ = send(ctx, conn, &m) // if it fails, the next connection sends it
	}
	select {
	case a := <-p.answer:
		return a.seq, a.err
	case <-ctx.Done():
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.pending == p {
			c.pending, c.givenUp = nil, m.ID
		}
		return 0, ctx.Err()
	}
}

// answered takes the answer to a command. On each connection a command is sent at
// most once, and on another only if no answer came: there must not be a second.
func (c *client) answered(id string, a answer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.pending != nil && c.pending.message.ID == id:
		c.pending.answer <- a
		c.pending, c.settled = nil, id
	case id != "" && id == c.settled:
		c.tally.fault(&c.tally.duplicates, "game %s: command %.100q was answered twice", c.line.game, id)
	case id != "" && id == c.givenUp: // late: that was counted when it did not come
		c.settled, c.givenUp = id, ""
	default:
		c.tally.fault(&c.tally.wrong, "game %s: command %.100q was answered, but is not one that waits", c.line.game, id)
	}
}

// await waits until the client has been told of an event, and returns it.
func (c *client) await(ctx context.Context, seq int) (seen, error) {
	for {
		c.mu.Lock()
		var e seen
		if n := len(c.line.events); n >= seq {
			e = c.line.events[seq-1]
		}
		c.mu.Unlock()
		if e.kind != "" {
			return e, nil
		}
		select {
		case <-c.news:
		case <-ctx.Done():
			return seen{}, ctx.Err()
		}
	}
}

// received returns what the client has been told so far.
func (c *client) received() []seen {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]seen(nil), c.line.events...)
}
