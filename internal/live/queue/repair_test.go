package queue

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"
)

// A slow disk is no reason to restart the server, messages that it rejects are, and so is its
// silence.
func TestReasonsForRepair(t *testing.T) {
	begun := time.UnixMilli(1e12)
	rejected := errors.New("no space left on device")
	type note struct {
		at      time.Duration
		subject string
		err     error
	}
	for name, c := range map[string]struct {
		notes []note
		want  bool
	}{
		"nothing":           {nil, false},
		"one rejected":      {[]note{{0, "wane.jobs.a", rejected}}, false},
		"two rejected":      {[]note{{0, "wane.jobs.a", rejected}, {0, "wane.jobs.b", rejected}}, true},
		"stored since":      {[]note{{0, "wane.jobs.a", rejected}, {0, "wane.jobs.b", rejected}, {0, "wane.jobs.c", nil}}, false},
		"long ago":          {[]note{{-faultMemory, "wane.jobs.a", rejected}, {-faultMemory, "wane.jobs.a", rejected}}, false},
		"two timeouts":      {[]note{{-15 * time.Second, "wane.jobs.a", context.DeadlineExceeded}, {0, "wane.jobs.a", context.DeadlineExceeded}}, false},
		"quick timeouts":    {[]note{{-5 * time.Second, "wane.jobs.a", context.DeadlineExceeded}, {-time.Second, "wane.jobs.a", context.DeadlineExceeded}, {0, "wane.jobs.a", context.DeadlineExceeded}}, false},
		"silence":           {[]note{{-10 * time.Second, "wane.jobs.a", context.DeadlineExceeded}, {-time.Second, "wane.jobs.a", context.DeadlineExceeded}, {0, "wane.jobs.a", context.DeadlineExceeded}}, true},
		"slow, not silent":  {[]note{{-10 * time.Second, "wane.jobs.a", context.DeadlineExceeded}, {-5 * time.Second, "wane.check", nil}, {-time.Second, "wane.jobs.a", context.DeadlineExceeded}, {0, "wane.jobs.a", context.DeadlineExceeded}}, false},
		"silence after one": {[]note{{-20 * time.Second, "wane.check", nil}, {-10 * time.Second, "wane.jobs.a", context.DeadlineExceeded}, {-time.Second, "wane.jobs.a", context.DeadlineExceeded}, {0, "wane.jobs.a", context.DeadlineExceeded}}, true},
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
			_ = c.CancelMoves(ctx, job(1).Game, n) // fails while the server is down
		}
	})
	if err := c.createStreams(ctx); err != nil { // as a restart does
		t.Error(err)
	}
	cancel()
	all.Wait()
}
