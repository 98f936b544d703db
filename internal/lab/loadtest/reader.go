package loadtest

import (
	"bytes"
	"encoding/json"
	"strconv"
	"sync"

	"github.com/wane-chess/wane/internal/server/problem"
)

// news is the part of a sockets.ServerMessage that a client needs. Parsing the
// rest would take processor time from the server.
type news struct {
	T      string         `json:"t"`
	N      int64          `json:"n"`
	ID     string         `json:"id"`
	Cmd    string         `json:"cmd"`
	Seq    int            `json:"seq"`
	From   int            `json:"from"`
	Events []event        `json:"events"`
	Event  *event         `json:"event"`
	Error  *problem.Fault `json:"error"`
}

// event is the part of a gameview.Event that a client needs.
type event struct {
	Seq  int    `json:"seq"`
	Kind string `json:"kind"`
	Move string `json:"move"`
}

// reader parses the messages of the clients of one game. Each event reaches all of them as
// the same bytes, which it parses once: the clients share the processors with the server.
type reader struct {
	mu   sync.Mutex
	text []byte // the last event
	news news   // and what it says; not changed
}

// eventStart is how the message of an event begins.
var eventStart = []byte(`{"t":"event"`)

// read parses a message. The result is shared: it must not be changed.
func (r *reader) read(message []byte) (m news, err error) {
	shared := bytes.HasPrefix(message, eventStart)
	if shared {
		r.mu.Lock()
		defer r.mu.Unlock()
		if bytes.Equal(message, r.text) {
			return r.news, nil
		}
	}
	err = json.Unmarshal(message, &m)
	if shared && err == nil {
		r.text, r.news = append(r.text[:0], message...), m
	}
	return m, err
}

// parsePing returns the number of a ping as the server writes it, since most messages are
// pings.
func parsePing(b []byte) (n int64, ok bool) {
	rest, found := bytes.CutPrefix(b, []byte(`{"t":"ping","now":`))
	if !found {
		return 0, false
	}
	_, rest, found = bytes.Cut(rest, []byte(`,"n":`))
	if !found {
		return 0, false
	}
	digits := rest[:max(0, bytes.IndexAny(rest, ",}"))]
	n, err := strconv.ParseInt(string(digits), 10, 64)
	return n, err == nil
}
