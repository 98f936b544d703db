package job

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// table is what nodes share: the leases, and which node has worked when.
type table struct {
	mu     sync.Mutex
	begun  time.Time
	node   map[string]string
	until  map[string]time.Time
	fails  bool
	silent bool // it does not answer
	worked []work
}

type work struct {
	node string
	at   time.Duration
}

func newTable() *table {
	return &table{begun: time.Now(), node: map[string]string{}, until: map[string]time.Time{}}
}

// Lease implements Leases.
func (b *table) Lease(ctx context.Context, job, node string, now, until time.Time) (bool, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.silent {
		b.mu.Unlock()
		<-ctx.Done()
		b.mu.Lock()
		return false, ctx.Err()
	}
	if b.fails {
		return false, errors.New("no database")
	}
	if b.node[job] != node && b.until[job].After(now) {
		return false, nil
	}
	b.node[job], b.until[job] = node, until
	return true, nil
}

func (b *table) note(node string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.worked = append(b.worked, work{node, time.Since(b.begun)})
}

// all returns what was done.
func (b *table) all() []work {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.worked)
}

// nodes returns how often each node has worked.
func (b *table) nodes() map[string]int {
	n := map[string]int{}
	for _, w := range b.all() {
		n[w.node]++
	}
	return n
}

// start runs a runner, and returns what stops it.
func start(r *Runner) (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		r.Run(ctx)
	}()
	return func() {
		cancel()
		<-done
	}
}

// An error and a panic end neither a job nor its neighbors. They are logged once, and counted each time.
func TestFaults(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var said bytes.Buffer
		var mu sync.Mutex
		counts := map[string]int{}
		r := New(Options{
			Log: slog.New(slog.NewTextHandler(&said, nil)),
			Begin: func(ctx context.Context, job string) (context.Context, func(error)) {
				return ctx, func(err error) {
					mu.Lock()
					defer mu.Unlock()
					counts[fmt.Sprint(job, err != nil)]++
				}
			},
		})
		var runs [3]int
		r.Every("fails", time.Second, OneNode, func(context.Context) error {
			runs[0]++
			return errors.New("a bad row")
		})
		r.Every("panics", time.Second, EachNode, func(context.Context) error {
			runs[1]++
			panic("a worse row")
		})
		r.Every("works", time.Second, EachNode, func(context.Context) error {
			runs[2]++
			return nil
		})
		stop := start(r)
		time.Sleep(time.Minute)
		stop()
		for i, n := range runs {
			if n < 50 || n > 70 {
				t.Errorf("job %d was done %d times in a minute", i, n)
			}
		}
		text := said.String()
		if strings.Count(text, "a bad row") != 1 || strings.Count(text, "a worse row") != 1 ||
			!strings.Contains(text, "job_test.go") {
			t.Errorf("the log is\n%s", text)
		}
		for key, want := range map[string]int{"failstrue": runs[0], "panicstrue": runs[1], "worksfalse": runs[2]} {
			if counts[key] != want {
				t.Errorf("%s: expected %d in %v", key, want, counts)
			}
		}
	})
}

// A kick has a job done soon, but however often it comes, the work takes at most a quarter of the time.
func TestKick(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := New(Options{})
		n := 0
		kick := r.Every("slow", time.Hour, EachNode, func(context.Context) error {
			n++
			time.Sleep(time.Second)
			return nil
		})
		kick()
		stop := start(r)
		time.Sleep(10 * time.Millisecond)
		synctest.Wait()
		if n != 1 {
			t.Errorf("after a kick the job was done %d times", n)
		}
		for range 4000 {
			kick()
			time.Sleep(10 * time.Millisecond)
		}
		stop()
		if n < 9 || n > 11 {
			t.Errorf("a job of a second was done %d times in 40 s", n)
		}
	})
}

