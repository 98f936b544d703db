package worker

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/clock"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

// fakeMoves delivers jobs and records the answers.
type fakeMoves struct {
	jobs     []livegame.Job
	parallel int
	answers  []livegame.Answer
	errs     []error
}

type doMove = func(context.Context, livegame.Job) (livegame.Answer, error)

// ConsumeMoves implements Queue: one job after the other, each once.
func (b *fakeMoves) ConsumeMoves(ctx context.Context, parallel, _ int, do doMove) error {
	b.parallel = parallel
	for _, j := range b.jobs {
		a, err := do(ctx, j)
		b.answers, b.errs = append(b.answers, a), append(b.errs, err)
	}
	return nil
}

// ConsumeReviews implements Queue: there are none.
func (b *fakeMoves) ConsumeReviews(ctx context.Context, _ int, _ doPart) error {
	return unlessFailed(ctx, nil)
}

// fakeEngine plays the first legal move and records its positions.
type fakeEngine struct {
	mu     sync.Mutex
	limits []engine.Limits
	asked  []string // positions
	resets int
	panics bool
	hash   int
}

func (e *fakeEngine) Search(
	_ context.Context, p game.Position, l engine.Limits, _ func(engine.Report),
) (engine.Report, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.limits, e.asked = append(e.limits, l), append(e.asked, p.String())
	if e.panics {
		panic("the engine is ill")
	}
	return engine.Report{PV: p.Legal(nil)[:1]}, nil
}

func (e *fakeEngine) Reset() { e.resets++ }

func (e *fakeEngine) SetHash(mb int) error {
	if e.hash = mb; mb > 1000 {
		return errors.New("too much")
	}
	return nil
}

var now = time.UnixMilli(1e12)

func run(t *testing.T, e func() engine.Engine, jobs ...livegame.Job) *fakeMoves {
	t.Helper()
	b := &fakeMoves{jobs: jobs}
	o := Options{Queue: b, Lookup: rules.ByName, NewEngine: e, Parallel: 3, Now: func() time.Time { return now }}
	if err := Run(t.Context(), o); err != nil {
		t.Fatal(err)
	}
	if b.parallel != 3 {
		t.Errorf("%d at a time", b.parallel)
	}
	return b
}

func chess(change func(*livegame.Job)) livegame.Job {
	j := livegame.Job{ID: "a", Game: "g", Line: notation.Line{Variant: "chess"}, Level: 8, Issued: now}
	if change != nil {
		change(&j)
	}
	return j
}

// The engine searches the position after the moves, and the answer is its move in UCI.
func TestAnswer(t *testing.T) {
	e := &fakeEngine{}
	b := run(t, func() engine.Engine { return e },
		chess(func(j *livegame.Job) { j.Moves, j.Ply = []string{"e2e4", "e7e5"}, 2 }),
		chess(func(j *livegame.Job) { j.FEN = "7k/P7/8/8/8/8/8/7K w - - 0 1" }))
	if b.errs[0] != nil || b.errs[1] != nil {
		t.Fatal(b.errs)
	}
	if want := "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq"; !strings.HasPrefix(e.asked[0], want) {
		t.Errorf("it searched %s", e.asked[0])
	}
	if a := b.answers[0]; a.Job != "a" || a.Game != "g" || a.Ply != 2 || len(a.Move) < 4 {
		t.Errorf("%+v", a)
	}
	if e.hash != DefaultHash {
		t.Errorf("a table of %d MB", e.hash)
	}
}

// In positions of the opening book, the full strength plays without a search, a weaker level
// searches some of its moves; the same job gets the same answer.
func TestBook(t *testing.T) {
	e := &fakeEngine{}
	var jobs []livegame.Job
	for level := range engine.MaxLevel {
		for i := range 20 {
			jobs = append(jobs, chess(func(j *livegame.Job) {
				j.ID, j.Variant, j.Level = fmt.Sprintf("%d/%d", level, i), "shrink", level+1
			}))
		}
	}
	b := run(t, func() engine.Engine { return e }, jobs...)
	again := run(t, func() engine.Engine { return e }, jobs...)
	moves := map[string]bool{}
	for i := range jobs {
		if b.errs[i] != nil || again.errs[i] != nil || b.answers[i].Move != again.answers[i].Move {
			t.Errorf("%+v: %+v, then %+v", jobs[i], b.answers[i], again.answers[i])
		}
		moves[b.answers[i].Move] = true
	}
	if n := len(e.asked); n < 20 || n > len(jobs) || len(moves) < 3 {
		t.Errorf("%d of %d jobs were searched, and there are %d different moves", n, 2*len(jobs), len(moves))
	}
	e = &fakeEngine{}
	if run(t, func() engine.Engine { return e }, jobs[7*20:]...); len(e.asked) > 0 {
		t.Errorf("the full strength searched %d of 20 moves", len(e.asked))
	}
}

