package crash

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"github.com/wane-chess/wane/internal/lab/loadtest"
	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/sockets"
)

// tab is a page with one game: a socket that can move to another node, where it
// resumes after its last event. It checks that each event arrives once and in order.
type tab struct {
	*guest
	game string
	news chan struct{} // gets a value after each message; has room for one

	mu       sync.Mutex
	conn     *websocket.Conn
	events   []gameview.Event
	presence gameview.Presence
	answers  map[string]sockets.ServerMessage
	unsent   []sockets.ClientMessage // without an answer so far
}

// open opens a page for a game.
func (g *guest) open(n *loadtest.Process, game string) *tab {
	g.t.Helper()
	k := &tab{guest: g, game: game, news: make(chan struct{}, 1), answers: map[string]sockets.ServerMessage{}}
	k.move(n)
	return k
}

// move connects the page to a node: it requests the events that it has missed, and
// resends commands without an answer.
func (k *tab) move(n *loadtest.Process) {
	k.t.Helper()
	ctx, cancel := context.WithTimeout(k.t.Context(), patience)
	defer cancel()
	address := "ws" + strings.TrimPrefix(n.URL(), "http") + "/ws"
	//nolint:bodyclose // the library does
	conn, _, err := websocket.Dial(ctx, address, &websocket.DialOptions{HTTPClient: k.http})
	if err != nil {
		k.t.Fatalf("%s: %v", k.name, err)
	}
	conn.SetReadLimit(1 << 20)
	done := make(chan struct{})
	k.t.Cleanup(func() {
		_ = conn.CloseNow()
		<-done
	})
	k.mu.Lock()
	if k.conn != nil {
		_ = k.conn.CloseNow()
	}
	k.conn = conn
	last, unsent := len(k.events), k.unsent
	k.mu.Unlock()
	go func() {
		defer close(done)
		k.read(conn)
	}()
	k.send(sockets.ClientMessage{T: "watch", Game: k.game, From: &last})
	for _, m := range unsent {
		k.send(m)
	}
}

// send sends a message, and ignores a broken connection.
func (k *tab) send(m sockets.ClientMessage) {
	b, err := json.Marshal(m)
	if err != nil {
		k.t.Error(err)
	}
	k.mu.Lock()
	conn := k.conn
	k.mu.Unlock()
	_ = conn.Write(k.t.Context(), websocket.MessageText, b)
}

func (k *tab) read(conn *websocket.Conn) {
	for {
		_, b, err := conn.Read(context.Background())
		if err != nil {
			return
		}
		var m sockets.ServerMessage
		if err := json.Unmarshal(b, &m); err != nil {
			k.t.Errorf("%s: %q: %v", k.name, b, err)
			return
		}
		k.take(conn, &m)
	}
}

func (k *tab) take(conn *websocket.Conn, m *sockets.ServerMessage) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if conn != k.conn {
		return // a message from before the move to another node
	}
	switch m.T {
	case "ping":
		_ = conn.Write(context.Background(), websocket.MessageText, fmt.Appendf(nil, `{"t":"pong","n":%d}`, m.N))
	case "game":
		if m.From != len(k.events) {
			k.t.Errorf("%s: requested the events after %d, got those after %d", k.name, len(k.events), m.From)
		}
		for _, e := range m.Events {
			k.add(e)
		}
		k.presence = *m.Presence
	case "event":
		k.add(*m.Event)
	case "presence":
		k.presence = *m.Presence
	case "ack", "nack":
		if _, known := k.answers[m.Cmd]; known {
			k.t.Errorf("%s: a second answer to %s", k.name, m.Cmd)
		}
		k.answers[m.Cmd] = *m
		for i := range k.unsent {
			if k.unsent[i].ID == m.Cmd {
				k.unsent = append(k.unsent[:i:i], k.unsent[i+1:]...)
				break
			}
		}
	case "error":
		k.t.Errorf("%s: the server reports %+v", k.name, m.Error)
	}
	select {
	case k.news <- struct{}{}:
	default:
	}
}

func (k *tab) add(e gameview.Event) {
	if e.Seq != len(k.events)+1 {
		k.t.Errorf("%s: event %d is followed by %d, %s %s", k.name, len(k.events), e.Seq, e.Kind, e.Move)
		return
	}
	k.events = append(k.events, e)
}

// until waits for messages until ok returns true.
func (k *tab) until(what string, ok func() bool) {
	k.t.Helper()
	late := time.After(patience)
	for {
		k.mu.Lock()
		done := ok()
		k.mu.Unlock()
		if done {
			return
		}
		select {
		case <-k.news:
		case <-late:
			k.mu.Lock()
			defer k.mu.Unlock()
			k.t.Fatalf("timed out after %v: %s has no %s; it has %d events, presence %+v",
				patience, k.name, what, len(k.events), k.presence)
		}
	}
}

// command sends a command and returns its ID.
func (k *tab) command(m sockets.ClientMessage) string {
	m.T, m.Game = "do", k.game
	if m.ID == "" {
		m.ID = newID()
	}
	k.mu.Lock()
	k.unsent = append(k.unsent, m)
	k.mu.Unlock()
	k.send(m)
	return m.ID
}

// answer waits for the answer to a command.
func (k *tab) answer(id string) sockets.ServerMessage {
	k.t.Helper()
	k.until("the answer to "+id, func() bool { return k.answers[id].T != "" })
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.answers[id]
}

// do sends a command, which must be accepted, and returns the number of its event.
func (k *tab) do(order, move string, ply int) int {
	k.t.Helper()
	a := k.answer(k.command(sockets.ClientMessage{Order: order, Move: move, Ply: &ply}))
	if a.T != "ack" {
		k.t.Fatalf("%s: %s %s: %+v", k.name, order, move, a.Error)
	}
	return a.Seq
}

// sees waits until the page has that event.
func (k *tab) sees(seq int, kind, move string) {
	k.t.Helper()
	k.until(fmt.Sprintf("event %d, %s %s", seq, kind, move), func() bool { return len(k.events) >= seq })
	k.mu.Lock()
	defer k.mu.Unlock()
	e := k.events[seq-1]
	if e.Kind != kind || e.Move != move {
		k.t.Errorf("%s: event %d is %s %s, want %s %s", k.name, seq, e.Kind, e.Move, kind, move)
	}
}
