package bus

import (
	"testing"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/wane-chess/wane/internal/server/queue/queuetest"
)

// BenchmarkPublish publishes notices without subscribers.
func BenchmarkPublish(b *testing.B) {
	q, err := Open(b.Context(), Options{URL: natsServer(b, server.RANDOM_PORT).ClientURL()})
	if err != nil {
		b.Fatal(err)
	}
	n := queuetest.Notice("abcdefghijkl", 1)
	for b.Loop() {
		for q.Publish(n) != nil { // full: wait for the sender
			if err := q.Ping(b.Context()); err != nil {
				b.Fatal(err)
			}
		}
	}
	_ = q.Close()
}
