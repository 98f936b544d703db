package managertest

import (
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/wane-chess/wane/internal/live/livegame"
)

// Tries is how often a job is tried.
const Tries = 5

// trade is a kind of work that is done elsewhere, with its queues. The hub is locked
// while they change.
type trade[J, A any] struct {
	tasks   []task[J] // not taken yet
	working int       // in the hands of workers
	answers []A       // not taken yet
	taking  int       // in the hands of nodes

	fill    func(J, A) (A, error) // makes the answer to a job whole, or refuses it
	ended   func(J)               // if not nil: told of each job that is not tried again
	refused *[]A                  // where answers go for which a node returned an error
}

type task[J any] struct {
	job   J
	tries int
}

func (q *trade[J, A]) left() int { return len(q.tasks) + q.working + len(q.answers) + q.taking }

func (q *trade[J, A]) put(j J) { q.tasks = append(q.tasks, task[J]{job: j}) }

// jobs returns those that were not taken yet.
func (q *trade[J, A]) jobs() []J {
	var list []J
	for _, t := range q.tasks {
		list = append(list, t.job)
	}
	return list
}

// next takes the first job out of the queue.
func (q *trade[J, A]) next() task[J] {
	t := q.tasks[0]
	q.tasks = q.tasks[1:]
	return t
}

// done keeps the answer to a job.
func (q *trade[J, A]) done(j J, a A) {
	q.answers = append(q.answers, a)
	q.end(j)
}

func (q *trade[J, A]) end(j J) {
	if q.ended != nil {
		q.ended(j)
	}
}

// work takes jobs, as livegame.Bus and review.Queue say. A job that fails is put back to
// the end of the queue at once.
func (q *trade[J, A]) work(ctx context.Context, b *Bus, parallel int, do func(context.Context, J) (A, error)) error {
	h := b.hub
	stop := h.wakeWhenDone(ctx)
	defer stop()
	var all sync.WaitGroup
	for range parallel {
		all.Go(func() {
			h.mu.Lock()
			defer h.mu.Unlock()
			for {
				for len(q.tasks) == 0 && ctx.Err() == nil && !b.closed {
					h.changed.Wait()
				}
				if ctx.Err() != nil || b.closed {
					return
				}
				t := q.next()
				q.working++
				h.mu.Unlock()
				a, err := do(ctx, t.job)
				if err == nil {
					a, err = q.fill(t.job, a)
				}
				h.mu.Lock()
				q.working--
				t.tries++
				switch {
				case err == nil:
					q.done(t.job, a)
				case ctx.Err() != nil: // it was not the job's fault
					t.tries--
					q.tasks = append(q.tasks, t)
				case errors.Is(err, livegame.ErrBadJob) || t.tries == Tries:
					q.end(t.job)
				default:
					q.tasks = append(q.tasks, t)
				}
				h.changed.Broadcast()
			}
		})
	}
	all.Wait()
	return b.over()
}

// take gives out answers, one at a time.
func (q *trade[J, A]) take(ctx context.Context, b *Bus, take func(context.Context, A) error) error {
	h := b.hub
	stop := h.wakeWhenDone(ctx)
	defer stop()
	h.mu.Lock()
	defer h.mu.Unlock()
	for {
		for len(q.answers) == 0 && ctx.Err() == nil && !b.closed {
			h.changed.Wait()
		}
		if ctx.Err() != nil || b.closed {
			break
		}
		a := q.answers[0]
		q.answers = slices.Delete(q.answers, 0, 1)
		q.taking++
		h.mu.Unlock()
		err := take(ctx, a)
		h.mu.Lock()
		q.taking--
		if err != nil {
			*q.refused = append(*q.refused, a)
		}
		h.changed.Broadcast()
	}
	if b.closed {
		return errClosed
	}
	return nil
}
