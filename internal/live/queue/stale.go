package queue

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/wane-chess/wane/internal/live/livegame"
)

const (
	staleSubject = "wane.stale." // then the game's ID

	maxStale = 256 // bytes
	// staleTime is how long a worker remembers what is stale at least, for jobs that it gets
	// just after it has heard of them; twice that at most.
	staleTime = 5 * time.Second
)

// errStale ends the context of a job that no game waits for any more.
var errStale = errors.New("the job is stale")

// stale says that jobs of a game with a Seq below this one have left their stream. It is
// sent as notices are, and may be lost. It may also be forged, so a worker asks the stream
// before it drops a job: a forged notice costs that question and nothing else.
type stale struct {
	Game livegame.ID `json:"g"`
	Seq  int         `json:"q"`
}

// Check returns what is wrong with the message.
func (s stale) Check() error {
	if s.Seq < 0 {
		return fmt.Errorf("invalid number of events %d", s.Seq)
	}
	return s.Game.Check()
}

// announceStale tells all workers, here and elsewhere, which jobs are stale.
func (c *Client) announceStale(s stale) {
	c.running.suspect(s)
	data, err := encode(s, maxStale)
	if err == nil {
		err = c.nc.Publish(staleSubject+string(s.Game), data)
	}
	if err != nil {
		c.lostLog.Do(func() { c.log.Warn("a notice was not sent", "err", err) })
	}
}

// hearStale interrupts jobs here that other nodes call stale, until the end.
func (c *Client) hearStale() (end func()) {
	if c.lifetime.Err() != nil {
		return func() {}
	}
	sub, err := c.nc.Subscribe(staleSubject+"*", func(m *nats.Msg) {
		s, err := decode[stale](m.Data, maxStale)
		if err != nil || string(s.Game) != strings.TrimPrefix(m.Subject, staleSubject) {
			c.malformedLog.Do(func() { c.log.Warn("dropped a malformed notice", "subject", m.Subject, "err", err) })
			return
		}
		c.running.suspect(s)
	})
	if err != nil {
		c.troubleLog.Do(func() { c.log.Warn("NATS", "err", err) })
		return func() {}
	}
	return func() { _ = sub.Unsubscribe() } // an error means that the connection is closed
}

// isStale asks the stream whether a job was removed or replaced. Without a reply it was not.
func (c *Client) isStale(ctx context.Context, j livegame.Job) bool {
	ctx, cancel := c.request(ctx, pingTimeout)
	defer cancel()
	_, last, err := c.enqueuedMove(ctx, j.Game)
	return err == nil && last.ID != j.ID
}

// runningJobs are the moves that this process computes, and the games whose earlier jobs
// are said to be stale.
type runningJobs struct {
	mu    sync.Mutex
	jobs  map[livegame.ID]map[*runningJob]struct{}
	known [2]map[livegame.ID]int // newer and older ones, as in stale
	since time.Time              // of the newer ones
}

type runningJob struct {
	seq      int
	suspects chan struct{} // has a value if the job may be stale
}

// begin returns the context of a job, which ends when the job is stale, and whether it may
// be stale already. Each time that it may be, it asks isStale.
func (r *runningJobs) begin(
	ctx context.Context, j livegame.Job, isStale func(context.Context, livegame.Job) bool,
) (_ context.Context, suspect bool, end func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	w := &runningJob{j.Seq, make(chan struct{}, 1)}
	go func() {
		for {
			select {
			case <-w.suspects:
				if isStale(ctx, j) {
					cancel(errStale)
				}
			case <-ctx.Done():
				return
			}
		}
	}()
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.jobs[j.Game] == nil {
		if r.jobs == nil {
			r.jobs = map[livegame.ID]map[*runningJob]struct{}{}
		}
		r.jobs[j.Game] = map[*runningJob]struct{}{}
	}
	r.jobs[j.Game][w] = struct{}{}
	r.forget(time.Now())
	return ctx, max(r.known[0][j.Game], r.known[1][j.Game]) > j.Seq, func() {
		cancel(nil)
		r.mu.Lock()
		defer r.mu.Unlock()
		if delete(r.jobs[j.Game], w); len(r.jobs[j.Game]) == 0 {
			delete(r.jobs, j.Game)
		}
	}
}

// suspect has jobs checked that are said to be stale.
func (r *runningJobs) suspect(s stale) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for w := range r.jobs[s.Game] {
		if w.seq < s.Seq {
			select {
			case w.suspects <- struct{}{}:
			default:
			}
		}
	}
	r.forget(time.Now())
	r.known[0][s.Game] = max(r.known[0][s.Game], s.Seq)
}

// forget forgets old notices.
func (r *runningJobs) forget(now time.Time) {
	if age := now.Sub(r.since); age >= staleTime {
		r.known[1] = nil
		if age < 2*staleTime {
			r.known[1] = r.known[0]
		}
		r.known[0], r.since = map[livegame.ID]int{}, now
	}
}
