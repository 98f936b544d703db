// Package servertest runs a whole server in memory for tests, with clients that use
// its API and its sockets.
package servertest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/coder/websocket"

	"github.com/wane-chess/wane/internal/live/manager"
	"github.com/wane-chess/wane/internal/live/manager/managertest"
	"github.com/wane-chess/wane/internal/live/protocol"
	"github.com/wane-chess/wane/internal/live/review"
	"github.com/wane-chess/wane/internal/live/server"
	"github.com/wane-chess/wane/rules"
)

// Patience is how long a test waits before it fails.
const Patience = 20 * time.Second

// World is a server with everything that it needs in memory, and a clock that the test
// advances.
type World struct {
	T      *testing.T
	Server *server.Server
	Host   *manager.Manager
	Store  *managertest.Store
	Hub    *managertest.Broker
	Clock  *managertest.Clock
	Web    *httptest.Server
	Log    *Log
}

// Log is the server's log. It is safe for concurrent use.
type Log struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write implements io.Writer.
func (l *Log) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

// String returns all of it.
func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// Page is a small page. The compressed files differ in content, so that tests can
// distinguish them.
func Page() fs.FS {
	file := func(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s)} }
	long := strings.Repeat("let x = 1;\n", 20)
	return fstest.MapFS{
		"index.html":              file("<!doctype html><title>wane</title>" + strings.Repeat(" ", 100)),
		"index.html.br":           file("br of index"),
		"embed.html":              file("<!doctype html><html><head><meta name=\"description\" content=\"a board\" /><title>board</title></head><body>" + strings.Repeat(" ", 100)),
		"assets/main-abc.js":      file(long),
		"assets/main-abc.js.br":   file("br of main"),
		"assets/main-abc.js.gz":   file("gz of main"),
		"assets/rules-abc.wasm":   file(long),
		"assets/small-abc.css":    file("a{}"),
		"assets/small-abc.css.br": file("longer than the file itself"),
		"assets/orphan-abc.js.br": file("of nothing"),
		"favicon.svg":             file("<svg/>"),
	}
}

