package gamestore

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"
	"testing"
)

// stepCommitter commits nothing. It reports each group and waits for pass; groups and
// writes with a bad write fail.
type stepCommitter struct {
	limit  int
	groups chan []*write
	step   chan struct{}
	bad    map[*write]bool
	ended  bool
}

var errBad = errors.New("bad")

func newStepCommitter(limit int) *stepCommitter {
	return &stepCommitter{limit: limit, groups: make(chan []*write), step: make(chan struct{}), bad: map[*write]bool{}}
}

func (c *stepCommitter) maxGroup() int { return c.limit }
func (c *stepCommitter) close()        { c.ended = true }

func (c *stepCommitter) commit(group []*write) (retry bool) {
	c.groups <- group
	<-c.step
	for _, item := range group {
		if c.bad[item] {
			failAll(group, errBad)
			return true
		}
	}
	return false
}

// pass ends the commit of one group and returns the group.
func (c *stepCommitter) pass() []*write {
	group := <-c.groups
	c.step <- struct{}{}
	return group
}

// send submits n writes at once and returns when all are in the queue.
func send(ctx context.Context, w *writer, items ...*write) (wait func() []error) {
	errs := make([]error, len(items))
	var all sync.WaitGroup
	for i, item := range items {
		all.Go(func() { errs[i] = w.submit(ctx, item) })
		for queued := false; !queued; {
			w.mu.Lock()
			queued = item.taken || slices.Contains(w.waiting, item)
			w.mu.Unlock()
			runtime.Gosched()
		}
	}
	return func() []error {
		all.Wait()
		return errs
	}
}

// Writes that arrive during a commit form the next group, up to the limit and in order.
func TestGroups(t *testing.T) {
	c := newStepCommitter(3)
	w := startWriter(c)
	ctx := context.Background()
	items := []*write{{}, {}, {}, {}, {}, {}}
	first := send(ctx, w, items[0])
	group := <-c.groups
	if len(group) != 1 || group[0] != items[0] {
		t.Errorf("the first group is %v", group)
	}
	rest := send(ctx, w, items[1:]...)
	c.step <- struct{}{}
	for _, want := range [][]*write{items[1:4], items[4:]} {
		group := c.pass()
		if len(group) != len(want) {
			t.Fatalf("a group has %d writes, want %d", len(group), len(want))
		}
		for i := range want {
			if group[i] != want[i] {
				t.Errorf("write %d of a group is out of order", i)
			}
		}
	}
	for _, err := range append(first(), rest()...) {
		if err != nil {
			t.Error(err)
		}
	}
	w.close()
	<-w.ended
	if !c.ended {
		t.Error("the committer was not ended")
	}
}

// A group with a bad write is retried one by one.
func TestRejectedWrite(t *testing.T) {
	c := newStepCommitter(10)
	w := startWriter(c)
	ctx := context.Background()
	block := send(ctx, w, &write{})
	<-c.groups
	items := []*write{{}, {}, {}}
	c.bad[items[1]] = true
	wait := send(ctx, w, items...)
	c.step <- struct{}{}
	for _, want := range []int{3, 1, 1, 1} {
		if group := c.pass(); len(group) != want {
			t.Errorf("a group has %d writes, want %d", len(group), want)
		}
	}
	block()
	for i, err := range wait() {
		if (err != nil) != (i == 1) {
			t.Errorf("write %d: %v", i, err)
		}
	}
	w.close()
	<-w.ended
}

// A canceled context removes a write from the queue, but not from a group.
func TestCanceledWrite(t *testing.T) {
	c := newStepCommitter(10)
	w := startWriter(c)
	ctx, cancel := context.WithCancel(context.Background())
	begun := send(ctx, w, &write{})
	<-c.groups // now a writer has it
	queued := send(ctx, w, &write{}, &write{})
	stays := send(context.Background(), w, &write{})
	cancel()
	for _, err := range queued() {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("a write in the queue: %v, want that it was canceled", err)
		}
	}
	c.step <- struct{}{}
	if err := begun()[0]; err != nil {
		t.Errorf("a write that was under way: %v, want its own outcome", err)
	}
	if group := c.pass(); len(group) != 1 {
		t.Errorf("the next group has %d writes, want the one that was not canceled", len(group))
	}
	if err := stays()[0]; err != nil {
		t.Error(err)
	}
	w.close()
	<-w.ended
}

// A writer that closes commits its queue first, and accepts no more writes.
func TestCloseWriter(t *testing.T) {
	c := newStepCommitter(1)
	w := startWriter(c)
	ctx := context.Background()
	wait := send(ctx, w, &write{}, &write{}, &write{})
	w.close()
	if err := w.submit(ctx, &write{}); !errors.Is(err, ErrClosed) {
		t.Errorf("a write after the end: %v, want ErrClosed", err)
	}
	for range 3 {
		c.pass()
	}
	for _, err := range wait() {
		if err != nil {
			t.Error(err)
		}
	}
	<-w.ended
}
