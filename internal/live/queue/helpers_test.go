package queue

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/wane-chess/wane/internal/live/livegame"
)

// patience is how long a test waits before it fails.
const patience = 30 * time.Second

// slow is a timing without redeliveries during a test.
var slow = Timing{AckWait: 5 * time.Minute, Retry: time.Millisecond, Connect: patience}

// cluster opens nodes that share a queue.
type cluster func(t *testing.T, node string, timing Timing) *Client

// newCluster starts a server.
func newCluster(t *testing.T) cluster {
	t.Helper()
	url := externalServer(t, t.TempDir(), server.RANDOM_PORT).ClientURL()
	return func(t *testing.T, node string, timing Timing) *Client {
		return opened(t, Options{URL: url, Node: node, Timing: timing, Log: testLog(t)})
	}
}

// externalServer starts a server that listens on this machine.
func externalServer(t testing.TB, dir string, port int) *server.Server {
	t.Helper()
	s, err := server.NewServer(&server.Options{
		Host:      "127.0.0.1",
		Port:      port,
		NoSigs:    true,
		NoLog:     true,
		JetStream: dir != "",
		StoreDir:  dir,
	})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	if !s.ReadyForConnections(patience) {
		t.Fatal("the NATS server does not start")
	}
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	return s
}

func opened(t *testing.T, o Options) *Client {
	t.Helper()
	c, err := Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closed(t, c) })
	return c
}

func closed(t *testing.T, c *Client) {
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}

// testLog writes the log to the test.
func testLog(t *testing.T) *slog.Logger {
	return slog.New(slog.NewTextHandler(t.Output(), &slog.HandlerOptions{Level: slog.LevelInfo}))
}

// notebook is a log that tests can read.
type notebook struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (n *notebook) Write(p []byte) (int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.text.Write(p)
}

func (n *notebook) has(text string) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	return strings.Contains(n.text.String(), text)
}

// got waits for a value.
func got[T any](t *testing.T, c <-chan T) (v T) {
	t.Helper()
	select {
	case v = <-c:
	case <-time.After(patience):
		t.Fatal("nothing came")
	}
	return v
}

// working runs a function until the test ends or stop is called, which waits for its
// end.
func working(t *testing.T, f func(context.Context) error) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := f(ctx); err != nil && err != ErrClosed { //nolint:errorlint // the error itself, not wrapped
			t.Error(err)
		}
	}()
	stop = sync.OnceFunc(func() {
		cancel()
		select {
		case <-done:
		case <-time.After(patience):
			t.Error("it does not end")
		}
	})
	t.Cleanup(stop)
	return stop
}

// answers collects the answers to the nodes.
func answers(t *testing.T, b *Client) <-chan livegame.Answer {
	c := make(chan livegame.Answer, 100)
	working(t, func(ctx context.Context) error {
		return b.ConsumeMoveAnswers(ctx, func(_ context.Context, a livegame.Answer) error { c <- a; return nil })
	})
	return c
}

func containsAll(s string, parts ...string) bool {
	for _, p := range parts {
		if !strings.Contains(s, p) {
			return false
		}
	}
	return true
}