// One of three nodes does a job. When it ends, or dies, another takes over.
func TestOneNode(t *testing.T) {
	for _, dies := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			b := newTable()
			const period = time.Hour
			stops := map[string]func(){}
			for i := range 3 {
				node := fmt.Sprint("node", i)
				r := New(Options{Leases: b, Node: node})
				kick := r.Every("chore", period, OneNode, func(context.Context) error {
					b.note(node)
					return nil
				})
				kick()
				stops[node] = start(r)
			}
			time.Sleep(30*time.Hour + 30*time.Minute)
			synctest.Wait()
			first := b.nodes()
			if len(first) != 1 || first[b.all()[0].node] < 25 {
				t.Errorf("the job was done by %v", first)
			}
			was := b.all()[0].node
			stops[was]()
			if dies { // it could not say so
				b.mu.Lock()
				b.node["chore"], b.until["chore"] = was, time.Now().Add(leaseTime)
				b.mu.Unlock()
			}
			ended := time.Since(b.begun)
			time.Sleep(5 * time.Minute)
			delete(stops, was)
			for _, stop := range stops {
				stop()
			}
			worked := b.all()
			next := slices.IndexFunc(worked, func(w work) bool { return w.node != was })
			most := 2 * leaseTime // those without the lease ask that often at least
			if !dies {
				most = leaseTime * 6 / 5
			}
			if next < 0 || worked[next].at-ended > most || len(b.nodes()) != 2 {
				t.Errorf("nobody, or not one node, took over at %v: %v", ended, worked)
			}
		})
	}
}

// A database that does not answer costs a node its lease before another node can have it, and so does another node
// that has it.
func TestSilentLease(t *testing.T) {
	for _, taken := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			b := newTable()
			var said bytes.Buffer
			r := New(Options{Leases: b, Node: "slow", Log: slog.New(slog.NewTextHandler(&said, nil))})
			var stopped time.Duration
			r.Every("long", time.Minute, OneNode, func(ctx context.Context) error {
				<-ctx.Done()
				stopped = time.Since(b.begun)
				return ctx.Err()
			})
			stop := start(r)
			time.Sleep(time.Minute)
			b.mu.Lock()
			until := b.until["long"].Sub(b.begun)
			if taken {
				b.node["long"] = "other"
			} else {
				b.silent = true
			}
			b.mu.Unlock()
			time.Sleep(leaseTime)
			synctest.Wait()
			if stopped == 0 || stopped > until-margin {
				t.Errorf("the lease ends at %v, the work at %v", until, stopped)
			}
			stop()
			if text := said.String(); !strings.Contains(text, errLost.Error()) {
				t.Errorf("the log is %s", text)
			}
		})
	}
}

// An error that repeats is logged once, also if the lease is taken each time.
func TestFaultOfOneNode(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var said bytes.Buffer
		r := New(Options{Leases: newTable(), Log: slog.New(slog.NewTextHandler(&said, nil))})
		r.Every("fails", time.Second, OneNode, func(context.Context) error { return errors.New("a bad row") })
		stop := start(r)
		time.Sleep(time.Minute)
		stop()
		if n := strings.Count(said.String(), "a bad row"); n != 1 {
			t.Errorf("the error is logged %d times", n)
		}
	})
}

// A node that has lost its lease stops its work; one that cannot ask for it does nothing and says so.
func TestLostLease(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newTable()
		var said bytes.Buffer
		r := New(Options{Leases: b, Node: "slow", Log: slog.New(slog.NewTextHandler(&said, nil))})
		var stopped time.Duration
		r.Every("long", time.Minute, OneNode, func(ctx context.Context) error {
			b.note("slow")
			<-ctx.Done()
			stopped = time.Since(b.begun)
			return ctx.Err()
		})
		stop := start(r)
		time.Sleep(5 * time.Minute)
		synctest.Wait()
		if stopped != 0 || len(b.all()) != 1 {
			t.Errorf("the work that renews its lease was stopped at %v, begun %v", stopped, b.all())
		}
		b.mu.Lock()
		b.fails = true
		b.mu.Unlock()
		time.Sleep(leaseTime)
		synctest.Wait()
		if stopped == 0 {
			t.Error("the work goes on without a lease")
		}
		time.Sleep(5 * time.Minute)
		stop()
		if len(b.all()) != 1 || !strings.Contains(said.String(), "no database") {
			t.Errorf("worked %v, said %s", b.all(), said.String())
		}
	})
}

