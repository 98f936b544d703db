package queue

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"

	"github.com/wane-chess/wane/internal/live/notify"
)

// A job to push is done once, by one node, and again if it fails.
func TestPushes(t *testing.T) {
	each(t, func(t *testing.T, open cluster) {
		a, b := open(t, "a", slow), open(t, "b", slow)
		var tries atomic.Int64
		done := make(chan notify.Job, 9)
		for _, c := range []*Client{a, b} {
			working(t, func(ctx context.Context) error {
				return c.ConsumePushes(ctx, 2, func(_ context.Context, j notify.Job) error {
					if tries.Add(1) == 1 {
						return errors.New("the push service is down")
					}
					done <- j
					return nil
				})
			})
		}
		want := notify.Job{Player: "ann", ID: "turn/abcdefghijkl/3"}
		for _, c := range []*Client{a, b} { // both nodes have noticed
			if err := c.EnqueuePush(t.Context(), want); err != nil {
				t.Fatal(err)
			}
		}
		if j := got(t, done); j != want {
			t.Errorf("%+v was done, want %+v", j, want)
		}
		emptied(t, a, a.streams.pushes)
		if n := tries.Load(); n != 2 {
			t.Errorf("%d tries", n)
		}
		if err := a.EnqueuePush(t.Context(), notify.Job{Player: "ann"}); err == nil {
			t.Error("a job without a notification is taken")
		}
	})
}