// New starts a server; change may change its options. It ends with the test.
func New(t *testing.T, change ...func(*server.Options)) *World {
	t.Helper()
	w := &World{T: t, Store: managertest.NewStore(), Hub: managertest.NewBroker(), Clock: managertest.NewClock(), Log: &Log{}}
	var err error
	if w.Host, err = manager.New(manager.Options{Node: "one", Store: w.Store, Queue: w.Hub.Node("one"), Lookup: rules.ByName, Clock: w.Clock}); err != nil {
		t.Fatal(err)
	}
	judge := review.NewService(review.ServiceOptions{Store: w.Store, Queue: w.Hub.Node("reviews"), Lookup: rules.ByName, Now: w.Clock.Now})
	o := server.Options{
		Host: w.Host, Reviews: judge, Secrets: w.Store, Lookup: rules.ByName, Variants: rules.All(), Page: Page(), Now: w.Clock.Now,
		Log: slog.New(slog.NewTextHandler(w.Log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	}
	for _, f := range change {
		f(&o)
	}
	if w.Server, err = server.New(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ran := make(chan error, 2)
	go func() { ran <- w.Host.Run(ctx) }()
	go func() { ran <- judge.Run(ctx) }()
	w.Web = httptest.NewServer(w.Server)
	t.Cleanup(func() {
		w.Web.Close()
		w.Server.Close(ctx)
		cancel()
		for range cap(ran) {
			if err := <-ran; err != nil {
				t.Error(err)
			}
		}
	})
	return w
}

// Visitor is a browser with its cookies.
type Visitor struct {
	*World
	HTTP *http.Client
	Me   protocol.Me
}

// Visitor makes a visitor with a cookie.
func (w *World) Visitor() *Visitor {
	w.T.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		w.T.Fatal(err)
	}
	v := &Visitor{World: w, HTTP: &http.Client{Jar: jar, Timeout: Patience, Transport: &http.Transport{DisableCompression: true}}}
	v.Ask(http.MethodGet, "/api/me", nil, &v.Me)
	return v
}

// Ask calls the API, which must succeed.
func (v *Visitor) Ask(method, path string, in, out any) {
	v.T.Helper()
	resp, body := v.Request(method, path, in)
	if resp.StatusCode != http.StatusOK {
		v.T.Fatalf("%s %s: status %d: %s", method, path, resp.StatusCode, body)
	}
	if out != nil {
		if err := json.Unmarshal([]byte(body), out); err != nil {
			v.T.Fatalf("%s %s: %v: %s", method, path, err, body)
		}
	}
}

// Reply is the head of an answer.
type Reply struct {
	StatusCode int
	Header     http.Header
}

// Request asks the server and returns its reply and the text of the body.
func (v *Visitor) Request(method, path string, in any, headers ...string) (Reply, string) {
	v.T.Helper()
	var body io.Reader
	switch in := in.(type) {
	case nil:
	case string:
		body = strings.NewReader(in)
	default:
		b, err := json.Marshal(in)
		if err != nil {
			v.T.Fatal(err)
		}
		body = bytes.NewReader(b)
	}
	r, err := http.NewRequestWithContext(v.T.Context(), method, v.Web.URL+path, body)
	if err != nil {
		v.T.Fatal(err)
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	resp, err := v.HTTP.Do(r)
	if err != nil {
		v.T.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		v.T.Fatal(err)
	}
	return Reply{resp.StatusCode, resp.Header}, string(b)
}

// Begin creates a game.
func (v *Visitor) Begin(n protocol.NewGame) protocol.Full {
	v.T.Helper()
	if n.ID == "" {
		n.ID = "request-" + v.Me.ID
	}
	if n.Variant == "" {
		n.Variant = "chess"
	}
	if n.Opponent == "" {
		n.Opponent = "friend"
	}
	if n.Color == "" {
		n.Color = "white"
	}
	var full protocol.Full
	v.Ask(http.MethodPost, "/api/games", n, &full)
	return full
}

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
func (w *Wire) Read() protocol.ServerMessage {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), Patience)
	defer cancel()
	_, b, err := w.Conn.Read(ctx)
	if err != nil {
		w.t.Fatalf("read: %v", err)
	}
	var m protocol.ServerMessage
	if err := json.Unmarshal(b, &m); err != nil {
		w.t.Fatalf("%s: %v", b, err)
	}
	return m
}

// Want reads until a message of a type comes.
func (w *Wire) Want(kind string) protocol.ServerMessage {
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
func (w *Wire) Ended() (last protocol.ServerMessage, err error) {
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
func (w *Wire) Watch(game string) protocol.ServerMessage {
	w.t.Helper()
	w.Send(protocol.ClientMessage{T: "watch", Game: game})
	return w.Want("game")
}

// Do sends a command and returns the answer to it.
func (w *Wire) Do(m protocol.ClientMessage) protocol.ServerMessage {
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

// Metric returns a value of /metrics.
func (w *World) Metric(name string) string {
	w.T.Helper()
	_, body := (&Visitor{World: w, HTTP: http.DefaultClient}).Request(http.MethodGet, "/metrics", nil)
	for line := range strings.Lines(body) {
		if value, found := strings.CutPrefix(line, name+" "); found {
			return strings.TrimSpace(value)
		}
	}
	return "nothing"
}

// Fetch returns the answer to a GET without cookies.
func (w *World) Fetch(path string) *httptest.ResponseRecorder {
	rec := httptest.NewRecorder()
	w.Server.ServeHTTP(rec, httptest.NewRequest(http.MethodGet, path, nil))
	return rec
}

// Playing creates a game of Shrink Chess in which the visitor plays both colors.
func (v *Visitor) Playing(moves ...string) (game string) {
	v.T.Helper()
	game = v.Begin(protocol.NewGame{ID: "a-game-to-draw", Opponent: "self", Variant: "shrink"}).Game.ID
	for i, move := range moves {
		v.Play(game, i, move)
	}
	return game
}

// Play plays a move.
func (v *Visitor) Play(game string, ply int, move string) {
	v.T.Helper()
	v.Ask(http.MethodPost, "/api/games/"+game+"/commands", protocol.Do{ID: fmt.Sprintf("command-%s-%d", move, ply), Order: "move", Move: move, Ply: &ply}, nil)
}

// Resign resigns for White.
func (v *Visitor) Resign(game string) {
	v.T.Helper()
	v.Ask(http.MethodPost, "/api/games/"+game+"/commands", protocol.Do{ID: "command-resign", Order: "resign", Color: "white"}, nil)
}