// What should go on begins again after an error and a panic, with longer and longer pauses, until it ends by itself.
func TestAlways(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := New(Options{})
		begun := time.Now()
		var at []time.Duration
		r.Always("listens", func(context.Context) error {
			at = append(at, time.Since(begun))
			switch len(at) {
			case 1:
				return errors.New("no connection")
			case 2:
				panic("a bad message")
			case 3:
				return errors.New("no connection")
			}
			return nil
		})
		subscribed, ended := 0, 0
		r.Subscribe("notices", func() (func(), error) {
			subscribed++
			if subscribed < 3 {
				return nil, errors.New("no connection")
			}
			return func() { ended++ }, nil
		})
		stop := start(r)
		time.Sleep(time.Minute)
		synctest.Wait()
		if subscribed != 3 || ended != 0 {
			t.Errorf("subscribed %d times, ended %d times", subscribed, ended)
		}
		stop()
		if ended != 1 {
			t.Errorf("the subscription was ended %d times", ended)
		}
		if len(at) != 4 || at[3]-at[2] < 3*time.Second || at[3] > 10*time.Second {
			t.Errorf("begun at %v", at)
		}
	})
}

// Rows goes on behind rows that fail and panic, through all pages, and says how many there were.
func TestRows(t *testing.T) {
	var list []int
	for i := range 1000 {
		list = append(list, i)
	}
	var done []int
	pages := 0
	page := func(_ context.Context, after *int) ([]int, error) {
		pages++
		from := 0
		if after != nil {
			from = *after + 1
		}
		return list[from:min(from+30, len(list))], nil
	}
	bad := errors.New("bad")
	err := Rows(t.Context(), 30, page, func(_ context.Context, row int) error {
		switch {
		case row == 7:
			panic("worse")
		case row%100 == 0:
			return fmt.Errorf("row %d: %w", row, bad)
		}
		done = append(done, row)
		return nil
	})
	var faults *Faults
	if !errors.As(err, &faults) || faults.Rows != 11 || !errors.Is(err, bad) || len(done) != 989 || pages != 34 {
		t.Errorf("%d rows, %d pages, %v", len(done), pages, err)
	}
	if text := err.Error(); !strings.Contains(text, "panic: worse") || !strings.HasSuffix(text, "and 8 more") {
		t.Errorf("the error is %q", text)
	}

	// A list that cannot be read is an error; the end of the context, too.
	lost := errors.New("no database")
	err = Rows(t.Context(), 1, func(context.Context, *int) ([]int, error) { return nil, lost },
		func(context.Context, int) error { return nil })
	if !errors.Is(err, lost) {
		t.Errorf("%v, expected the error of the list", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	err = Rows(ctx, 30, page, func(context.Context, int) error {
		n++
		cancel()
		return nil
	})
	if n != 1 || !errors.Is(err, context.Canceled) {
		t.Errorf("%d rows, %v after the end", n, err)
	}
}

// Each job has a name of its own, by which its log and its metrics know it.
func TestNames(t *testing.T) {
	r := New(Options{})
	nothing := func(context.Context) error { return nil }
	r.Every("one", time.Second, EachNode, nothing)
	for _, name := range []string{"one", ""} {
		if err := Safely(func() error { r.Always(name, nothing); return nil }); err == nil {
			t.Errorf("a second job with the name %q was registered", name)
		}
	}
}

// ticking are files of the server that may have tickers of their own, with the reason.
var ticking = map[string]string{
	"sockets/hub.go":       "pings all sockets in turn",
	"lichess/stream.go":    "keeps a stream open",
	"tournament/direct.go": "looks after tournaments each second, and is a job as a whole",
}

// What comes back at intervals is a job: no other part of the server has a loop of its own.
func TestNoOtherLoops(t *testing.T) {
	found := 0
	err := fs.WalkDir(os.DirFS(".."), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile("../" + path)
		if ticker := regexp.MustCompile(`time\.(NewTicker|Tick)\(`); err == nil && ticker.Match(text) {
			found++
			if ticking[path] == "" {
				t.Errorf("%s has a ticker: make it a job", path)
			}
		}
		return err
	})
	if err != nil || found != len(ticking) {
		t.Errorf("%d files have tickers, expected %d: %v", found, len(ticking), err)
	}
}
