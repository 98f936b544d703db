package tablebuild

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wane-chess/wane/tablebase"
)

// coordinated runs a coordinator for one material on a library of its own.
func coordinated(t *testing.T, q Queue, l *Library, change func(*Coordinator)) error {
	t.Helper()
	c := &Coordinator{Queue: q, Library: l, Plan: Plan(materials(t, "KRRPvK"), l.Has), Sweep: 10 * time.Millisecond, Warn: func(text string) { t.Log(text) }}
	if change != nil {
		change(c)
	}
	return c.Run(t.Context())
}

// right reports wrong tables.
func right(t *testing.T, l *Library) {
	t.Helper()
	for _, m := range Plan(materials(t, "KRRPvK"), tablebase.Builtin().Has) {
		got, err := l.digest(l.current([]tablebase.Material{m})[0])
		if want := truth(t, l, m); err != nil || got != want {
			t.Errorf("%v: %s, want %s; %v", m, got, want, err)
		}
	}
}

// Two coordinators get the same tables, and each is solved once. One that comes
// later takes what is there.
func TestCoordinators(t *testing.T) {
	q := newMemory()
	stop := atWork(t, q, shelf(t, t.TempDir()), func() {})
	shelves := []*Library{shelf(t, t.TempDir()), shelf(t, t.TempDir())}
	var all sync.WaitGroup
	for _, l := range shelves {
		all.Go(func() {
			if err := coordinated(t, q, l, nil); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if q.revision != 2*5 { // each was begun and done
		t.Errorf("there were %d reports about 5 materials", q.revision)
	}
	right(t, shelves[0])
	stop()
	late := shelf(t, t.TempDir())
	if err := coordinated(t, q, late, nil); err != nil {
		t.Fatal(err)
	}
	if len(Plan(materials(t, "KRRPvK"), late.Has)) > 0 {
		t.Error("the late one has not got everything")
	}
}

// The job of a stopped worker is done by another; a stopped coordinator resumes.
func TestStopped(t *testing.T) {
	q := newMemory()
	steps := 0
	begun := make(chan struct{})
	stop := atWork(t, q, shelf(t, t.TempDir()), func() {
		if steps++; steps == 10 {
			close(begun)
		}
	})
	l := shelf(t, t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-begun
		stop()
		cancel()
	}()
	c := &Coordinator{Queue: q, Library: l, Plan: Plan(materials(t, "KRRPvK"), l.Has)}
	if err := c.Run(ctx); !errors.Is(err, context.Canceled) {
		t.Fatalf("it ends with %v", err)
	}
	if len(q.jobs) != 4 {
		t.Fatalf("%d jobs are still to be done, want the first four", len(q.jobs))
	}
	atWork(t, q, shelf(t, t.TempDir()), func() {})
	// A sweep may ask for a job again just as it ends.
	if err := coordinated(t, q, l, func(c *Coordinator) { c.Sweep = time.Minute }); err != nil {
		t.Fatal(err)
	}
	if q.enqueued != 5 {
		t.Errorf("%d jobs were asked for, want 5", q.enqueued)
	}
}

// Damaged tables are rejected, wherever they are found, and built or handed out again.
func TestDamaged(t *testing.T) {
	for _, c := range []struct {
		name  string
		spoil func([]byte) []byte
	}{
		{"changed", func(b []byte) []byte { b[len(b)/2] ^= 1; return b }},
		{"cut off", func(b []byte) []byte { return b[:len(b)/2] }},
		{"too long", func(b []byte) []byte { return append(b, make([]byte, 1<<22)...) }},
		{"empty", func([]byte) []byte { return []byte{} }},
	} {
		t.Run(c.name, func(t *testing.T) {
			if testing.Short() && c.name != "changed" {
				t.Skip("one kind of damage is enough")
			}
			q := newMemory()
			spoiled := map[string]int{}
			q.spoil = func(name string, b []byte) []byte {
				if spoiled[name]++; spoiled[name] == 1 && !strings.HasPrefix(name, "KRRPvK.") {
					return c.spoil(b)
				}
				return b
			}
			l := shelf(t, t.TempDir())
			b := Builder{Library: l, Plan: materials(t, "KRRRvK", "KRRBvK")} // these are handed out
			if err := b.Run(t.Context()); err != nil {
				t.Fatal(err)
			}
			atWork(t, q, shelf(t, t.TempDir()), func() {})
			if err := coordinated(t, q, l, nil); err != nil {
				t.Fatal(err)
			}
			for _, m := range []string{"KRRRvK.", "KRRBvK.", "KRRNvK."} {
				for name, n := range spoiled {
					if strings.HasPrefix(name, m) && n != 2 {
						t.Errorf("%s was handed out %d times, want 2", name, n)
					}
				}
			}
			if len(Plan(materials(t, "KRRPvK"), l.Has)) > 0 {
				t.Error("something is missing")
			}
		})
	}
}

// Tables of other materials, though whole, are rejected, all of them at once.
func TestExchanged(t *testing.T) {
	l := shelf(t, t.TempDir())
	b := Builder{Library: l, Plan: materials(t, "KRRRvK")}
	if err := b.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	tables, err := l.open(l.current(b.Plan))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = tables.Close() }() // only read from
	var data bytes.Buffer
	if err := tables.Write(&data, b.Plan[0]); err != nil {
		t.Fatal(err)
	}
	q := newMemory()
	other := TableRef{"KRRBvK", strings.Repeat("0", 64)}
	wrong := TableRef{"KRRRvK", strings.Repeat("0", 64)}
	w := &Worker{Queue: q, Library: shelf(t, t.TempDir())}
	for _, n := range []TableRef{other, wrong} {
		q.tables[n.Name()] = data.Bytes()
	}
	_, err = w.findTables(t.Context(), []TableRef{other, wrong}) // one try finds both
	for _, n := range []TableRef{other, wrong} {
		if !errors.Is(err, errWrongTable) || !strings.Contains(err.Error(), n.Name()) || q.tables[n.Name()] != nil {
			t.Errorf("%v: %v", n, err)
		}
	}
}

// The coordinator gives up a job that fails again and again, or that no worker
// finishes, and reports it.
func TestGivenUp(t *testing.T) {
	q := newMemory()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() {
		_ = q.ConsumeTables(ctx, 1, func(ctx context.Context, j Job) error {
			r := Report{Key: j.Key(), Material: j.Material, Worker: "w", State: Failed, Error: "no luck"}
			if j.Material == "KRRNvK" {
				return nil // it dies of it
			}
			return q.PutTableReport(ctx, r)
		})
	}()
	err := coordinated(t, q, shelf(t, t.TempDir()), nil)
	if err == nil {
		t.Fatal("it could be done")
	}
	for _, want := range []string{
		"KQRRvK cannot be solved: w: no luck", "KRRRvK cannot be solved", "KRRBvK cannot be solved",
		"KRRNvK was requested 5 times", "not built, as they need these: 1 material",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("the error does not say %q: %v", want, err)
		}
	}
	// A sweep may ask again for what has failed at this moment.
	if most := 3*(maxFailures+1) + maxRequests + 1; q.enqueued > most {
		t.Errorf("%d jobs were asked for, want at most %d", q.enqueued, most)
	}
}

// A job that is lost is asked for again.
func TestLost(t *testing.T) {
	q := newMemory()
	l := shelf(t, t.TempDir())
	lost := false
	err := coordinated(t, q, l, func(c *Coordinator) {
		c.Plan = materials(t, "KRRRvK")
		c.Warn = func(string) { // no worker has started yet
			if lost {
				return
			}
			lost = true
			q.mu.Lock()
			q.jobs, q.waiting = map[string]Job{}, nil
			q.mu.Unlock()
			atWork(t, q, shelf(t, t.TempDir()), func() {})
		}
	})
	if err != nil || !lost || !l.Has(materials(t, "KRRRvK")[0]) {
		t.Errorf("lost: %v; %v", lost, err)
	}
}
