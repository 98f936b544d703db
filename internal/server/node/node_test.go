package node_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/wane-chess/wane/internal/server/gameview"
	"github.com/wane-chess/wane/internal/server/node"
	"github.com/wane-chess/wane/internal/server/sockets"
)

// patience is how long a test waits before it fails.
const patience = 30 * time.Second

func start(t *testing.T, c node.Config) *node.Node {
	t.Helper()
	if c.Data == "" {
		c.Data = t.TempDir()
	}
	n, err := node.Start(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { stop(t, n) })
	return n
}

func stop(t *testing.T, n *node.Node) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := n.Close(ctx); err != nil {
		t.Errorf("close: %v", err)
	}
}

func browser(t *testing.T) *http.Client {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &http.Client{Jar: jar, Timeout: patience}
}

func call(t *testing.T, c *http.Client, method, url string, in, out any) {
	t.Helper()
	b, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(t.Context(), method, url, bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	resp, err := c.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	text, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		t.Fatalf("%s %s: %s, %v: %s", method, url, resp.Status, err, text)
	}
	if out == nil {
		return
	}
	if err := json.Unmarshal(text, out); err != nil {
		t.Fatal(err)
	}
}

// A guest plays against the engine on a whole node. A second node on the same directory,
// started after the first has ended, has the game.
func TestGameAgainstEngine(t *testing.T) {
	dir := t.TempDir()
	n := start(t, node.Config{Data: dir, Workers: 1, Hash: 1})
	me := browser(t)
	var full gameview.FullGame
	call(t, me, http.MethodPost, n.URL()+"/api/games",
		gameview.NewGame{ID: "first-request", Variant: "shrink", Opponent: "engine", Level: 1, Color: "white"}, &full)
	game := full.Game.ID

	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	address := "ws" + strings.TrimPrefix(n.URL(), "http") + "/ws"
	//nolint:bodyclose // the library does
	conn, _, err := websocket.Dial(ctx, address, &websocket.DialOptions{HTTPClient: me})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.CloseNow() }()
	send := func(text string) {
		if err := conn.Write(ctx, websocket.MessageText, []byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	send(`{"t":"watch","game":"` + game + `"}`)
	send(`{"t":"do","game":"` + game + `","id":"my-first-move","order":"move","move":"e4","ply":0}`)
	for moves := 0; moves < 2; {
		_, b, err := conn.Read(ctx)
		if err != nil {
			t.Fatal(err)
		}
		var m sockets.ServerMessage
		if err := json.Unmarshal(b, &m); err != nil {
			t.Fatal(err)
		}
		if m.T == "nack" || m.T == "error" {
			t.Fatalf("%s", b)
		}
		if m.T == "event" && m.Event.Kind == "move" {
			moves++
		}
	}
	_ = conn.CloseNow()
	stop(t, n)

	n = start(t, node.Config{Data: dir})
	call(t, me, http.MethodGet, n.URL()+"/api/games/"+game, nil, &full)
	if full.Game.Ply != 2 || full.Game.Status != "live" || full.Game.Black.Level != 1 || !full.Game.White.You {
		t.Errorf("afterwards the game is %+v", full.Game)
	}
}

// A node that closes sends each connection a close message.
func TestCloseEndsConnections(t *testing.T) {
	n := start(t, node.Config{})
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	address := "ws" + strings.TrimPrefix(n.URL(), "http") + "/ws"
	conn, _, err := websocket.Dial(ctx, address, nil) //nolint:bodyclose // the library does
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.CloseNow() }()
	var last sockets.ServerMessage
	if _, b, err := conn.Read(ctx); err != nil || json.Unmarshal(b, &last) != nil { // the connection is open
		t.Fatalf("the first message is %s, %v", b, err)
	}
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		stop(t, n)
	}()
	for {
		_, b, err := conn.Read(ctx)
		if err == nil {
			err = json.Unmarshal(b, &last)
		}
		if err == nil {
			continue
		}
		if last.T != "bye" || websocket.CloseStatus(err) != websocket.StatusGoingAway {
			t.Errorf("the connection ends with %+v and %v", last, err)
		}
		break
	}
	<-closed
}

