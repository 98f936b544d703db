package queue

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/wane-chess/wane/internal/live/job"
)

// extraPause is the time between two requests for extra messages. An idle process gets a
// message at once, so all are busy if one is left then.
const extraPause = 20 * time.Millisecond

// crew handles messages: parallel at a time, and extra ones while all of these are busy.
type crew struct {
	parallel int
	handle   func(context.Context, jetstream.Msg)
	all      sync.WaitGroup
	busy     atomic.Int64  // without the extra ones
	full     chan struct{} // gets a value when all are busy
	extra    chan struct{} // has a value for each extra one
}

func newCrew(parallel, extra int, handle func(context.Context, jetstream.Msg)) *crew {
	return &crew{
		parallel: max(parallel, 1),
		handle:   handle,
		full:     make(chan struct{}, 1),
		extra:    make(chan struct{}, extra),
	}
}

// handleOne handles a message that is not extra.
func (w *crew) handleOne(ctx context.Context, m jetstream.Msg) {
	w.busy.Add(1)
	defer w.busy.Add(-1)
	if w.isFull() {
		select {
		case w.full <- struct{}{}:
		default:
		}
	}
	w.handle(ctx, m)
}

func (w *crew) isFull() bool { return w.busy.Load() >= int64(w.parallel) }

// consumeExtra handles extra messages until the context is done.
func (c *Client) consumeExtra(ctx context.Context, from stream, w *crew) {
	var consumer jetstream.Consumer
	for {
		select {
		case <-w.full:
		case <-ctx.Done():
			return
		}
		for w.isFull() {
			select {
			case w.extra <- struct{}{}:
			case <-ctx.Done():
				return
			}
			m, err := c.leftOver(ctx, from, &consumer)
			if m != nil {
				w.all.Go(func() {
					defer func() { <-w.extra }()
					w.handle(ctx, m)
				})
				continue
			}
			<-w.extra
			if err != nil { // consumeOne reports it
				consumer = nil
			}
			job.Pause(ctx, extraPause)
		}
	}
}

// leftOver returns a message that waits in the stream, or nil. It looks for the consumer if
// it is nil.
func (c *Client) leftOver(ctx context.Context, from stream, consumer *jetstream.Consumer) (jetstream.Msg, error) {
	if *consumer == nil {
		var err error
		if *consumer, err = c.consumer(ctx, from); err != nil {
			return nil, err
		}
	}
	batch, err := (*consumer).FetchNoWait(1)
	if err != nil {
		return nil, err
	}
	m := <-batch.Messages()
	return m, batch.Error()
}
