package queue

import (
	"context"
	"testing"

	"github.com/nats-io/nats.go"
)

// Nodes and workers of an older version, which send and expect all jobs under one
// subject, share the stream with this one.
func TestOlderVersion(t *testing.T) {
	each(t, func(t *testing.T, open cluster) {
		c := open(t, "new", slow)
		old := c.streams.moveJobs.config
		old.Subjects = []string{moveJobSubject}
		enqueue(t, c, job(1))
		if _, err := c.js.UpdateStream(t.Context(), old); err != nil { // an old node starts
			t.Fatal(err)
		}
		for n := 2; n <= 3; n++ { // it enqueues two jobs
			data, err := encode(job(n), maxMoveJob)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := c.publish(t.Context(), &nats.Msg{Subject: moveJobSubject, Data: data}, ""); err != nil {
				t.Fatal(err)
			}
		}
		enqueue(t, c, job(4))
		answers := answers(t, c)
		working(t, func(ctx context.Context) error {
			return c.ConsumeMoves(ctx, 1, 0, answered)
		})
		seen := map[string]bool{}
		for range 4 {
			seen[got(t, answers).Job] = true
		}
		if len(seen) != 4 {
			t.Errorf("answered are %v", seen)
		}
	})
}
