package queue

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/wane-chess/wane/internal/server/job"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/observe"
)

const (
	most      = 1 << 16         // messages of one kind
	knownTime = 5 * time.Minute // for which IDs are known at least; twice that at most
)

// ErrLost is the error of a try whose worker was lost: the job may be what it died of, so the try counts.
var ErrLost = errors.New("the worker was lost")

// errStale ends the context of a job that no game waits for any more.
var errStale = errors.New("the job is stale")

// work is the messages of one kind. One waits, or a consumer has it, or it has failed and is to be tried again.
type work[M any] struct {
	*state
	part    *observe.Part
	name    string
	label   func(M) string // names a message in the log
	tries   int            // of one message
	timeout time.Duration  // of one try; 0: none

	changed *sync.Cond // consumers wait for it
	left    *sync.Cond // extra ones wait for it
	idle    int        // consumers that wait for a message, without the extra ones
	waiting []*task[M]
	current map[any]*task[M]      // the last message of each key, until it is done or dropped
	begun   map[*task[M]]struct{} // those that consumers have, also those that are not current any more
	known   [2]map[string]bool    // IDs, newer and older ones
	since   time.Time             // of the newer ones
}

type task[M any] struct {
	message M
	key     any
	span    observe.Span // of its sender
	tries   int
	stop    context.CancelCauseFunc // ends the try in progress
}

func newWork[M any](
	s *state, part *observe.Part, name string, label func(M) string, tries int, timeout time.Duration,
) work[M] {
	return work[M]{
		state: s, part: part, name: name, label: label, tries: tries, timeout: timeout,
		changed: sync.NewCond(&s.mu), left: sync.NewCond(&s.mu), current: map[any]*task[M]{}, begun: map[*task[M]]struct{}{},
	}
}

// answer puts an answer into its queue, also if the context has ended: the work is done.
func answer[A interface{ Check() error }](ctx context.Context, w *work[A], a A) error {
	if err := a.Check(); err != nil {
		return err
	}
	return w.put(context.WithoutCancel(ctx), nil, "", a, nil, nil)
}

// put adds a message. It replaces the current one of its key if replaces says so, and is ignored otherwise; a nil key
// is one of its own. It is ignored too if its ID is known; an empty one never is. It interrupts those in progress that
// are stale.
func (w *work[M]) put(ctx context.Context, key any, id string, m M, replaces, stale func(M) bool) (err error) {
	ctx, o := w.queue.Begin(ctx, "publish")
	defer func() { o.Fail(err); o.End() }()
	t := &task[M]{message: m, key: key, span: observe.SpanOf(ctx)}
	if key == nil {
		t.key = t
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	old := w.current[t.key]
	switch {
	case w.lifetime.Err() != nil:
		return ErrClosed
	case ctx.Err() != nil:
		return ctx.Err()
	case old == nil && len(w.current) >= most:
		return fmt.Errorf("the message queue has %d messages already", most)
	case old != nil && (replaces == nil || !replaces(old.message)), w.knows(id):
		return nil
	case old != nil:
		w.remove(old)
	}
	if stale != nil {
		w.interrupt(stale)
	}
	w.current[t.key] = t
	w.add(t)
	return nil
}

// knows reports whether an ID is known, and remembers it.
func (w *work[M]) knows(id string) bool {
	if id == "" {
		return false
	}
	if now := time.Now(); now.Sub(w.since) >= knownTime {
		w.known[1] = nil
		if now.Sub(w.since) < 2*knownTime {
			w.known[1] = w.known[0]
		}
		w.known[0], w.since = map[string]bool{}, now
	}
	if w.known[0][id] || w.known[1][id] {
		return true
	}
	w.known[0][id] = true
	return false
}

// add lets a consumer take a message. The caller holds the lock, as for remove and interrupt.
func (w *work[M]) add(t *task[M]) {
	w.waiting = append(w.waiting, t)
	w.wake()
}

// wake wakes who may take what waits.
func (w *work[M]) wake() {
	w.changed.Signal()
	if len(w.waiting) > w.idle {
		w.left.Signal()
	}
}

// remove removes a current message that may wait. If a consumer has it, it is not tried again.
func (w *work[M]) remove(t *task[M]) {
	delete(w.current, t.key)
	w.waiting = slices.DeleteFunc(w.waiting, func(other *task[M]) bool { return other == t })
}

// interrupt ends the tries in progress of messages that are stale.
func (w *work[M]) interrupt(stale func(M) bool) {
	for t := range w.begun {
		if stale(t.message) {
			t.stop(errStale)
		}
	}
}

// consume calls do with messages, parallel at a time, until the context is done or the queue closes. It takes up to
// extra more that nobody else is free to take.
func (w *work[M]) consume(ctx context.Context, parallel, extra int, do func(context.Context, M) error) error {
	w.mu.Lock()
	if w.lifetime.Err() != nil {
		w.mu.Unlock()
		return ErrClosed
	}
	w.calls.Add(1)
	w.mu.Unlock()
	defer w.calls.Done()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(w.lifetime, cancel)() //nolint:contextcheck // what ends first ends it
	defer context.AfterFunc(ctx, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.changed.Broadcast()
		w.left.Broadcast()
	})()
	var all sync.WaitGroup
	parallel = max(parallel, 1)
	for n := range parallel + extra {
		all.Go(func() {
			for {
				try, t := w.next(ctx, n >= parallel)
				if t == nil {
					return
				}
				w.end(ctx, t, w.try(try, t.message, do))
			}
		})
	}
	all.Wait()
	if w.lifetime.Err() != nil {
		return ErrClosed
	}
	return nil
}

