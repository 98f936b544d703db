package queuetest

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/wane-chess/wane/internal/server/notify"
)

// ConformPushes checks that a notification to push is done once, by one node, and again if it fails.
func ConformPushes(t *testing.T, a, b notify.Queue) {
	t.Helper()
	var mu sync.Mutex
	tries, done := map[notify.Job]int{}, make(chan notify.Job, 9)
	for _, q := range []notify.Queue{a, b} {
		working(t, func(ctx context.Context) error {
			return q.ConsumePushes(ctx, 2, func(_ context.Context, j notify.Job) error {
				mu.Lock()
				defer mu.Unlock()
				if tries[j]++; tries[j] == 1 {
					return errors.New("the push service is down")
				}
				done <- j
				return nil
			})
		})
	}
	jobs := []notify.Job{{Player: "ann", ID: "turn/abcdefghijkl/3"}, {Player: "bob", ID: "turn/abcdefghijkl/4"}}
	for range 2 { // the second time when it is done
		for _, q := range []notify.Queue{a, b} { // both nodes have noticed
			if err := q.EnqueuePush(t.Context(), jobs[0]); err != nil {
				t.Fatal(err)
			}
		}
		if err := b.EnqueuePush(t.Context(), jobs[1]); err != nil {
			t.Fatal(err)
		}
		if j := got(t, done); j != jobs[0] && j != jobs[1] {
			t.Errorf("%+v was done", j)
		}
	}
	mu.Lock()
	defer mu.Unlock()
	if tries[jobs[0]] != 2 || tries[jobs[1]] != 2 || len(done) > 0 {
		t.Errorf("tried were %v", tries)
	}
	if err := a.EnqueuePush(t.Context(), notify.Job{Player: "ann"}); err == nil {
		t.Error("a job without a notification is taken")
	}
}
