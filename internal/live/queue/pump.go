package queue

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// pullTime is how long one request for a message waits for one.
const pullTime = 30 * time.Second

// pump takes messages from a queue, parallel at a time, until the context is done
// or the bus closes. Each message is asked for when there is a hand free for it:
// none waits here while another process is idle.
func (b *Bus) pump(ctx context.Context, q queue, parallel int, handle func(context.Context, jetstream.Msg)) error {
	if !b.begin() {
		return ErrClosed
	}
	defer b.working.Done()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(b.life, cancel)()
	var hands sync.WaitGroup
	for range max(parallel, 1) {
		hands.Go(func() { b.hand(ctx, q, handle) })
	}
	hands.Wait()
	if b.life.Err() != nil {
		return ErrClosed
	}
	return nil
}

// hand takes one message after the other. Whatever goes wrong with the servers,
// it tries again.
func (b *Bus) hand(ctx context.Context, q queue, handle func(context.Context, jetstream.Msg)) {
	var from jetstream.Consumer
	for ctx.Err() == nil {
		m, err := b.next(ctx, q, &from)
		switch {
		case err == nil:
			handle(ctx, m)
		case ctx.Err() != nil:
		default:
			b.trouble.Do(func() { b.log.Warn("the queue gives nothing", "queue", q.stream.Name, "err", err) })
			from = nil
			pause(ctx, b.timing.Retry)
		}
	}
}

// next waits for a message, however long none comes. If from is nil, it sees to the consumer first.
func (b *Bus) next(ctx context.Context, q queue, from *jetstream.Consumer) (m jetstream.Msg, err error) {
	if *from == nil {
		if *from, err = b.consumer(ctx, q); err != nil {
			return nil, err
		}
	}
	for {
		pull, cancel := b.request(ctx, pullTime)
		m, err = (*from).Next(jetstream.FetchContext(pull))
		waited := err != nil && pull.Err() != nil || errors.Is(err, nats.ErrTimeout) || errors.Is(err, jetstream.ErrNoMessages)
		cancel()
		if !waited || ctx.Err() != nil {
			return m, err
		}
	}
}

// pause waits, or less if the context is done.
func pause(ctx context.Context, d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
	case <-t.C:
	}
}

// tries tells how often a message has been given to somebody, this time included.
func tries(m jetstream.Msg) int {
	about, err := m.Metadata()
	if err != nil {
		return 1
	}
	return int(about.NumDelivered)
}
