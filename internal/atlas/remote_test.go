package atlas

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// memory is a Queue in this process, for one run.
type memory struct {
	jobs chan Job

	mu      sync.Mutex
	known   map[string]bool
	results []Result
	take    func(Result)
	refuse  int // jobs that cannot be enqueued now
}

func newMemory() *memory { return &memory{jobs: make(chan Job, 1000), known: map[string]bool{}} }

func (m *memory) EnqueueGames(_ context.Context, j Job) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.refuse > 0 {
		m.refuse--
		return errors.New("the queue is full")
	}
	if !m.known[j.Key()] {
		m.known[j.Key()] = true
		m.jobs <- j
	}
	return nil
}

func (m *memory) ConsumeGames(ctx context.Context, _ int, do func(context.Context, Job) (Result, error)) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case j := <-m.jobs:
			r, err := do(ctx, j)
			if err != nil {
				return err
			}
			m.mu.Lock()
			delete(m.known, j.Key())
			m.results = append(m.results, r)
			take := m.take
			m.mu.Unlock()
			if take != nil {
				take(r)
			}
		}
	}
}

func (m *memory) WatchGames(ctx context.Context, _ string, take func(Result)) error {
	m.mu.Lock()
	old := slices.Clone(m.results)
	m.take = take
	m.mu.Unlock()
	for _, r := range old {
		take(r)
	}
	<-ctx.Done()
	return ctx.Err()
}

var few = []Batch{{Plain, 5, 0}, {Plain, 700, 0}, {Skill, 6, 0}, {FlexiblePawns, 7, 1}}

// workers run until the test ends.
func workers(t *testing.T, m *memory, do ...func(context.Context, Job) (Result, error)) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var all sync.WaitGroup
	for _, f := range do {
		all.Go(func() { _ = m.ConsumeGames(ctx, 1, f) })
	}
	t.Cleanup(func() { cancel(); all.Wait() })
}

func honest(name string) func(context.Context, Job) (Result, error) {
	w := NewWorker(nil, name, 1)
	return func(ctx context.Context, j Job) (Result, error) { return w.Do(ctx, j, func() {}) }
}

// remotely plays few batches on workers and returns the file and the warnings.
func remotely(t *testing.T, m *memory) (file []byte, warned string, err error) {
	t.Helper()
	name := filepath.Join(t.TempDir(), "file")
	f, err := Open(name, quick(t))
	if err != nil {
		t.Fatal(err)
	}
	r := Run{File: f, Queue: m, batches: few, checkOneOf: 1, Warn: func(text string) { warned += text + "\n" }}
	err = r.Play(t.Context())
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	file, readErr := os.ReadFile(name)
	if readErr != nil {
		t.Fatal(readErr)
	}
	return file, warned, err
}

// locally plays the same here.
func locally(t *testing.T) []byte {
	t.Helper()
	name := filepath.Join(t.TempDir(), "file")
	f, err := Open(name, quick(t))
	if err != nil {
		t.Fatal(err)
	}
	r := Run{File: f, Parallel: 2, batches: few}
	if err := errors.Join(r.Play(t.Context()), f.Close()); err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

// Workers play the games that this machine plays. Results of earlier runs count. Errors of
// the queue and of workers are survived.
func TestWorkers(t *testing.T) {
	m := newMemory()
	failures := 2
	fails := func(_ context.Context, j Job) (Result, error) {
		return Result{Key: j.Key(), Worker: "ill", Error: "no memory"}, nil
	}
	well := honest("well")
	workers(t, m, func(ctx context.Context, j Job) (Result, error) {
		if failures--; failures >= 0 {
			return fails(ctx, j)
		}
		return well(ctx, j)
	})
	file, warned, err := remotely(t, m)
	if err != nil {
		t.Fatal(err)
	}
	if want := locally(t); !bytes.Equal(file, want) {
		t.Error("workers play other games")
	}
	if !strings.Contains(warned, "no memory") {
		t.Errorf("the warnings are %q", warned)
	}
	again, _, err := remotely(t, m)
	if err != nil || !bytes.Equal(file, again) {
		t.Errorf("the results of the earlier run give another file: %v", err)
	}
}

// A worker that sends other games is found by its first batch, and its games do not count.
func TestWrongWorker(t *testing.T) {
	m := newMemory()
	well, lies := honest("well"), 1
	workers(t, m, func(ctx context.Context, j Job) (Result, error) {
		if lies--; lies >= 0 {
			return Result{Key: j.Key(), Worker: "wrong", Games: encode(invented(1))}, nil
		}
		return well(ctx, j)
	})
	file, warned, err := remotely(t, m)
	if err != nil || !bytes.Equal(file, locally(t)) {
		t.Errorf("the file has other games: %v", err)
	}
	if !strings.Contains(warned, "wrong: its games are not those that this machine plays") {
		t.Errorf("the warnings are %q", warned)
	}
}

// What a worker has played before it is found out does not count either. Results that the run
// has not asked for are ignored.
func TestLateLie(t *testing.T) {
	m := newMemory()
	turns, well := 0, honest("turncoat")
	other, seen := honest("well"), map[string]bool{}
	workers(t, m, func(ctx context.Context, j Job) (Result, error) {
		defer func() { seen[j.Key()] = true }()
		switch turns++; {
		case turns < 3:
			return well(ctx, j)
		case turns == 3:
			return Result{Key: j.Key(), Worker: "turncoat", Games: encode(invented(2))}, nil
		}
		if seen[j.Key()] && !slices.Contains(j.Not, "turncoat") {
			t.Errorf("the job does not exclude the worker: %+v", j)
		}
		return other(ctx, j)
	})
	unasked := quick(t).job(Batch{Plain, 9, 9})
	m.results = append(m.results, Result{Key: unasked.Key(), Worker: "well", Games: encode(invented(1))})
	file, _, err := remotely(t, m)
	if err != nil || !bytes.Equal(file, locally(t)) {
		t.Errorf("the file has other games: %v", err)
	}
}

// A batch that fails again and again ends the run.
func TestFailingBatch(t *testing.T) {
	m := newMemory()
	workers(t, m, func(_ context.Context, j Job) (Result, error) {
		return Result{Key: j.Key(), Worker: "ill", Error: "no memory"}, nil
	})
	if _, _, err := remotely(t, m); err == nil || !strings.Contains(err.Error(), "failed 5 times; the last answer, by ill: no memory") {
		t.Error(err)
	}
}

// A worker of another version, and one that is excluded, leave a job to others.
func TestNotMine(t *testing.T) {
	j := quick(t).job(few[0])
	j.Settings.Engine = "0123456789abcdef"
	if r, err := honest("old")(t.Context(), j); err == nil || !strings.Contains(err.Error(), "use the version of wane that runs the atlas") {
		t.Errorf("%+v, %v", r, err)
	}
	j = quick(t).job(few[0])
	j.Not = []string{"a", "b"}
	if r, err := honest("b")(t.Context(), j); err == nil || !strings.Contains(err.Error(), "other workers") {
		t.Errorf("%+v, %v", r, err)
	}
}
