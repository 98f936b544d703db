package queue

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/live/queue/queuetest"
)

// A slow disk is no reason to restart the server, messages that it rejects are, and so is its
// silence.
func TestReasonsForRepair(t *testing.T) {
	const jobA, jobB, jobC, check = "wane.jobs.a", "wane.jobs.b", "wane.jobs.c", "wane.check"
	begun := time.UnixMilli(1e12)
	type note struct {
		at      time.Duration
		subject string
		err     error
	}
	rejected := func(at time.Duration, subject string) note {
		return note{at, subject, errors.New("no space left on device")}
	}
	silent := func(at time.Duration) note { return note{at, jobA, context.DeadlineExceeded} }
	stored := func(at time.Duration, subject string) note { return note{at, subject, nil} }
	const second = time.Second
	for name, c := range map[string]struct {
		notes []note
		want  bool
	}{
		"nothing":           {nil, false},
		"one rejected":      {[]note{rejected(0, jobA)}, false},
		"two rejected":      {[]note{rejected(0, jobA), rejected(0, jobB)}, true},
		"stored since":      {[]note{rejected(0, jobA), rejected(0, jobB), stored(0, jobC)}, false},
		"long ago":          {[]note{rejected(-faultMemory, jobA), rejected(-faultMemory, jobA)}, false},
		"two timeouts":      {[]note{silent(-15 * second), silent(0)}, false},
		"quick timeouts":    {[]note{silent(-5 * second), silent(-second), silent(0)}, false},
		"silence":           {[]note{silent(-10 * second), silent(-second), silent(0)}, true},
		"slow, not silent":  {[]note{silent(-10 * second), stored(-5*second, check), silent(-second), silent(0)}, false},
		"silence after one": {[]note{stored(-20*second, check), silent(-10 * second), silent(-second), silent(0)}, true},
	} {
		var f faults
		for _, n := range c.notes {
			f.note(n.subject, n.err, begun.Add(n.at))
		}
		if got := f.lasting(begun); got != nil != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// Requests use the client while its server is restarted. (The race detector watches.)
func TestRequestsDuringRestart(t *testing.T) {
	c := opened(t, Options{URL: Embedded, Dir: t.TempDir(), Timing: slow, Log: testLog(t)})
	ctx, cancel := context.WithCancel(t.Context())
	var all sync.WaitGroup
	all.Go(func() {
		for n := 0; ctx.Err() == nil; n++ {
			_ = c.CancelMoves(ctx, queuetest.Job(1).Game, n) // fails while the server is down
		}
	})
	if err := c.createStreams(ctx); err != nil { // as a restart does
		t.Error(err)
	}
	cancel()
	all.Wait()
}
