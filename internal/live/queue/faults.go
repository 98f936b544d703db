package queue

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

const (
	checkSubject = "wane.check" // what Ping stores
	// A stream is faulty after faultyAfter messages in a row that were not stored. It counts
	// as such until one is stored, or for faultMemory.
	faultyAfter = 2
	faultMemory = 30 * time.Second
)

// faults counts messages that the servers could not store, by subject without the game.
type faults struct {
	mu     sync.Mutex
	failed map[string]fault
}

type fault struct {
	n    int
	last time.Time
	err  error
}

// note notes whether a message was stored.
func (f *faults) note(subject string, err error, now time.Time) {
	if errors.Is(err, context.Canceled) || errors.Is(err, ErrClosed) {
		return
	}
	parts := strings.SplitN(subject, ".", 3)
	stream := strings.Join(parts[:min(2, len(parts))], ".")
	f.mu.Lock()
	defer f.mu.Unlock()
	if err == nil || isFull(err) {
		delete(f.failed, stream)
		return
	}
	if f.failed == nil {
		f.failed = map[string]fault{}
	}
	one := f.failed[stream]
	if now.Sub(one.last) >= faultMemory {
		one.n = 0
	}
	f.failed[stream] = fault{one.n + 1, now, err}
}

// isFull reports whether a stream rejected a message because of a limit of its own, and
// not because the server could not store it.
func isFull(err error) bool {
	var rejected *jetstream.APIError
	return errors.As(err, &rejected) &&
		(strings.Contains(rejected.Description, "per subject") || strings.Contains(rejected.Description, "maximum"))
}

// worst returns why a stream is faulty, or nil.
func (f *faults) worst(now time.Time) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	for stream, one := range f.failed {
		if now.Sub(one.last) < faultMemory && one.n >= faultyAfter {
			return fmt.Errorf("messages to %s are not stored: %w", stream, one.err)
		}
	}
	return nil
}

// check stores a message. A worker may not, and asks for the consumer of its jobs.
func (c *Client) check(ctx context.Context) error {
	if c.worker {
		_, err := c.consumer(ctx, c.streams.moveJobs)
		return err
	}
	if _, err := c.publishMsg(ctx, &nats.Msg{Subject: checkSubject}, ""); err != nil {
		return fmt.Errorf("queue: %s does not store messages: %w", c.url, err)
	}
	return nil
}
