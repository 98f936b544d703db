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

// workQueue is the queue of one kind of work. The broker's lock guards it.
type workQueue[J, A any] struct {
	tasks     []task[J]           // waiting
	working   map[*task[J]]func() // in progress; the functions interrupt them
	answers   []A                 // waiting
	answering int                 // being handled by nodes

	complete func(J, A) (A, error) // completes and checks an answer
	onEnd    func(J)               // if not nil: called with each job that ends
	rejected *[]A                  // rejected answers
}

type task[J any] struct {
	job     J
	tries   int
	dropped bool
}

func (q *workQueue[J, A]) pending() int {
	return len(q.tasks) + len(q.working) + len(q.answers) + q.answering
}

func (q *workQueue[J, A]) add(j J) { q.tasks = append(q.tasks, task[J]{job: j}) }

// drop removes waiting jobs, and interrupts jobs in progress, which are not retried.
func (q *workQueue[J, A]) drop(waiting, begun func(J) bool) {
	q.tasks = slices.DeleteFunc(q.tasks, func(t task[J]) bool { return waiting(t.job) })
	for t, interrupt := range q.working {
		if begun(t.job) {
			t.dropped = true
			interrupt()
		}
	}
}

// jobs returns the waiting jobs.
func (q *workQueue[J, A]) jobs() []J {
	var list []J
	for _, t := range q.tasks {
		list = append(list, t.job)
	}
	return list
}

// next takes the first job.
func (q *workQueue[J, A]) next() task[J] {
	t := q.tasks[0]
	q.tasks = q.tasks[1:]
	return t
}

// finish keeps the answer to a job.
func (q *workQueue[J, A]) finish(j J, a A) {
	q.answers = append(q.answers, a)
	q.end(j)
}

func (q *workQueue[J, A]) end(j J) {
	if q.onEnd != nil {
		q.onEnd(j)
	}
}

// work consumes jobs, as livegame.Queue and review.Queue specify. A failed job goes to the
// end of the queue.
func (q *workQueue[J, A]) work(
	ctx context.Context, c *Client, parallel int, do func(context.Context, J) (A, error),
) error {
	b := c.broker
	stop := b.broadcastWhenDone(ctx)
	defer stop()
	var all sync.WaitGroup
	for range parallel {
		all.Go(func() {
			b.mu.Lock()
			defer b.mu.Unlock()
			for {
				for len(q.tasks) == 0 && ctx.Err() == nil && !c.closed {
					b.changed.Wait()
				}
				if ctx.Err() != nil || c.closed {
					return
				}
				t := q.next()
				doing, interrupt := context.WithCancel(ctx)
				if q.working == nil {
					q.working = map[*task[J]]func(){}
				}
				q.working[&t] = interrupt
				b.mu.Unlock()
				a, err := do(doing, t.job)
				interrupt()
				if err == nil {
					a, err = q.complete(t.job, a)
				}
				b.mu.Lock()
				delete(q.working, &t)
				t.tries++
				switch {
				case t.dropped:
					q.end(t.job)
				case err == nil:
					q.finish(t.job, a)
				case ctx.Err() != nil: // not the job's fault
					t.tries--
					q.tasks = append(q.tasks, t)
				case errors.Is(err, livegame.ErrBadJob) || t.tries == Tries:
					q.end(t.job)
				default:
					q.tasks = append(q.tasks, t)
				}
				b.changed.Broadcast()
			}
		})
	}
	all.Wait()
	return c.closedError()
}

// take consumes answers, one at a time.
func (q *workQueue[J, A]) take(ctx context.Context, c *Client, take func(context.Context, A) error) error {
	b := c.broker
	stop := b.broadcastWhenDone(ctx)
	defer stop()
	b.mu.Lock()
	defer b.mu.Unlock()
	for {
		for len(q.answers) == 0 && ctx.Err() == nil && !c.closed {
			b.changed.Wait()
		}
		if ctx.Err() != nil || c.closed {
			break
		}
		a := q.answers[0]
		q.answers = slices.Delete(q.answers, 0, 1)
		q.answering++
		b.mu.Unlock()
		err := take(ctx, a)
		b.mu.Lock()
		q.answering--
		if err != nil {
			*q.rejected = append(*q.rejected, a)
		}
		b.changed.Broadcast()
	}
	if c.closed {
		return errClosed
	}
	return nil
}