func TestStartErrors(t *testing.T) {
	taken := t.TempDir()
	n := start(t, node.Config{Data: taken})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	for _, c := range []struct {
		name string
		c    node.Config
		want string
	}{
		{"a port in use", node.Config{Addr: l.Addr().String()}, "another program listens on " + l.Addr().String()},
		{"an invalid address", node.Config{Addr: "nonsense"}, "expected host:port, such as localhost:8080"},
		{"a directory in use", node.Config{Data: taken}, "another wane keeps its games in " + taken},
		{"an unknown database", node.Config{DB: "mysql:x"}, "expected sqlite:"},
		{"an unreachable queue", node.Config{NATS: "http://x"}, "nats://host:4222"},
		{"a new directory with external queues", node.Config{NATS: "http://x", Data: filepath.Join(t.TempDir(), "new")},
			"nats://host:4222"},
		{"a directory in use, with external queues", node.Config{NATS: "http://x", Data: taken},
			"another wane keeps its games in " + taken},
		{"a bad base URL", node.Config{BaseURL: "wane.example"}, "https://wane.example"},
	} {
		if c.c.Data == "" {
			c.c.Data = t.TempDir()
		}
		n, err := node.Start(t.Context(), c.c)
		if err == nil {
			stop(t, n)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
	// A failed start leaves nothing open.
	stop(t, n)
	start(t, node.Config{Data: taken})
}

func TestURL(t *testing.T) {
	n := start(t, node.Config{Addr: "127.0.0.1:0"})
	if _, port, _ := net.SplitHostPort(n.Addr().String()); n.URL() != "http://127.0.0.1:"+port {
		t.Errorf("the URL is %s", n.URL())
	}
	n = start(t, node.Config{Addr: ":0"})
	if !strings.HasPrefix(n.URL(), "http://localhost:") {
		t.Errorf("the URL is %s", n.URL())
	}
	n = start(t, node.Config{BaseURL: "https://wane.example"})
	if n.URL() != "https://wane.example" {
		t.Errorf("the URL is %s", n.URL())
	}
}

func TestDefaultData(t *testing.T) {
	for _, c := range []struct{ xdg, home, want string }{
		{"/x", "/h", "/x/wane"},
		{"relative", "/h", "/h/.local/share/wane"},
		{"", "/h", "/h/.local/share/wane"},
		{"", "", "wane-data"},
	} {
		t.Setenv("XDG_DATA_HOME", c.xdg)
		t.Setenv("HOME", c.home)
		if got := node.DefaultData(); got != filepath.FromSlash(c.want) {
			t.Errorf("with %q and %q the data lie in %s, want %s", c.xdg, c.home, got, c.want)
		}
	}
}

// Readiness and metrics can have an address of their own.
func TestStatusAddress(t *testing.T) {
	n, err := node.Start(t.Context(), node.Config{Data: t.TempDir(), StatusAddr: "localhost:0"})
	if err != nil {
		t.Fatal(err)
	}
	get := func(url string) int {
		t.Helper()
		r, err := http.Get(url)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close() //nolint:errcheck // nothing to lose
		return r.StatusCode
	}
	private := "http://" + n.StatusAddr().String()
	for url, want := range map[string]int{private +
		"/readyz": 200, private + "/metrics": 200, private + "/": 404, n.URL() + "/readyz": 404, n.URL() + "/healthz": 200} {
		if got := get(url); got != want {
			t.Errorf("%s: %d, want %d", url, got, want)
		}
	}
	if err := n.Close(t.Context()); err != nil {
		t.Error(err)
	}
	if _, err := http.Get(private + "/healthz"); err == nil { //nolint:bodyclose // there is no answer
		t.Error("the status is served after the end")
	}
}
