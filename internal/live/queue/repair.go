package queue

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
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
	// repairInterval is the time between two attempts to repair the embedded server.
	repairInterval = 5 * time.Second
	roomNeeded     = 1 << 20 // bytes on the disk before it is worth an attempt
)

// faults counts messages that a server could not store, by subject without the game.
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
func (f *faults) note(subject string, err error) {
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
	f.failed[stream] = fault{f.failed[stream].n + 1, time.Now(), err}
}

// isFull reports whether a stream rejected a message because of a limit of its own, and
// not because the server could not store it.
func isFull(err error) bool {
	var rejected *jetstream.APIError
	return errors.As(err, &rejected) && (strings.Contains(rejected.Description, "per subject") || strings.Contains(rejected.Description, "maximum"))
}

// worst returns why a stream is faulty, or nil.
func (f *faults) worst() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	for stream, one := range f.failed {
		if one.n >= faultyAfter && time.Since(one.last) < faultMemory {
			return fmt.Errorf("messages to %s are not stored: %w", stream, one.err)
		}
	}
	return nil
}

// clear forgets all faults.
func (f *faults) clear() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.failed = nil
}

// inProcess connects to the embedded server that runs now.
type inProcess struct{ c *Client }

// InProcessConn implements nats.InProcessConnProvider.
func (p inProcess) InProcessConn() (net.Conn, error) {
	p.c.serverMu.Lock()
	defer p.c.serverMu.Unlock()
	if p.c.server == nil {
		return nil, errors.New("the embedded NATS server is being restarted")
	}
	return p.c.server.InProcessConn()
}

// keepRepaired restarts the embedded server when it cannot store messages although the disk
// has room: after a disk was full, its streams reject everything until then.
func (c *Client) keepRepaired() {
	for c.lifetime.Err() == nil {
		pause(c.lifetime, repairInterval)
		why := c.faults.worst()
		if why == nil || c.lifetime.Err() != nil || !hasRoom(c.dir) {
			continue
		}
		c.log.Warn("restarting the embedded NATS server", "because", why)
		if err := c.restart(); err != nil {
			c.log.Error("cannot restart the embedded NATS server", "err", err)
			continue
		}
		c.faults.clear()
		c.log.Info("the embedded NATS server stores messages again")
	}
}

// restart replaces the embedded server. The connection finds the new one.
func (c *Client) restart() error {
	c.serverMu.Lock()
	old := c.server
	c.server = nil
	c.serverMu.Unlock()
	if old != nil {
		old.stop()
	}
	s, err := startEmbedded(c.dir, c.log)
	if err != nil {
		return err
	}
	c.serverMu.Lock()
	c.server = s
	closing := c.lifetime.Err() != nil
	c.serverMu.Unlock()
	if closing {
		return ErrClosed // disconnect stops it
	}
	ctx, cancel := context.WithTimeout(c.lifetime, startTimeout)
	defer cancel()
	for !c.nc.IsConnected() && ctx.Err() == nil {
		pause(ctx, dialPause)
	}
	if err := c.createStreams(ctx); err != nil {
		return err
	}
	return c.check(ctx)
}

// check stores a message.
func (c *Client) check(ctx context.Context) error {
	if err := c.publishMsg(ctx, &nats.Msg{Subject: checkSubject}, ""); err != nil {
		return fmt.Errorf("queue: %s does not store messages: %w", c.url, err)
	}
	return nil
}

// hasRoom reports whether a directory takes a file of roomNeeded bytes.
func hasRoom(dir string) bool {
	f, err := os.CreateTemp(dir, "room-*")
	if err != nil {
		return false
	}
	_, err = f.Write(make([]byte, roomNeeded))
	err = errors.Join(err, f.Close(), os.Remove(f.Name()))
	return err == nil
}
