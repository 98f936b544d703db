package eventlog_test

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wane-chess/wane/internal/server/eventlog"
)

var (
	errNotFound = errors.New("there is no such list")
	errConflict = errors.New("the list has changed")
	errBroken   = errors.New("the store does not answer")
)

// list is a value whose events add a number each.
type list struct{ numbers []int }

// store keeps lists, and counts looks.
type store struct {
	mu    sync.Mutex
	lists map[string][]int
	whole int // looks for all events
	looks int // all looks
	takes time.Duration
	err   error
	panic bool
}

func (s *store) load(ctx context.Context, id string, have *list) (*list, error) {
	select {
	case <-time.After(s.takes):
	case <-ctx.Done():
		return have, ctx.Err()
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.looks++
	if s.err != nil {
		return have, s.err
	}
	all, known := s.lists[id]
	if !known {
		return have, errNotFound
	}
	if have == nil {
		s.whole++
		have = &list{}
	}
	have.numbers = append(have.numbers, all[len(have.numbers):]...)
	if s.panic {
		panic("damaged")
	}
	return have, nil
}

// add adds a number behind those that are known.
func (s *store) add(id string, known, number int) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return s.err
	}
	if len(s.lists[id]) != known {
		return errConflict
	}
	s.lists[id] = append(s.lists[id], number)
	return nil
}

const fresh = time.Second

func newLog(t *testing.T, s *store, change ...func(*eventlog.Options[string, list])) *eventlog.Log[string, list] {
	o := eventlog.Options[string, list]{
		Load: s.load, Seq: func(l *list) int { return len(l.numbers) }, NotFound: errNotFound, Conflict: errConflict,
		Fresh: fresh, Keep: time.Hour, MaxWeight: 100,
	}
	for _, f := range change {
		f(&o)
	}
	l := eventlog.New(o)
	t.Cleanup(l.Stop)
	return l
}

func newStore(ids ...string) *store {
	s := &store{lists: map[string][]int{}}
	for _, id := range ids {
		s.lists[id] = nil
	}
	return s
}

// adding changes a list by one number.
func adding(s *store, id string, number int) func(*list) (func(context.Context) error, error) {
	return func(l *list) (func(context.Context) error, error) {
		if slices.Contains(l.numbers, number) {
			return nil, eventlog.ErrUnchanged
		}
		return func(context.Context) error {
			if err := s.add(id, len(l.numbers), number); err != nil {
				return err
			}
			l.numbers = append(l.numbers, number)
			return nil
		}, nil
	}
}

// shows returns what a log shows of a list.
func shows(t *testing.T, l *eventlog.Log[string, list], id string) (numbers []int) {
	t.Helper()
	err := l.Read(t.Context(), id, func(v *list) error {
		numbers = slices.Clone(v.numbers)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return numbers
}

// A look that fails, fails for all who wait for it, and who has less time waits less.
func TestReadersBehindAFailure(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStore("a")
		s.takes, s.err = 5*time.Second, errBroken
		l := newLog(t, s)
		begun := time.Now()
		var all sync.WaitGroup
		for i := range 50 {
			all.Go(func() {
				time.Sleep(time.Duration(i) * time.Millisecond)
				err := l.Read(t.Context(), "a", func(*list) error { return nil })
				if took := time.Since(begun); !errors.Is(err, errBroken) || took != s.takes {
					t.Errorf("reader %d: %v after %s", i, err, took)
				}
			})
		}
		all.Go(func() {
			time.Sleep(time.Second)
			ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
			defer cancel()
			err := l.Read(ctx, "a", func(*list) error { return nil })
			if took := time.Since(begun); !errors.Is(err, context.DeadlineExceeded) || took != 1050*time.Millisecond {
				t.Errorf("the reader with 50 ms: %v after %s", err, took)
			}
		})
		all.Wait()
		if s.looks != 1 {
			t.Errorf("%d looks at the store for 50 readers", s.looks)
		}
		s.takes, s.err = 0, nil
		shows(t, l, "a")
	})
}

// A reader that gives up fails alone: the next one looks.
func TestCanceledLook(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStore("a")
		s.takes = 5 * time.Second
		l := newLog(t, s)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		go func() {
			if err := l.Read(ctx, "a", func(*list) error { return nil }); !errors.Is(err, context.DeadlineExceeded) {
				t.Error(err)
			}
		}()
		time.Sleep(time.Millisecond)
		shows(t, l, "a")
	})
}

