package server

import (
	"bytes"
	"context"
	"encoding/json"
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
	"github.com/wane-chess/wane/rules"
)

// patience is how long a test waits for what must come.
const patience = 20 * time.Second

// world is a server with all that it needs, in memory, with a clock that stands
// still.
type world struct {
	t     *testing.T
	s     *Server
	host  *manager.Manager
	store *managertest.Store
	hub   *managertest.Broker
	clock *managertest.Clock
	web   *httptest.Server
	log   *logText
}

// logText is what the server has logged. Sockets log as well, at any time.
type logText struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write implements io.Writer.
func (l *logText) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

// String returns all of it.
func (l *logText) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// testPage is a small page. The compressed files hold what tells them apart.
func testPage() fs.FS {
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

func newWorld(t *testing.T, change ...func(*Options)) *world {
	t.Helper()
	w := &world{t: t, store: managertest.NewStore(), hub: managertest.NewBroker(), clock: managertest.NewClock(), log: &logText{}}
	var err error
	if w.host, err = manager.New(manager.Options{Node: "one", Store: w.store, Queue: w.hub.Node("one"), Lookup: rules.ByName, Clock: w.clock}); err != nil {
		t.Fatal(err)
	}
	judge := review.NewService(review.ServiceOptions{Store: w.store, Queue: w.hub.Node("reviews"), Lookup: rules.ByName, Now: w.clock.Now})
	o := Options{
		Host: w.host, Reviews: judge, Secrets: w.store, Lookup: rules.ByName, Variants: rules.All(), Page: testPage(), Now: w.clock.Now,
		Log: slog.New(slog.NewTextHandler(w.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	}
	for _, f := range change {
		f(&o)
	}
	if w.s, err = New(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	ran := make(chan error, 2)
	go func() { ran <- w.host.Run(ctx) }()
	go func() { ran <- judge.Run(ctx) }()
	w.web = httptest.NewServer(w.s)
	t.Cleanup(func() {
		w.web.Close()
		w.s.Close(ctx)
		cancel()
		for range cap(ran) {
			if err := <-ran; err != nil {
				t.Error(err)
			}
		}
	})
	return w
}

// visitor is a browser with its cookies.
type visitor struct {
	*world
	http *http.Client
	me   protocol.Me
}

// visitor makes one who has been here already.
func (w *world) visitor() *visitor {
	w.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		w.t.Fatal(err)
	}
	v := &visitor{world: w, http: &http.Client{Jar: jar, Timeout: patience, Transport: &http.Transport{DisableCompression: true}}}
	v.ask(http.MethodGet, "/api/me", nil, &v.me)
	return v
}

// ask calls the API and wants it to succeed.
func (v *visitor) ask(method, path string, in, out any) {
	v.t.Helper()
	resp, body := v.request(method, path, in)
	if resp.StatusCode != http.StatusOK {
		v.t.Fatalf("%s %s: status %d: %s", method, path, resp.StatusCode, body)
	}
	if out != nil {
		if err := json.Unmarshal([]byte(body), out); err != nil {
			v.t.Fatalf("%s %s: %v: %s", method, path, err, body)
		}
	}
}

// reply is the head of an answer.
type reply struct {
	StatusCode int
	Header     http.Header
}

func (v *visitor) request(method, path string, in any, headers ...string) (reply, string) {
	v.t.Helper()
	var body io.Reader
	switch in := in.(type) {
	case nil:
	case string:
		body = strings.NewReader(in)
	default:
		b, err := json.Marshal(in)
		if err != nil {
			v.t.Fatal(err)
		}
		body = bytes.NewReader(b)
	}
	r, err := http.NewRequestWithContext(v.t.Context(), method, v.web.URL+path, body)
	if err != nil {
		v.t.Fatal(err)
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	resp, err := v.http.Do(r)
	if err != nil {
		v.t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		v.t.Fatal(err)
	}
	return reply{resp.StatusCode, resp.Header}, string(b)
}

// begin makes a game.
func (v *visitor) begin(n protocol.NewGame) protocol.Full {
	v.t.Helper()
	if n.ID == "" {
		n.ID = "request-" + v.me.ID
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
	v.ask(http.MethodPost, "/api/games", n, &full)
	return full
}

// wire is a socket of a visitor.
type wire struct {
	t    *testing.T
	conn *websocket.Conn
	n    int // commands sent
}

// upgrade asks for a socket, and returns the status of the answer too.
func (w *world) upgrade(ctx context.Context, o *websocket.DialOptions) (*websocket.Conn, int, error) {
	conn, resp, err := websocket.Dial(ctx, w.web.URL+"/ws", o) //nolint:bodyclose // the library does
	if resp == nil {
		return conn, 0, err
	}
	return conn, resp.StatusCode, err
}

// dial opens a socket and reads the greeting.
func (v *visitor) dial() *wire {
	v.t.Helper()
	ctx, cancel := context.WithTimeout(v.t.Context(), patience)
	defer cancel()
	conn, status, err := v.upgrade(ctx, &websocket.DialOptions{HTTPClient: v.http})
	if err != nil {
		v.t.Fatalf("dial: %d, %v", status, err)
	}
	conn.SetReadLimit(4 << 20)
	v.t.Cleanup(func() { _ = conn.CloseNow() })
	w := &wire{t: v.t, conn: conn}
	if hello := w.read(); hello.T != "hello" || hello.Me == nil || hello.Me.ID != v.me.ID && v.me.ID != "" {
		v.t.Fatalf("the socket begins with %+v, %+v", hello, hello.Me)
	}
	return w
}

// read returns the next message.
func (w *wire) read() protocol.ServerMessage {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), patience)
	defer cancel()
	_, b, err := w.conn.Read(ctx)
	if err != nil {
		w.t.Fatalf("read: %v", err)
	}
	var m protocol.ServerMessage
	if err := json.Unmarshal(b, &m); err != nil {
		w.t.Fatalf("%s: %v", b, err)
	}
	return m
}

// want reads until a message of that type comes.
func (w *wire) want(kind string) protocol.ServerMessage {
	w.t.Helper()
	for {
		m := w.read()
		if m.T == kind {
			return m
		}
		if m.T == "error" || m.T == "nack" || m.T == "bye" {
			w.t.Fatalf("waiting for %s: %+v, %+v", kind, m, m.Error)
		}
	}
}

// until reads until a message of that type comes, whatever comes before.
func (w *wire) until(kind string) {
	w.t.Helper()
	for w.read().T != kind {
		continue
	}
}

// dropped wants a connection to end, and that to be counted once for a reason.
func (w *world) dropped(a *wire, reason string) {
	w.t.Helper()
	if _, err := a.ended(); err == nil {
		w.t.Error("the connection goes on")
	}
	if n := w.metric(`wane_sockets_dropped_total{reason="` + reason + `"}`); n != "1" {
		w.t.Errorf("%s connections were dropped for being %s, want 1", n, reason)
	}
}

// ended reads until the connection ends, and returns how and what came last.
func (w *wire) ended() (last protocol.ServerMessage, err error) {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), patience)
	defer cancel()
	for {
		_, b, err := w.conn.Read(ctx)
		if err != nil {
			if ctx.Err() != nil {
				w.t.Fatal("the connection goes on")
			}
			return last, err
		}
		_ = json.Unmarshal(b, &last)
	}
}

func (w *wire) send(m any) {
	w.t.Helper()
	b, ok := m.(string)
	if !ok {
		text, err := json.Marshal(m)
		if err != nil {
			w.t.Fatal(err)
		}
		b = string(text)
	}
	ctx, cancel := context.WithTimeout(w.t.Context(), patience)
	defer cancel()
	if err := w.conn.Write(ctx, websocket.MessageText, []byte(b)); err != nil {
		w.t.Fatalf("write: %v", err)
	}
}

// watch follows a game and returns how it stands.
func (w *wire) watch(game string) protocol.ServerMessage {
	w.t.Helper()
	w.send(protocol.ClientMessage{T: "watch", Game: game})
	return w.want("game")
}

// do sends a command and returns the answer to it.
func (w *wire) do(m protocol.ClientMessage) protocol.ServerMessage {
	w.t.Helper()
	m.T = "do"
	if m.ID == "" {
		w.n++
		m.ID = "command-" + string(rune('a'+w.n))
	}
	w.send(m)
	for {
		if a := w.read(); (a.T == "ack" || a.T == "nack") && a.Cmd == m.ID {
			return a
		}
	}
}

// metric returns a value as /metrics tells it.
func (w *world) metric(name string) string {
	w.t.Helper()
	_, body := (&visitor{world: w, http: http.DefaultClient}).request(http.MethodGet, "/metrics", nil)
	for line := range strings.Lines(body) {
		if value, found := strings.CutPrefix(line, name+" "); found {
			return strings.TrimSpace(value)
		}
	}
	return "nothing"
}

// following is how many games a socket follows.
func (k *socket) following() int {
	k.presence.Lock()
	defer k.presence.Unlock()
	return len(k.watches)
}
