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

	"github.com/wane-chess/wane/internal/live/job"
)

const (
	checkSubject = "wane.check" // what Ping stores
	// A stream is faulty after faultyAfter messages in a row that were not stored. It counts
	// as such until one is stored, or for faultMemory.
	faultyAfter = 2
	faultMemory = 30 * time.Second
	// Without a word from the server, a slow disk is not a faulty one: messages count as not
	// stored after silentAfter timeouts over silentTime in which it stored nothing at all.
	silentAfter = 3
	silentTime  = 10 * time.Second
	// repairInterval is the time between two looks at whether the embedded server needs a
	// restart, or two attempts to start it; restartPause is that between two restarts.
	repairInterval = 5 * time.Second
	restartPause   = 30 * time.Second
	roomNeeded     = 1 << 20 // bytes on the disk before it is worth an attempt
)

// faults counts messages that a server could not store, by subject without the game.
type faults struct {
	mu     sync.Mutex
	failed map[string]fault
	stored time.Time // when the server last stored a message
}

type fault struct {
	n           int
	rejected    int // of these, not just timeouts
	first, last time.Time
	err         error
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
		f.stored = now
		return
	}
	if f.failed == nil {
		f.failed = map[string]fault{}
	}
	one, known := f.failed[stream]
	if !known || now.Sub(one.last) >= faultMemory {
		one = fault{first: now}
	}
	one.n++
	if !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, nats.ErrTimeout) {
		one.rejected++
	}
	one.last, one.err = now, err
	f.failed[stream] = one
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
	return f.find(now, func(one fault) bool { return one.n >= faultyAfter })
}

// lasting returns why the server stores no messages until it is restarted, or nil.
func (f *faults) lasting(now time.Time) error {
	return f.find(now, func(one fault) bool {
		silent := one.n >= silentAfter && one.last.Sub(one.first) >= silentTime && f.stored.Before(one.first)
		return one.rejected >= faultyAfter || silent
	})
}

// find returns the error of a stream whose recent fault is such, or nil.
func (f *faults) find(now time.Time, such func(fault) bool) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	for stream, one := range f.failed {
		if now.Sub(one.last) < faultMemory && such(one) {
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

// repairs are the attempts to repair the embedded server.
type repairs struct {
	mu     sync.Mutex // one attempt at a time
	last   time.Time
	failed error // the server that was to replace it does not work
}

// keepRepaired repairs the embedded server until the client closes.
func (c *Client) keepRepaired() {
	for c.lifetime.Err() == nil {
		job.Pause(c.lifetime, repairInterval)
		c.repair(time.Now())
	}
}

// repair restarts the embedded server when it cannot store messages although the disk has
// room: after a disk was full, its streams reject everything until then. If that fails, it
// does so again.
func (c *Client) repair(now time.Time) {
	c.repairs.mu.Lock()
	defer c.repairs.mu.Unlock()
	why := c.repairs.failed
	if why == nil {
		why = c.faults.lasting(now)
	}
	c.serverMu.Lock()
	down := c.server == nil
	c.serverMu.Unlock()
	early := !down && !c.repairs.last.IsZero() && now.Sub(c.repairs.last) < restartPause
	if why == nil || early || c.lifetime.Err() != nil || !hasRoom(c.dir) {
		return
	}
	c.log.Warn("restarting the embedded NATS server", "because", why)
	c.repairs.last = now
	if c.repairs.failed = c.restart(c.lifetime); c.repairs.failed != nil {
		c.log.Error("cannot restart the embedded NATS server", "err", c.repairs.failed)
		return
	}
	c.faults.clear()
	c.log.Info("the embedded NATS server stores messages again")
}

// restart replaces the embedded server. The connection finds the new one.
func (c *Client) restart(ctx context.Context) error {
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
	ctx, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	for !c.nc.IsConnected() && ctx.Err() == nil {
		job.Pause(ctx, dialPause)
	}
	if err := c.createStreams(ctx); err != nil {
		return err
	}
	return c.check(ctx)
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
