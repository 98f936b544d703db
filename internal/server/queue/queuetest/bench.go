package queuetest

import (
	"context"
	"fmt"
	"testing"

	"github.com/wane-chess/wane/internal/server/livegame"
)

// Bench enqueues jobs and takes their answers: one after the other, and 64 at a time.
func Bench(b *testing.B, q livegame.Queue) {
	b.Helper()
	answers := make(chan struct{}, 64)
	go func() { _ = q.ConsumeMoves(b.Context(), 4, 0, Answered) }()
	go func() {
		take := func(context.Context, livegame.Answer) error { answers <- struct{}{}; return nil }
		_ = q.ConsumeMoveAnswers(b.Context(), take)
	}()
	n := 0
	for _, atOnce := range []int{1, 64} {
		b.Run(fmt.Sprint(atOnce), func(b *testing.B) {
			waits := 0
			for b.Loop() {
				if n, waits = n+1, waits+1; waits > atOnce {
					<-answers
					waits--
				}
				if err := q.EnqueueMove(b.Context(), Job(n)); err != nil {
					b.Fatal(err)
				}
			}
			for range waits {
				<-answers
			}
		})
	}
}