// The error of an invalid job is ErrBadJob, so that it is not retried.
func TestBadJobs(t *testing.T) {
	for _, c := range []struct {
		change func(*livegame.Job)
		want   string
	}{
		{func(j *livegame.Job) { j.Variant = "checkers" }, "checkers"},
		{func(j *livegame.Job) { j.Variant = "" }, ""},
		{func(j *livegame.Job) { j.FEN = "nonsense" }, ""},
		{func(j *livegame.Job) { j.Moves = []string{"e2e4", "e2e4"} }, "move 2"},
		{func(j *livegame.Job) { j.Moves = []string{"\x00"} }, "move 1"},
		{func(j *livegame.Job) { j.Level = 0 }, "(1–8)"},
		{func(j *livegame.Job) { j.Level = 9 }, "(1–8)"},
		{func(j *livegame.Job) { j.Moves = []string{"f2f3", "e7e5", "g2g4", "d8h4"} }, "checkmate"},
	} {
		b := run(t, func() engine.Engine { return &fakeEngine{} }, chess(c.change))
		if err := b.errs[0]; !errors.Is(err, livegame.ErrBadJob) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v; want %q", err, c.want)
		}
	}
}

// An engine that panics is not used again; the job fails, but is not invalid.
func TestPanic(t *testing.T) {
	var made []*fakeEngine
	b := run(t, func() engine.Engine {
		made = append(made, &fakeEngine{panics: len(made) == 0})
		return made[len(made)-1]
	}, chess(nil), chess(nil))
	err := b.errs[0]
	if err == nil || errors.Is(err, livegame.ErrBadJob) || !strings.Contains(err.Error(), "the engine is ill") {
		t.Errorf("the first time: %v", err)
	}
	if b.errs[1] != nil || len(made) != 2 {
		t.Errorf("the second time: %v with %d engines", b.errs[1], len(made))
	}
}

// An engine keeps its table for moves of the same game.
func TestReset(t *testing.T) {
	e := &fakeEngine{}
	g := func(id livegame.ID, level int) livegame.Job {
		return chess(func(j *livegame.Job) { j.Game, j.Level = id, level })
	}
	made := 0
	run(t, func() engine.Engine { made++; return e }, g("g", 3), g("g", 3), g("h", 3), g("h", 4), g("h", 4))
	if e.resets != 2 || made != 1 {
		t.Errorf("%d resets of %d engines, want 2 of 1", e.resets, made)
	}
}

// Two games at a time keep an engine each.
func TestPool(t *testing.T) {
	p := pool{make: func() engine.Engine { return &fakeEngine{} }}
	a, _ := p.get("a", 1)
	b, _ := p.get("b", 1)
	p.put(a)
	p.put(b)
	for range 3 {
		b2, _ := p.get("b", 1)
		a2, _ := p.get("a", 1)
		if a2 != a || b2 != b {
			t.Fatal("the engines are mixed up")
		}
		p.put(a2)
		p.put(b2)
	}
	if c, _ := p.get("c", 1); c != b && c != a || c.engine.(*fakeEngine).resets != 1 || len(p.idle) != 1 {
		t.Errorf("another game gets %+v", c)
	}
}

// A table that is too large is reported before any work.
func TestHash(t *testing.T) {
	for _, e := range []engine.Engine{&fakeEngine{}, search.New(eval.NewNode)} {
		b := &fakeMoves{}
		o := Options{Queue: b, Lookup: rules.ByName, NewEngine: func() engine.Engine { return e }, Hash: 1 << 40}
		err := Run(t.Context(), o)
		if err == nil || b.parallel != 0 {
			t.Errorf("%v, %d at a time", err, b.parallel)
		}
	}
}

