package notify

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/queue"
)

// A notification to push is done once, by one node, and again if it fails.
func TestPushJobs(t *testing.T) {
	q := queue.New(queue.Options{Retry: time.Millisecond})
	t.Cleanup(func() { _ = q.Close() })
	a := NewQueue(q)
	b := a
	var mu sync.Mutex
	tries, done := map[Job]int{}, make(chan Job, 9)
	for _, q := range []Queue{a, b} {
		go func() {
			_ = q.Consume(t.Context(), 2, func(_ context.Context, j Job) error {
				mu.Lock()
				defer mu.Unlock()
				if tries[j]++; tries[j] == 1 {
					return errors.New("the push service is down")
				}
				done <- j
				return nil
			})
		}()
	}
	jobs := []Job{{Player: "ann", ID: "turn/abcdefghijkl/3"}, {Player: "bob", ID: "turn/abcdefghijkl/4"}}
	for range 2 { // the second time when it is done
		for _, q := range []Queue{a, b} { // both nodes have noticed
			if err := q.Put(t.Context(), jobs[0]); err != nil {
				t.Fatal(err)
			}
		}
		if err := b.Put(t.Context(), jobs[1]); err != nil {
			t.Fatal(err)
		}
		if j := <-done; j != jobs[0] && j != jobs[1] {
			t.Errorf("%+v was done", j)
		}
	}
	mu.Lock()
	defer mu.Unlock()
	if tries[jobs[0]] != 2 || tries[jobs[1]] != 2 || len(done) > 0 {
		t.Errorf("tried were %v", tries)
	}
	if err := a.Put(t.Context(), Job{Player: "ann"}); err == nil {
		t.Error("a job without a notification is taken")
	}
}
