package bus_test

import (
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/wane-chess/wane/internal/server/bus"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/queue"
	"github.com/wane-chess/wane/internal/server/queue/queuetest"
)

// Nodes that share a server hear each other.
func TestConform(t *testing.T) {
	queuetest.ConformNotices(t, queuetest.Implementation{
		Open: func(t *testing.T) func(string) livegame.Queue {
			s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true})
			if err != nil {
				t.Fatal(err)
			}
			s.Start()
			t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
			return func(name string) livegame.Queue {
				b, err := bus.Open(t.Context(), bus.Options{URL: s.ClientURL(), Node: name, Connect: time.Minute})
				if err != nil {
					t.Fatal(err)
				}
				q := queue.New(queue.Options{Bus: b})
				t.Cleanup(func() { _ = q.Close() })
				return q
			}
		},
		Subscriptions: 3000,
	})
}
