// Package eventlog keeps values that change by numbered events, such as tournaments and shared studies.
//
// A [Log] remembers the values that were used last. It brings a value up to date with the store, has changes stored,
// again whenever another node was faster, and wakes those who wait for one. [Update] changes a row that nobody
// remembers, such as a challenge, a review or an account: it is read, decided about and stored as a whole.
//
// One caller at a time uses a value. The others wait, as for the store, with their own contexts. A failed look at
// the store fails for everyone who waits for it.
//
// No call with a context is made under a mutex, for a caller that waits for a mutex cannot give up. A test of this
// package walks the source of the whole server for that.
package eventlog

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/maypok86/otter/v2"
	"golang.org/x/sync/semaphore"
)

// Options configure a Log of values V with IDs K. A V is changed in place, by one caller at a time.
type Options[K comparable, V any] struct {
	// Load brings a value up to date with the store; have is nil if it is not remembered. What it returns is remembered,
	// also with an error, if it is not nil.
	Load func(ctx context.Context, id K, have *V) (*V, error)
	// Seq returns the number of a value's last event.
	Seq func(*V) int
	// Final reports whether a value does not change any more. It may be nil.
	Final func(*V) bool
	// NotFound and Conflict are the store's errors for a value that does not exist, and for a change that lost a race.
	NotFound, Conflict error
	// Fresh is how long a value is shown without a look at the store, and how often Wait looks.
	Fresh time.Duration
	// Keep is how long a value is remembered after its last use.
	Keep time.Duration
	// Weight returns how much a value weighs, such as its bytes; nil: 1. Values that weigh more than MaxWeight together
	// are forgotten, those first that were not used for long.
	Weight    func(*V) int
	MaxWeight int
	// InPlace says that deciding changes the value itself. After a lost race it is read again as a whole.
	InPlace bool
	// Stored is called after a change by this node, with the number of the last event. It must return at once. It may
	// be nil.
	Stored func(id K, seq int)
}

// Log keeps values. It is safe for concurrent use.
type Log[K comparable, V any] struct {
	o       Options[K, V]
	entries *otter.Cache[K, *entry[V]]
}

// entry is a value that is remembered.
type entry[V any] struct {
	turn *semaphore.Weighted // of 1: its holder uses the value
	v    *V                  // nil: not loaded
	// looked is when the last look at the store that succeeded began, and failedAt when the last one failed.
	looked, failedAt time.Time
	failed           error

	weight atomic.Uint32

	mu      sync.Mutex
	inbox   []func() // what the holder does for others
	changed chan struct{}
}

// New returns a log.
func New[K comparable, V any](o Options[K, V]) *Log[K, V] {
	if o.Weight == nil {
		o.Weight = func(*V) int { return 1 }
	}
	return &Log[K, V]{o: o, entries: otter.Must(&otter.Options[K, *entry[V]]{
		MaximumWeight:    uint64(o.MaxWeight), //nolint:gosec // not negative
		Weigher:          func(_ K, e *entry[V]) uint32 { return max(1, e.weight.Load()) },
		ExpiryCalculator: otter.ExpiryAccessing[K, *entry[V]](o.Keep),
	})}
}

// Read calls f with a value that is at most Options.Fresh old. F must not keep or change it.
func (l *Log[K, V]) Read(ctx context.Context, id K, f func(*V) error) error {
	return l.read(ctx, id, l.o.Fresh, f)
}

// Latest is Read for a value that is not older than the call.
func (l *Log[K, V]) Latest(ctx context.Context, id K, f func(*V) error) error {
	return l.read(ctx, id, 0, f)
}

func (l *Log[K, V]) read(ctx context.Context, id K, age time.Duration, f func(*V) error) error {
	u, err := l.acquire(ctx, id)
	if err != nil {
		return err
	}
	defer u.end()
	if err := u.refresh(ctx, age); err != nil {
		return err
	}
	return f(u.e.v)
}