// A search that is interrupted because the worker stops has no answer.
func TestStop(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	b := &fakeMoves{jobs: []livegame.Job{chess(nil)}}
	e := func() engine.Engine { return &fakeEngine{} }
	if err := Run(ctx, Options{Queue: b, Lookup: rules.ByName, NewEngine: e}); err != nil {
		t.Fatal(err)
	}
	if b.parallel < 1 || !errors.Is(b.errs[0], context.Canceled) || b.answers[0] != (livegame.Answer{}) {
		t.Errorf("%+v, %v", b.answers, b.errs)
	}
}

// The time of a search is within the limits and far below the clock.
func TestLimits(t *testing.T) {
	const second, ms = time.Second, time.Millisecond
	issued := func(ago time.Duration) func(*livegame.Job) {
		return func(j *livegame.Job) { j.Issued = now.Add(-ago) }
	}
	clocks := func(white, black, increment, waited time.Duration) func(*livegame.Job) {
		return func(j *livegame.Job) {
			j.Clocks, j.Increment, j.Issued = [2]time.Duration{white, black}, increment, now.Add(-waited)
		}
	}
	for _, c := range []struct {
		name   string
		change func(*livegame.Job)
		time   time.Duration // on the clock that the engine sees; 0: none
		most   time.Duration // for the move
	}{
		{"no clock", nil, 0, maxMoveTime},
		{"no clock, long ago", issued(2 * time.Hour), 0, minMoveTime},
		{"a queue of four seconds", issued(4 * second), 0, 1500 * ms},
		{"a queue of ten", issued(10 * second), 0, 600 * ms},
		{"no time of issue", func(j *livegame.Job) { j.Issued = time.Time{} }, 0, maxMoveTime},
		{"ten seconds", clocks(10*second, time.Hour, 0, 0), 10 * second, 5 * second},
		{"ten seconds, of which it waited six", clocks(10*second, time.Hour, 0, 6*second), 4 * second, 2 * second},
		{"a second", clocks(second, second, 0, 0), second, 500 * ms},
		{"next to nothing", clocks(100*ms, 1, 0, 0), 100 * ms, 5 * ms},
		{"too late", clocks(second, 1, 0, time.Minute), ms, 5 * ms},
		{"too late, with an increment", clocks(second, 1, second, time.Minute), ms, 5 * ms},
		{"only an increment", clocks(0, 0, second, 0), ms, 5 * ms},
		{"an hour", clocks(time.Hour, 0, 0, 0), time.Hour, maxMoveTime},
		{"issued in the future", clocks(10*second, 0, 0, -time.Hour), 10 * second, 5 * second},
		{"long ago, with a clock", clocks(10*second, 0, 0, 2*time.Hour), ms, 5 * ms},
	} {
		for level := engine.MinLevel; level <= engine.MaxLevel; level++ {
			l, err := limitsFor(chess(func(j *livegame.Job) {
				if c.change != nil {
					c.change(j)
				}
				j.Level = level
			}), game.White, now)
			if err != nil {
				t.Fatal(err)
			}
			most := l.MoveTime
			if l.Clock.IsSet() {
				most = min(most, clock.For(l.Clock).Hard)
			}
			if l.Clock.Remaining != c.time || most <= 0 || most > c.most {
				t.Errorf("%s, level %d: %v on the clock, want %v; may take %v, want up to %v",
					c.name, level, l.Clock.Remaining, c.time, most, c.most)
			}
			usual, _ := engine.LevelLimits(level, seed("a"))
			if l.Nodes != usual.Nodes || l.Weakness != usual.Weakness {
				t.Errorf("%s: level %d is not itself: %+v", c.name, level, l)
			}
		}
	}
	if l, _ := limitsFor(chess(clocks(1, time.Minute, 0, 0)), game.Black, now); l.Clock.Remaining != time.Minute {
		t.Errorf("black has %v", l.Clock.Remaining)
	}
}

// The real engine plays every variant.
func TestEveryVariant(t *testing.T) {
	var jobs []livegame.Job
	for _, g := range rules.All() {
		name := g.Name()
		line := notation.Line{Variant: name}
		jobs = append(jobs, livegame.Job{ID: name, Game: livegame.ID(name), Line: line, Level: 2, Issued: now})
	}
	b := run(t, func() engine.Engine { return search.New(eval.NewNode) }, jobs...)
	for i, a := range b.answers {
		if b.errs[i] != nil || a.Move == "" {
			t.Errorf("%s: %+v, %v", jobs[i].Variant, a, b.errs[i])
		}
	}
}
