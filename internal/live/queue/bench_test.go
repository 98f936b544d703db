package queue

import (
	"context"
	"testing"

	"github.com/wane-chess/wane/internal/live/livegame"
	"github.com/wane-chess/wane/internal/live/queue/queuetest"
)

// BenchmarkOpen opens and closes an embedded queue.
func BenchmarkOpen(b *testing.B) {
	dir := b.TempDir()
	for b.Loop() {
		bus, err := Open(b.Context(), Options{URL: Embedded, Dir: dir})
		if err != nil {
			b.Fatal(err)
		}
		_ = bus.Close()
	}
}

// BenchmarkJob enqueues a job and waits for its answer, one after the other.
func BenchmarkJob(b *testing.B) {
	bus, err := Open(b.Context(), Options{URL: Embedded, Dir: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	answers := make(chan livegame.Answer)
	ctx, cancel := context.WithCancel(b.Context())
	go func() { _ = bus.ConsumeMoves(ctx, 1, 0, queuetest.Answered) }()
	go func() {
		_ = bus.ConsumeMoveAnswers(ctx, func(_ context.Context, a livegame.Answer) error { answers <- a; return nil })
	}()
	for n := 0; b.Loop(); n++ {
		if err := bus.EnqueueMove(ctx, queuetest.Job(n)); err != nil {
			b.Fatal(err)
		}
		<-answers
	}
	cancel()
	_ = bus.Close()
}

// BenchmarkPublish publishes notices without subscribers.
func BenchmarkPublish(b *testing.B) {
	bus, err := Open(b.Context(), Options{URL: Embedded, Dir: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	n := queuetest.Notice("abcdefghijkl", 1)
	for b.Loop() {
		for bus.Publish(n) != nil { // full: wait for the sender
			if err := bus.Ping(b.Context()); err != nil {
				b.Fatal(err)
			}
		}
	}
	_ = bus.Close()
}
