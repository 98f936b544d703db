package managertest

import (
	"context"
	"sync"
	"testing"

	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/manager"
)

// Run runs a manager until stop or the end of the test, as a graceful end. It returns
// when the manager has subscribed and set its timers.
func Run(t testing.TB, o manager.Options) (m *manager.Manager, stop func()) {
	t.Helper()
	started := make(chan struct{})
	o.Queue = &starting{Queue: o.Queue, started: sync.OnceFunc(func() { close(started) })}
	m, err := manager.New(o)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := m.Run(ctx); err != nil {
			t.Errorf("the manager ended with: %v", err)
		}
	}()
	stop = func() {
		cancel()
		<-done
	}
	t.Cleanup(stop)
	<-started
	return m, stop
}

// starting is a queue that reports the first ConsumeMoveAnswers, the last step of a
// manager's start.
type starting struct {
	livegame.Queue
	started func()
}

// ConsumeMoveAnswers implements livegame.Queue.
func (b *starting) ConsumeMoveAnswers(ctx context.Context, take func(context.Context, livegame.Answer) error) error {
	b.started()
	return b.Queue.ConsumeMoveAnswers(ctx, take)
}
