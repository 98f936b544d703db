package bus

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// patience is how long a test waits before it fails.
const patience = 30 * time.Second

// newCluster starts a server, and returns what connects nodes to it.
func newCluster(t *testing.T) func(t *testing.T, node string) *Client {
	t.Helper()
	url := natsServer(t, server.RANDOM_PORT).ClientURL()
	return func(t *testing.T, node string) *Client {
		return opened(t, Options{URL: url, Node: node, Log: testLog(t)})
	}
}

// natsServer starts a server that listens on this machine.
func natsServer(t testing.TB, port int) *server.Server {
	t.Helper()
	s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: port, NoSigs: true, NoLog: true})
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

func containsAll(s string, parts ...string) bool {
	for _, p := range parts {
		if !strings.Contains(s, p) {
			return false
		}
	}
	return true
}
