package db

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"
)

// queued waits until n transactions of a lane wait.
func (t *turns) queued(l Lane, n int) {
	for t.depth(l) != n {
		time.Sleep(time.Millisecond)
	}
}

// The most urgent lane goes first, within a lane the first comes first, and no lane waits forever.
func TestTurns(t *testing.T) {
	ctx := context.Background()
	turns := &turns{idle: make(chan struct{})}
	if err := turns.take(ctx, Chores); err != nil {
		t.Fatal(err)
	}
	order := make(chan string, 100)
	ask := func(l Lane, name string) {
		n := turns.depth(l)
		go func() {
			if err := turns.take(ctx, l); err != nil {
				t.Error(err)
			}
			order <- name
		}()
		turns.queued(l, n+1)
	}
	ask(Chores, "chore 1")
	ask(Chores, "chore 2")
	ask(Writes, "write")
	var got []string
	for range patience + 4 {
		ask(Moves, "move")
		turns.release()
		got = append(got, <-order)
	}
	var want []string
	for range patience {
		want = append(want, "move")
	}
	// Two lanes have waited for so long: the last of them goes first, then the other.
	want = append(want, "chore 1", "write", "move", "move")
	if !slices.Equal(got, want) {
		t.Errorf("the order is %v, want %v", got, want)
	}
	for turns.depth(Moves)+turns.depth(Writes)+turns.depth(Chores) > 0 {
		turns.release()
		<-order
	}
}

// A transaction whose context ends while it waits has no turn, and the next one gets it.
func TestTurnGivenUp(t *testing.T) {
	turns := &turns{idle: make(chan struct{})}
	if err := turns.take(context.Background(), Moves); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	gone := make(chan error)
	go func() { gone <- turns.take(ctx, Chores) }()
	turns.queued(Chores, 1)
	cancel()
	if err := <-gone; !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	if n := turns.depth(Chores); n != 0 {
		t.Errorf("%d still wait", n)
	}
	next := make(chan error)
	go func() { next <- turns.take(context.Background(), Writes) }()
	turns.queued(Writes, 1)
	turns.release()
	if err := <-next; err != nil {
		t.Error(err)
	}
	closed := make(chan error)
	go func() { closed <- turns.close() }()
	turns.release()
	if err := <-closed; err != nil {
		t.Error(err)
	}
	if err := turns.take(context.Background(), Moves); !errors.Is(err, ErrClosed) {
		t.Errorf("after the end the error is %v", err)
	}
}