// Change has a value changed. Decide returns what stores the change and then makes it, or ErrUnchanged, which is no
// error of Change. Decide is called again if another node was faster, and after an error if the value is not the
// latest. After an error of store the value is read again: the change may have been stored.
func (l *Log[K, V]) Change(
	ctx context.Context, id K, decide func(*V) (store func(context.Context) error, err error),
) error {
	u, err := l.acquire(ctx, id)
	if err != nil {
		return err
	}
	defer u.end()
	age := l.o.Fresh
	err = Retry(ctx, l.o.Conflict, func(ctx context.Context) error {
		if err := u.refresh(ctx, age); err != nil {
			return err
		}
		store, err := u.decide(decide)
		if err != nil && age > 0 && !u.looked { // another node may know better
			if err = u.refresh(ctx, 0); err != nil {
				return err
			}
			store, err = u.decide(decide)
		}
		if err != nil {
			return err
		}
		age, u.arrived = 0, time.Now() // if it is lost
		return u.commit(ctx, store)
	})
	if errors.Is(err, ErrUnchanged) {
		return nil
	}
	return err
}

// Wait calls f with a value at once, whenever it has changed or Wake was called, and every Options.Fresh, until f is
// done or fails; after d, which may be 0, for the last time. F sees event since if that is stored when Wait is called.
func (l *Log[K, V]) Wait(
	ctx context.Context, id K, since int, d time.Duration, f func(v *V, last bool) (done bool, err error),
) error {
	end := time.NewTimer(d)
	defer end.Stop()
	for last := d <= 0; ; {
		done := false
		changed, err := l.look(ctx, id, since, func(v *V) (err error) {
			done, err = f(v, last)
			return err
		})
		if err != nil || done || last {
			return err
		}
		since = 0
		again := time.NewTimer(l.o.Fresh)
		select {
		case <-changed:
		case <-again.C:
		case <-end.C:
			last = true
		case <-ctx.Done():
		}
		again.Stop()
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
}

// look is Read that also returns what is closed with the next change.
func (l *Log[K, V]) look(ctx context.Context, id K, since int, f func(*V) error) (changed <-chan struct{}, err error) {
	u, err := l.acquire(ctx, id)
	if err != nil {
		return nil, err
	}
	defer u.end()
	err = u.refresh(ctx, l.o.Fresh)
	if err == nil && l.o.Seq(u.e.v) < since { // the caller has heard of it from another node
		err = u.refresh(ctx, 0)
	}
	if err != nil {
		return nil, err
	}
	changed = u.e.next() // before f looks: nothing is missed
	return changed, f(u.e.v)
}

// Wake wakes those who wait for a value. It does not wait.
func (l *Log[K, V]) Wake(id K) {
	if e, known := l.entries.GetIfPresent(id); known {
		e.wake()
	}
}

// Hint says that the store has something new of a value. It does not wait.
func (l *Log[K, V]) Hint(id K) {
	if e, known := l.entries.GetIfPresent(id); known {
		e.post(func() {
			e.looked = time.Time{}
			e.wake()
		})
	}
}

// Forget has a value read again as a whole. It does not wait.
func (l *Log[K, V]) Forget(id K) {
	if e, known := l.entries.GetIfPresent(id); known {
		e.post(e.drop)
	}
}

// ForgetAll is Forget for all values that are chosen. It does not wait.
func (l *Log[K, V]) ForgetAll(chosen func(*V) bool) {
	for _, e := range l.entries.All() {
		e.post(func() {
			if e.v != nil && chosen(e.v) {
				e.drop()
			}
		})
	}
}

// Size returns how many values are remembered, and their weight.
func (l *Log[K, V]) Size() (values int, weight uint64) {
	l.entries.CleanUp()
	return l.entries.EstimatedSize(), l.entries.WeightedSize()
}

// use is one use of a value, whose turn it is until end.
type use[K comparable, V any] struct {
	l       *Log[K, V]
	id      K
	e       *entry[V]
	arrived time.Time // when it began to wait
	looked  bool      // at the store
}

// acquire waits for the turn.
func (l *Log[K, V]) acquire(ctx context.Context, id K) (*use[K, V], error) {
	e, known := l.entries.GetIfPresent(id)
	if !known {
		e, _ = l.entries.SetIfAbsent(id, &entry[V]{turn: semaphore.NewWeighted(1), changed: make(chan struct{})})
	}
	u := &use[K, V]{l: l, id: id, e: e, arrived: time.Now()}
	if err := e.turn.Acquire(ctx, 1); err != nil {
		if e.turn.TryAcquire(1) { // it may have had the turn when another caller posted
			e.release()
		}
		return nil, err
	}
	return u, nil
}

// end ends the use, but for what others have posted meanwhile.
func (u *use[K, V]) end() { u.e.release() }

// refresh looks at the store unless another one has since the use began, or an age ago.
func (u *use[K, V]) refresh(ctx context.Context, age time.Duration) error {
	e, o := u.e, &u.l.o
	e.readInbox()
	before := -1
	if e.v != nil {
		if o.Final != nil && o.Final(e.v) || e.looked.After(u.arrived) || age > 0 && time.Since(e.looked) < age {
			return nil
		}
		before = o.Seq(e.v)
	}
	if e.failedAt.After(u.arrived) {
		return e.failed
	}
	began, have := time.Now(), e.v
	e.v = nil // if Load panics
	v, err := o.Load(ctx, u.id, have)
	e.v = v
	switch {
	case errors.Is(err, o.NotFound):
		e.drop()
	case err != nil && ctx.Err() == nil:
		e.failed, e.failedAt = err, time.Now()
	}
	if err != nil {
		if e.v == nil { // or IDs of strangers fill the memory
			u.l.entries.Invalidate(u.id)
		}
		return err
	}
	e.looked, u.looked = began, true
	u.weigh()
	if o.Seq(v) != before {
		e.wake()
	}
	return nil
}

// decide calls decide. After a panic the value is read again.
func (u *use[K, V]) decide(decide func(*V) (func(context.Context) error, error)) (func(context.Context) error, error) {
	v := u.e.v
	u.e.v = nil
	store, err := decide(v)
	u.e.v = v
	return store, err
}

// commit stores a change.
func (u *use[K, V]) commit(ctx context.Context, store func(context.Context) error) error {
	v, began := u.e.v, time.Now()
	u.e.v = nil
	err := store(ctx)
	if errors.Is(err, u.l.o.Conflict) && !u.l.o.InPlace {
		u.e.v = v
		return err
	}
	if err != nil {
		u.e.wake()
		return err
	}
	u.e.v, u.e.looked = v, began
	u.weigh()
	u.e.wake()
	if u.l.o.Stored != nil {
		u.l.o.Stored(u.id, u.l.o.Seq(v))
	}
	return nil
}

// weigh says how much the value weighs, if that has changed much.
func (u *use[K, V]) weigh() {
	e := u.e
	now, was := u.l.o.Weight(e.v), int(e.weight.Load())
	if now <= was && now > was/2 || now > was && now-was < was/8 {
		return
	}
	e.weight.Store(uint32(now)) //nolint:gosec // values weigh less than 4 GB
	u.l.entries.ComputeIfPresent(u.id, func(known *entry[V]) (*entry[V], otter.ComputeOp) {
		if known != e {
			return known, otter.CancelOp
		}
		return e, otter.WriteOp
	})
}

// next returns what is closed with the next change.
func (e *entry[V]) next() <-chan struct{} {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.changed
}

// wake wakes those who wait for a change.
func (e *entry[V]) wake() {
	e.mu.Lock()
	defer e.mu.Unlock()
	close(e.changed)
	e.changed = make(chan struct{})
}

// drop has the value read again as a whole. The caller has the turn.
func (e *entry[V]) drop() {
	e.v, e.looked = nil, time.Time{}
	e.wake()
}

// post has the holder of the turn do something, or does it at once.
func (e *entry[V]) post(do func()) {
	e.mu.Lock()
	e.inbox = append(e.inbox, do)
	e.mu.Unlock()
	if e.turn.TryAcquire(1) {
		e.release()
	}
}

// readInbox does what was posted. The caller has the turn.
func (e *entry[V]) readInbox() {
	e.mu.Lock()
	list := e.inbox
	e.inbox = nil
	e.mu.Unlock()
	for _, do := range list {
		do()
	}
}

// release reads the inbox and ends the turn. Who posts meanwhile finds it taken, so release looks again.
func (e *entry[V]) release() {
	for {
		e.readInbox()
		e.turn.Release(1)
		e.mu.Lock()
		empty := len(e.inbox) == 0
		e.mu.Unlock()
		if empty || !e.turn.TryAcquire(1) { // those who wait read it
			return
		}
	}
}