// Readers within the time that a value is fresh share one look; Latest always looks; what is final is not looked at.
func TestLooks(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStore("a")
		final := false
		l := newLog(t, s, func(o *eventlog.Options[string, list]) { o.Final = func(*list) bool { return final } })
		for range 10 {
			shows(t, l, "a")
			time.Sleep(fresh / 4)
		}
		if s.looks != 3 || s.whole != 1 {
			t.Errorf("%d looks, %d of them for all events; want 3 and 1", s.looks, s.whole)
		}
		if err := l.Latest(t.Context(), "a", func(*list) error { return nil }); err != nil || s.looks != 4 {
			t.Errorf("%d looks with Latest, want 4: %v", s.looks, err)
		}
		final = true
		time.Sleep(time.Minute)
		if shows(t, l, "a"); s.looks != 4 {
			t.Errorf("%d looks at what does not change any more, want 4", s.looks)
		}
	})
}

// A value that does not exist is not remembered.
func TestNotFound(t *testing.T) {
	s := newStore()
	l := newLog(t, s)
	for range 2 {
		if err := l.Read(t.Context(), "b", func(*list) error { return nil }); !errors.Is(err, errNotFound) {
			t.Fatal(err)
		}
	}
	if n, _ := l.Size(); n != 0 || s.looks != 2 {
		t.Errorf("%d values after %d looks", n, s.looks)
	}
}

