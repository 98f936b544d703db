package review_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/wane-chess/wane/internal/server/review"
)

// hub is a queue whose parts wait until the test does them. Nodes that share it share the answers.
type hub struct {
	mu       sync.Mutex
	waiting  []review.Job
	broken   error
	rejected int // answers that a node could not take
	answers  chan review.Answer
}

func newHub() *hub { return &hub{answers: make(chan review.Answer, 100)} }

// EnqueueReview implements review.Queue.
func (h *hub) EnqueueReview(_ context.Context, j review.Job) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if err := errors.Join(h.broken, j.Check()); err != nil {
		return err
	}
	if !slices.ContainsFunc(h.waiting, func(o review.Job) bool {
		return o.Game == j.Game && o.Level == j.Level && o.To == j.To
	}) {
		h.waiting = append(h.waiting, j)
	}
	return nil
}

// ConsumeReviewAnswers implements review.Queue.
func (h *hub) ConsumeReviewAnswers(ctx context.Context, take func(context.Context, review.Answer) error) error {
	for {
		select {
		case a := <-h.answers:
			if err := take(ctx, a); err != nil {
				h.mu.Lock()
				h.rejected++
				h.mu.Unlock()
				time.AfterFunc(time.Millisecond, func() { h.answers <- a })
			}
		case <-ctx.Done():
			return nil
		}
	}
}

// jobs returns the parts that wait.
func (h *hub) jobs() []review.Job {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.waiting)
}

// await waits until n parts wait, and returns them.
func (h *hub) await(t *testing.T, n int) []review.Job {
	t.Helper()
	for begun := time.Now(); ; time.Sleep(time.Millisecond) {
		jobs := h.jobs()
		if len(jobs) == n {
			return jobs
		}
		if time.Since(begun) > patience {
			t.Fatalf("%d parts are in the queue, want %d", len(jobs), n)
		}
	}
}

// awaitRejected waits until nodes could not take n answers.
func (h *hub) awaitRejected(t *testing.T, n int) {
	t.Helper()
	for begun := time.Now(); ; time.Sleep(time.Millisecond) {
		h.mu.Lock()
		got := h.rejected
		h.mu.Unlock()
		if got >= n {
			return
		}
		if time.Since(begun) > patience {
			t.Fatalf("%d answers were rejected, want %d", got, n)
		}
	}
}

// do waits for a part, takes the first, and answers it as a worker does.
func (h *hub) do(work func(review.Job) review.Answer) {
	for ; ; time.Sleep(time.Millisecond) {
		h.mu.Lock()
		if len(h.waiting) > 0 {
			j := h.waiting[0]
			h.waiting = h.waiting[1:]
			h.mu.Unlock()
			h.answers <- work(j)
			return
		}
		h.mu.Unlock()
	}
}

// drop forgets the parts that wait.
func (h *hub) drop() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.waiting = nil
}

// fail makes EnqueueReview fail; nil ends that.
func (h *hub) fail(err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.broken = err
}