// next waits for a message, and returns it with the context of a try; nil: the context is done. An extra consumer
// leaves messages to others that are idle.
func (w *work[M]) next(ctx context.Context, extra bool) (context.Context, *task[M]) {
	try, stop := context.WithCancelCause(ctx)
	w.mu.Lock()
	defer w.mu.Unlock()
	if extra {
		for ctx.Err() == nil && len(w.waiting) <= w.idle {
			w.left.Wait()
		}
	} else {
		for w.idle++; ctx.Err() == nil && len(w.waiting) == 0; {
			w.changed.Wait()
		}
		w.idle--
	}
	if ctx.Err() != nil {
		if len(w.waiting) > 0 {
			w.wake() // another, as this one may have been woken for it
		}
		stop(nil)
		return nil, nil
	}
	t := w.waiting[0]
	if w.waiting = slices.Delete(w.waiting, 0, 1); len(w.waiting) > 0 {
		w.wake()
	}
	w.begun[t] = struct{}{}
	t.tries++
	t.stop = stop
	return t.span.Context(try), t
}

// try calls do with a message once.
func (w *work[M]) try(ctx context.Context, m M, do func(context.Context, M) error) error {
	if w.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, w.timeout)
		defer cancel()
	}
	ctx, o := w.part.Begin(ctx, w.name)
	defer o.End()
	err := job.Safely(func() error { return do(ctx, m) })
	if errors.Is(err, ErrLost) || !errors.Is(err, errStale) && !errors.Is(ctx.Err(), context.Canceled) {
		o.Fail(err)
	}
	return err
}

// end decides what becomes of a message after a try.
func (w *work[M]) end(ctx context.Context, t *task[M], err error) {
	t.stop(nil)
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.begun, t)
	if w.current[t.key] != t { // another has replaced it, or it was canceled
		return
	}
	switch {
	case err == nil || errors.Is(err, errStale):
		delete(w.current, t.key)
	case errors.Is(err, livegame.ErrBadJob):
		w.Log.Error("dropped a job that no worker can do", w.name, w.label(t.message), "err", err)
		delete(w.current, t.key)
	case ctx.Err() != nil && !errors.Is(err, ErrLost): // this consumer ends; another goes on
		t.tries--
		w.waiting = slices.Insert(w.waiting, 0, t)
		w.wake()
	case t.tries >= w.tries:
		w.Log.Error("dropped a message that failed", w.name, w.label(t.message), "tries", t.tries, "err", err)
		delete(w.current, t.key)
	default:
		w.Log.Warn("a message failed", w.name, w.label(t.message), "tries", t.tries, "err", err)
		time.AfterFunc(w.Retry*time.Duration(min(t.tries, 10)), func() {
			w.mu.Lock()
			defer w.mu.Unlock()
			if w.current[t.key] == t {
				w.add(t)
			}
		})
	}
}

// pending returns how many messages wait or are in progress.
func (w *work[M]) pending() int {
	n := len(w.current)
	for t := range w.begun {
		if w.current[t.key] != t {
			n++
		}
	}
	return n
}
