package loadtest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/wane-chess/wane/internal/server/problem"
	"github.com/wane-chess/wane/internal/server/sockets"
	"github.com/wane-chess/wane/internal/server/websock"
)

const (
	maxMessage = 8 << 20 // bytes of an answer or message
	dialTime   = 20 * time.Second
	redial     = 100 * time.Millisecond // after a connection broke
)

// send sends a message.
func (c *client) send(conn *websock.Conn, m *sockets.ClientMessage) error {
	data, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return c.write(conn, conn.Text(data))
}

func (c *client) write(conn *websock.Conn, frame []byte) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	return conn.Send(frame)
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
		if !c.parted() {
			c.tally.reconnect(err)
		}
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
	conn, err := websock.Dial(dial, c.connect(), c.base+"/ws", http.Header{"Cookie": {c.cookie}}, maxMessage)
	if err != nil {
		return err
	}
	defer func() { _ = conn.Close() }()
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
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
	if c.lobby {
		if err := c.send(conn, &sockets.ClientMessage{T: "lobby", On: true}); err != nil {
			return err
		}
	}
	if game != "" {
		if err := c.send(conn, &sockets.ClientMessage{T: "watch", Game: game, From: &last}); err != nil {
			return err
		}
	}
	if pending != nil {
		if err := c.send(conn, &pending.message); err != nil {
			return err
		}
	}
	return conn.Receive(func(message []byte, text bool) error {
		return c.take(conn, message, text)
	}, func(frame []byte) { _ = c.write(conn, frame) })
}

// connect returns what opens connections: sockets come from the same address as requests.
func (c *client) connect() func(ctx context.Context, network, address string) (net.Conn, error) {
	if t, ok := c.http.Transport.(*http.Transport); ok {
		return t.DialContext
	}
	return nil
}

// take handles a message. An error ends the connection.
func (c *client) take(conn *websock.Conn, message []byte, text bool) error {
	at := time.Now()
	if n, ok := parsePing(message); ok {
		return c.write(conn, conn.Text(append(strconv.AppendInt([]byte(`{"t":"pong","n":`), n, 10), '}')))
	}
	if c.lobby && bytes.HasPrefix(message, lobbyStart) {
		return nil
	}
	m, err := c.reader.read(message)
	if err == nil && !text {
		err = errors.New("not a text message")
	}
	if err != nil {
		c.tally.fault(&c.tally.wrong, "the server sent %.100q: %v", message, err)
		return nil
	}
	switch m.T {
	case "ping":
		return c.send(conn, &sockets.ClientMessage{T: "pong", N: m.N})
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
func errorText(e *problem.Fault) string {
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
