// Package queuetest is the conformance test of message queues: those of package queue, and those of package
// managertest.
package queuetest

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/livegame"
)

// patience is how long a test waits before it fails.
const patience = 30 * time.Second

// Implementation is a message queue under test.
type Implementation struct {
	// Open returns a function that connects nodes to empty queues. It disconnects them
	// at the end of the test. Failures are retried soon.
	Open func(t *testing.T) (node func(name string) livegame.Queue)
	// Pending returns how many jobs and answers are left. The node is one of Open.
	Pending func(t *testing.T, node livegame.Queue) int
	// Tries is the number of attempts per job.
	Tries int
	// Subscriptions is how many games one node can subscribe to. Without any, there are no other nodes, and so no
	// notices.
	Subscriptions int
}

// Conform runs the conformance test. Its parts are subtests.
func Conform(t *testing.T, k Implementation) {
	ConformNotices(t, k)
	run(t, k, []subtest{
		{"Moves", testMoves},
		{"MoveGivenBack", testMoveGivenBack},
		{"MovesFail", testMovesFail},
		{"MovesRefused", testMovesRefused},
		{"MoveReplaced", testMoveReplaced},
		{"MoveAttempts", testMoveAttempts},
		{"MoveCanceled", testMoveCanceled},
		{"MoveInterrupted", testMoveInterrupted},
		{"ExtraMoves", testExtraMoves},
		{"Answers", testAnswers},
	})
}

// ConformNotices runs the part of the conformance test that is about notices and the end.
func ConformNotices(t *testing.T, k Implementation) {
	if k.Subscriptions > 0 {
		run(t, k, []subtest{
			{"NoticesInOrder", testNoticesInOrder},
			{"FollowOneOrAll", testFollowOneOrAll},
			{"FollowEnds", testFollowEnds},
			{"FollowMany", testFollowMany},
		})
	}
	run(t, k, []subtest{{"PublishRefuses", testPublishRefuses}, {"Close", testClose}})
}

type subtest struct {
	name string
	test func(*testing.T, Implementation)
}

func run(t *testing.T, k Implementation, list []subtest) {
	for _, part := range list {
		t.Run(part.name, func(t *testing.T) {
			t.Parallel()
			part.test(t, k)
		})
	}
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
	done := make(chan error, 1)
	go func() { done <- f(ctx) }()
	stop = sync.OnceFunc(func() {
		cancel()
		select {
		case err := <-done:
			if err != nil {
				t.Errorf("it ended with %v", err)
			}
		case <-time.After(patience):
			t.Error("it does not return")
		}
	})
	t.Cleanup(stop)
	return stop
}

// emptied waits until the queue is empty.
func (k Implementation) emptied(t *testing.T, node livegame.Queue) {
	t.Helper()
	// There is no notice of it.
	for end := time.Now().Add(patience); k.Pending(t, node) > 0; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("in the queue is left: %d", k.Pending(t, node))
		}
	}
}

// testClose checks that a closed connection returns errors, and can be closed again.
func testClose(t *testing.T, k Implementation) {
	q := k.Open(t)("a")
	if err := q.Ping(t.Context()); err != nil {
		t.Error(err)
	}
	for range 2 {
		if err := q.Close(); err != nil {
			t.Error(err)
		}
	}
	_, following := q.Subscribe("game1", func(livegame.Notice) {})
	for name, err := range map[string]error{
		"Publish": q.Publish(Notice("game1", 1)),
		"Follow":  following,
		"Ping":    q.Ping(t.Context()),
		"Enqueue": q.EnqueueMove(t.Context(), Job(1)),
		"Work":    q.ConsumeMoves(t.Context(), 1, 0, Answered),
		"Answers": q.ConsumeMoveAnswers(t.Context(), nil),
		"Cancel":  q.CancelMoves(t.Context(), "game1", 1),
	} {
		if err == nil {
			t.Errorf("%s succeeds after Close", name)
		}
	}
}