// Two nodes change a value at the same time. All changes count, once.
func TestRaces(t *testing.T) {
	s := newStore("a")
	var stored atomic.Int64
	count := func(o *eventlog.Options[string, list]) { o.Stored = func(string, int) { stored.Add(1) } }
	nodes := []*eventlog.Log[string, list]{
		newLog(t, s, count),
		newLog(t, s, count, func(o *eventlog.Options[string, list]) { o.InPlace = true }),
	}
	var all sync.WaitGroup
	for number := range 60 {
		all.Go(func() {
			if err := nodes[number%2].Change(t.Context(), "a", adding(s, "a", number/2*2)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	want := s.lists["a"]
	if sorted := slices.Sorted(slices.Values(want)); len(sorted) != 30 || len(slices.Compact(sorted)) != 30 {
		t.Errorf("the store has %v", want)
	}
	for _, l := range nodes {
		err := l.Latest(t.Context(), "a", func(v *list) error {
			if !slices.Equal(v.numbers, want) {
				t.Errorf("a node has %v, the store %v", v.numbers, want)
			}
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
	if stored.Load() != 30 {
		t.Errorf("the nodes say that they stored %d changes, want 30", stored.Load())
	}
}

// An error about a value that another node has changed is not the last word.
func TestRefusalOfTheOutdated(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStore("a")
		l := newLog(t, s)
		shows(t, l, "a")
		if err := s.add("a", 0, 7); err != nil { // by another node
			t.Fatal(err)
		}
		calls := 0
		err := l.Change(t.Context(), "a", func(v *list) (func(context.Context) error, error) {
			calls++
			if len(v.numbers) == 0 {
				return nil, errors.New("the list is empty")
			}
			return adding(s, "a", 8)(v)
		})
		if got := shows(t, l, "a"); err != nil || calls != 2 || !slices.Equal(got, []int{7, 8}) {
			t.Errorf("after %d calls the list is %v: %v", calls, got, err)
		}
		refused := errors.New("the number is odd")
		calls = 0
		time.Sleep(time.Minute)
		err = l.Change(t.Context(), "a", func(*list) (func(context.Context) error, error) {
			calls++
			return nil, refused
		})
		if !errors.Is(err, refused) || calls != 1 {
			t.Errorf("refused after %d calls of a list that was just read: %v", calls, err)
		}
	})
}

// A change that always loses fails in the end, and says why.
func TestLostRaces(t *testing.T) {
	s := newStore("a")
	l := newLog(t, s)
	calls := 0
	err := l.Change(t.Context(), "a", func(*list) (func(context.Context) error, error) {
		return func(context.Context) error {
			calls++
			return fmt.Errorf("number 5: %w", errConflict)
		}, nil
	})
	if !errors.Is(err, errConflict) || calls != 20 || s.looks != 20 {
		t.Errorf("%d attempts, %d looks: %v", calls, s.looks, err)
	}
}

// After an error or a panic, a value is read again as a whole.
func TestDamage(t *testing.T) {
	s := newStore("a")
	l := newLog(t, s)
	change := func(decide func(*list) (func(context.Context) error, error)) (err error) {
		defer func() {
			if p := recover(); p != nil {
				err = fmt.Errorf("panic: %v", p)
			}
		}()
		return l.Change(t.Context(), "a", decide)
	}
	for i, f := range []func() error{
		func() error {
			return change(func(v *list) (func(context.Context) error, error) {
				v.numbers = append(v.numbers, 99)
				panic("while deciding")
			})
		},
		func() error {
			return change(func(v *list) (func(context.Context) error, error) {
				return func(context.Context) error {
					v.numbers = append(v.numbers, 99)
					return errBroken
				}, nil
			})
		},
		func() error {
			return change(func(v *list) (func(context.Context) error, error) {
				return func(context.Context) error {
					v.numbers = append(v.numbers, 99)
					panic("while storing")
				}, nil
			})
		},
		func() (err error) {
			defer func() { err = fmt.Errorf("panic: %v", recover()) }()
			s.panic = true
			return l.Latest(t.Context(), "a", func(*list) error { return nil })
		},
	} {
		whole := s.whole
		if err := f(); err == nil {
			t.Errorf("fault %d passed", i)
		}
		s.panic = false
		if got := shows(t, l, "a"); len(got) != 0 {
			t.Errorf("after fault %d the list is %v", i, got)
		}
		if s.whole == whole {
			t.Errorf("after fault %d the list was not read again", i)
		}
	}
}

// Wait returns with a change of this node, with a hint about one of another, and after its time at the latest.
func TestWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStore("a")
		l := newLog(t, s)
		other := newLog(t, s, func(o *eventlog.Options[string, list]) { o.Stored = func(id string, _ int) { l.Hint(id) } })
		shows(t, l, "a")
		after := func(wait time.Duration, do func()) {
			go func() {
				time.Sleep(wait)
				do()
			}()
		}
		add := func(to *eventlog.Log[string, list], number int) func() {
			return func() {
				if err := to.Change(t.Context(), "a", adding(s, "a", number)); err != nil {
					t.Error(err)
				}
			}
		}
		var woken atomic.Bool
		for i, c := range []struct {
			do   func()
			want time.Duration
			last bool
		}{
			{add(l, 1), 100 * time.Millisecond, false},
			{add(other, 2), 100 * time.Millisecond, false},
			{func() { _ = s.add("a", 2, 3) }, fresh, false}, // nobody says so
			{func() { woken.Store(true); l.Wake("a") }, 100 * time.Millisecond, false},
			{func() {}, 10 * time.Second, true},
		} {
			begun := time.Now()
			woken.Store(false)
			since := len(shows(t, l, "a"))
			after(100*time.Millisecond, c.do)
			final := false
			err := l.Wait(t.Context(), "a", since, 10*time.Second, func(v *list, last bool) (bool, error) {
				final = last
				return len(v.numbers) > since || woken.Load(), nil
			})
			if took := time.Since(begun); err != nil || took < c.want || took > c.want+fresh/2 || final != c.last {
				t.Errorf("wait %d: %v after %s, last %t; want %s, %t", i, err, took, final, c.want, c.last)
			}
		}
		_ = s.add("a", 3, 4)
		seq := 0
		err := l.Wait(t.Context(), "a", 4, 0, func(v *list, _ bool) (bool, error) {
			seq = len(v.numbers)
			return true, nil
		})
		if err != nil || seq != 4 {
			t.Errorf("who knows of event 4 sees event %d: %v", seq, err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		err = l.Wait(ctx, "a", 4, time.Minute, func(*list, bool) (bool, error) { return false, nil })
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a wait without time left: %v", err)
		}
	})
}

// Those who wait share looks, however many they are.
func TestManyWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStore("a")
		l := newLog(t, s)
		var all sync.WaitGroup
		for range 100 {
			all.Go(func() {
				err := l.Wait(t.Context(), "a", 9, 10*time.Second, func(*list, bool) (bool, error) { return false, nil })
				if err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if s.looks > 100+11 { // each looks for event 9 once
			t.Errorf("100 who wait for 10 s cost %d looks", s.looks)
		}
	})
}

// What is posted while a value is in use does not wait, and is done.
func TestForget(t *testing.T) {
	s := newStore("a", "b")
	l := newLog(t, s)
	shows(t, l, "b")
	err := l.Read(t.Context(), "a", func(*list) error {
		l.Forget("a")
		l.Forget("c")
		l.Hint("a")
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if shows(t, l, "a"); s.whole != 3 {
		t.Errorf("%d values were read as a whole, want 3", s.whole)
	}
	if err := l.Change(t.Context(), "a", adding(s, "a", 1)); err != nil {
		t.Fatal(err)
	}
	l.ForgetAll(func(v *list) bool { return len(v.numbers) == 1 })
	shows(t, l, "a")
	if shows(t, l, "b"); s.whole != 4 {
		t.Errorf("%d values were read as a whole, want 4: one of two was to be forgotten", s.whole)
	}
}

// Values that weigh too much together are forgotten.
func TestWeight(t *testing.T) {
	s := newStore("a", "b", "c")
	l := newLog(t, s, func(o *eventlog.Options[string, list]) {
		o.Weight, o.MaxWeight = func(v *list) int { return 10 + 10*len(v.numbers) }, 100
	})
	for i := range 24 {
		id := string("abc"[i%3])
		if err := l.Change(t.Context(), id, adding(s, id, i)); err != nil {
			t.Fatal(err)
		}
		if n, weight := l.Size(); weight > 100 || i == 2 && (n != 3 || weight != 60) {
			t.Errorf("%d values weigh %d after %d changes", n, weight, i+1)
		}
	}
}

// Update stores what is decided, again after a race, and nothing after an error.
func TestUpdate(t *testing.T) {
	row, lose, reads := 1, 2, 0
	update := func(decide func(*int) error) (int, error) {
		return eventlog.Update(t.Context(), errConflict, func(context.Context) (int, error) {
			reads++
			return row, nil
		}, decide, func(_ context.Context, next int) error {
			if lose > 0 {
				lose--
				return errConflict
			}
			row = next
			return nil
		})
	}
	add := func(v *int) error {
		*v += 10
		return nil
	}
	if got, err := update(add); got != 11 || row != 11 || reads != 3 || err != nil {
		t.Errorf("%d, the store has %d after %d reads: %v", got, row, reads, err)
	}
	for _, why := range []error{eventlog.ErrUnchanged, errBroken} {
		got, err := update(func(v *int) error {
			*v = 99
			return why
		})
		if got != 11 || row != 11 || errors.Is(why, errBroken) != (err != nil) {
			t.Errorf("after %v: %d, the store has %d: %v", why, got, row, err)
		}
	}
	lose = 1000
	if _, err := update(add); !errors.Is(err, errConflict) || row != 11 {
		t.Errorf("the store has %d: %v", row, err)
	}
}

// No call of the server that takes a context, such as one of the database, is made while a mutex is held: who waits
// for a mutex cannot give up. A value that is used meanwhile has a semaphore.
func TestNoContextUnderAMutex(t *testing.T) {
	files, locks := 0, 0
	err := fs.WalkDir(os.DirFS(".."), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") ||
			strings.Contains(path, "test/") {
			return err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, "../"+path, nil, 0)
		if err != nil {
			return err
		}
		files++
		ast.Inspect(file, func(n ast.Node) bool {
			switch f := n.(type) {
			case *ast.FuncDecl:
				locks += underMutex(f.Body, func(at token.Pos) { t.Errorf("%s is under a mutex", set.Position(at)) })
			case *ast.FuncLit:
				locks += underMutex(f.Body, func(at token.Pos) { t.Errorf("%s is under a mutex", set.Position(at)) })
			}
			return true
		})
		return nil
	})
	if err != nil || files < 200 || locks < 100 {
		t.Errorf("%d files with %d locks: %v", files, locks, err)
	}
}

// underMutex calls found with the calls of a function that take a context between a Lock and its Unlock, in the order
// of the text, and returns how many locks there are. Functions within it have calls of their own.
func underMutex(body *ast.BlockStmt, found func(token.Pos)) (locks int) {
	held := false
	if body == nil {
		return 0
	}
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit, *ast.DeferStmt, *ast.GoStmt:
			return false
		case *ast.CallExpr:
			if s, ok := n.Fun.(*ast.SelectorExpr); ok && len(n.Args) == 0 {
				switch s.Sel.Name {
				case "Lock", "RLock":
					held, locks = true, locks+1
				case "Unlock", "RUnlock":
					held = false
				}
			}
			for _, arg := range n.Args {
				if name, ok := arg.(*ast.Ident); ok && held && (name.Name == "ctx" || strings.HasSuffix(name.Name, "Ctx")) {
					found(n.Pos())
				}
			}
		}
		return true
	})
	return locks
}
