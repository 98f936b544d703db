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

	"github.com/wane-chess/wane/internal/server/sockets"
	"github.com/wane-chess/wane/internal/server/websock"
)

// client is a guest with one socket. Like the page, it reconnects after a break,
// requests the events it missed, and repeats unacknowledged commands.
type client struct {
	base   string
	http   *http.Client
	cookie string
	tally  *tally
	reader *reader       // shared by the clients of a game
	news   chan struct{} // receives a value when the line has grown; has room for one

	writing sync.Mutex // held while a message is sent

	lobby bool   // the client looks at the lobby
	token string // of an account; "": the client is a guest
	leave func() // closes the socket for good

	mu      sync.Mutex
	parting bool // the client itself closes the connection
	conn    *websock.Conn
	line    line
	pending *pending // nil if nothing is pending
	former  string   // the game followed before
	settled string   // the last answered command
	givenUp string   // the last command without an answer in time
}

// pending is a command without an answer yet.
type pending struct {
	message sockets.ClientMessage
	answer  chan answer // has room for the one answer
}

// answer is the number of a command's event, or the error.
type answer struct {
	seq int
	err error
}

// errRefused is in the error of commands that the server rejects.
var errRefused = errors.New("refused")

func newClient(base string, hc *http.Client, t *tally, r *reader) *client {
	return &client{base: base, http: hc, tally: t, reader: r, news: make(chan struct{}, 1)}
}

// call sends a request to the API, and keeps the cookie that makes the client a guest.
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
	if c.token != "" {
		req.Header.Set("Authorization", "Bearer "+c.token)
	}
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
		var all []string
		for _, k := range resp.Cookies() {
			all = append(all, k.Name+"="+k.Value)
		}
		c.cookie = strings.Join(all, "; ")
	}
	if resp.StatusCode >= 300 {
		return &statusError{resp.StatusCode, fmt.Sprintf("%s %s: %s: %.300s", method, path, resp.Status, data)}
	}
	if out == nil {
		return nil
	}
	return json.Unmarshal(data, out)
}

// statusError is the API's answer to a failed request.
type statusError struct {
	code int
	text string
}

func (e *statusError) Error() string { return e.text }

// open makes the client a guest and opens its socket, until ctx ends or it leaves.
func (c *client) open(ctx context.Context) error {
	if err := c.call(ctx, http.MethodGet, "/api/me", nil, nil); err != nil {
		return err
	}
	opened := make(chan error, 1)
	ctx, c.leave = context.WithCancel(ctx)
	go c.run(ctx, opened)
	select {
	case err := <-opened:
		if err != nil {
			return fmt.Errorf("a socket does not open: %w", err)
		}
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// reopen closes the connection; the client opens another.
func (c *client) reopen() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.conn != nil {
		c.parting = true
		_ = c.conn.Close()
	}
}

// parted reports whether the client itself closed the last connection.
func (c *client) parted() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	was := c.parting
	c.parting = false
	return was
}

// follow makes the socket follow one game from its start.
func (c *client) follow(id string) {
	c.mu.Lock()
	old, conn := c.line.game, c.conn
	c.former = old
	c.line = line{game: id, events: make([]seen, 0, 64)}
	c.mu.Unlock()
	if conn == nil {
		return // the socket subscribes when it opens
	}
	// If these fail, the next connection repeats them.
	if old != "" {
		_ = c.send(conn, &sockets.ClientMessage{T: "unwatch", Game: old})
	}
	_ = c.send(conn, &sockets.ClientMessage{T: "watch", Game: id})
}

// do sends a command and returns the number of its event after the acknowledgement,
// over as many connections as needed.
func (c *client) do(ctx context.Context, m sockets.ClientMessage) (seq int, err error) {
	p := &pending{m, make(chan answer, 1)}
	c.mu.Lock()
	c.pending = p
	conn := c.conn
	c.mu.Unlock()
	if conn != nil {
		_ = c.send(conn, &m) // if it fails, the next connection sends it
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

// answered handles the answer to a command. Each connection sends a command at most
// once, and repeats it only if there was no answer, so there must be only one.
func (c *client) answered(id string, a answer) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.pending != nil && c.pending.message.ID == id:
		c.pending.answer <- a
		c.pending, c.settled = nil, id
	case id != "" && id == c.settled:
		c.tally.fault(&c.tally.duplicates, "game %s: command %.100q was answered twice", c.line.game, id)
	case id != "" && id == c.givenUp: // late: counted at its timeout
		c.settled, c.givenUp = id, ""
	default:
		c.tally.fault(&c.tally.wrong, "game %s: command %.100q was answered, but is not pending", c.line.game, id)
	}
}

// await waits for an event to reach the client, and returns it.
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

// received returns the events that have reached the client.
func (c *client) received() []seen {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append([]seen(nil), c.line.events...)
}
