package tablebuild

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"sync"
	"testing"
	"time"

	"github.com/wane-chess/wane/tablebase"
)

// materials reads names.
func materials(t testing.TB, names ...string) (list []tablebase.Material) {
	t.Helper()
	for _, name := range names {
		m, err := parseMaterial(name)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, m)
	}
	return list
}

func shelf(t testing.TB, folder string) *Library {
	t.Helper()
	l, err := OpenLibrary(folder, nil, func(err error) { t.Errorf("damaged: %v", err) })
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// truth is the digest of a material's table, solved again.
func truth(t testing.TB, l *Library, m tablebase.Material) string {
	t.Helper()
	known, err := l.open(l.current(m.Needs()))
	if err != nil {
		t.Fatal(err)
	}
	solved, err := tablebase.Solve(t.Context(), m, known, nil)
	if err != nil {
		t.Fatal(err)
	}
	digest, err := solved.Digest()
	if err != nil {
		t.Fatal(err)
	}
	if err := known.Close(); err != nil {
		t.Fatal(err)
	}
	return digest
}

// memory is a Queue in memory.
type memory struct {
	mu       sync.Mutex
	jobs     map[string]Job // those in the queue or under way
	waiting  []string
	more     chan struct{} // closed when something has changed
	reports  map[string]Report
	revision uint64
	tables   map[string][]byte
	enqueued int
	spoil    func(name string, data []byte) []byte // changes a table when it is received; may be nil
}

func newMemory() *memory {
	return &memory{jobs: map[string]Job{}, more: make(chan struct{}), reports: map[string]Report{}, tables: map[string][]byte{}}
}

// changed wakes all waiting calls. The queue is locked.
func (q *memory) changed() {
	close(q.more)
	q.more = make(chan struct{})
}

func (q *memory) EnqueueTable(_ context.Context, j Job) (bool, error) {
	if err := j.Check(); err != nil {
		return false, err
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if _, there := q.jobs[j.Key()]; there {
		return false, nil
	}
	q.jobs[j.Key()] = j
	q.waiting = append(q.waiting, j.Key())
	q.enqueued++
	q.changed()
	return true, nil
}

func (q *memory) ConsumeTables(ctx context.Context, _ int, do func(context.Context, Job) error) error {
	for ctx.Err() == nil {
		q.mu.Lock()
		if len(q.waiting) == 0 {
			more := q.more
			q.mu.Unlock()
			select {
			case <-more:
			case <-ctx.Done():
			}
			continue
		}
		key := q.waiting[0]
		q.waiting = q.waiting[1:]
		j := q.jobs[key]
		q.mu.Unlock()
		err := do(ctx, j)
		q.mu.Lock()
		if err == nil {
			delete(q.jobs, key)
		} else {
			q.waiting = append(q.waiting, key)
		}
		q.changed()
		q.mu.Unlock()
	}
	return nil
}

func (q *memory) PutTableReport(_ context.Context, r Report) error {
	if err := r.Check(); err != nil {
		return err
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.revision++
	r.Revision = q.revision
	q.reports[r.Key] = r
	q.changed()
	return nil
}

func (q *memory) TableReport(_ context.Context, key string) (Report, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.reports[key], nil
}

func (q *memory) WatchTableReports(ctx context.Context, take func(Report)) error {
	seen := uint64(0)
	for ctx.Err() == nil {
		q.mu.Lock()
		var fresh []Report
		for _, r := range q.reports {
			if r.Revision > seen {
				fresh = append(fresh, r)
			}
		}
		seen = q.revision
		more := q.more
		q.mu.Unlock()
		for _, r := range fresh {
			take(r)
		}
		select {
		case <-more:
		case <-ctx.Done():
		}
	}
	return nil
}

func (q *memory) PutTable(_ context.Context, name string, from io.Reader) error {
	data, err := io.ReadAll(from)
	if err != nil {
		return err
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.tables[name] != nil {
		return nil
	}
	if q.spoil != nil {
		data = q.spoil(name, data)
	}
	q.tables[name] = data
	return nil
}

func (q *memory) HasTable(_ context.Context, name string) (bool, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.tables[name] != nil, nil
}

func (q *memory) GetTable(_ context.Context, name string, most int64, to io.Writer) error {
	q.mu.Lock()
	data := q.tables[name]
	q.mu.Unlock()
	if data == nil || int64(len(data)) > most {
		return fmt.Errorf("%w: %s", ErrNoTable, name)
	}
	_, err := io.Copy(to, bytes.NewReader(data))
	return err
}

func (q *memory) DeleteTable(_ context.Context, name string) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	delete(q.tables, name)
	return nil
}

// atWork lets a worker work until the test ends, or until the function returned is
// called, which waits for it.
func atWork(t testing.TB, q Queue, l *Library, rest func()) (stop func()) {
	t.Helper()
	w := &Worker{Queue: q, Library: l, Name: "worker", ReportInterval: time.Hour}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := q.ConsumeTables(ctx, 1, func(ctx context.Context, j Job) error { return w.Do(ctx, j, rest) }); err != nil {
			t.Error(err)
		}
	}()
	stop = sync.OnceFunc(func() { cancel(); <-ended })
	t.Cleanup(stop)
	return stop
}
