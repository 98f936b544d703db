package engineworker

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

// fake is an engine that does what a test says.
type fake struct {
	search func(ctx context.Context, p game.Position, report func(engine.Report)) (engine.Report, error)
	sizes  []int
	resets int
	nodes  uint64
	refuse error         // what SetHash answers
	limits engine.Limits // of the last search
}

func (f *fake) Search(
	ctx context.Context, p game.Position, l engine.Limits, report func(engine.Report),
) (engine.Report, error) {
	f.limits = l
	return f.search(ctx, p, report)
}
func (f *fake) Reset()        { f.resets++ }
func (f *fake) Nodes() uint64 { return f.nodes }
func (f *fake) SetHash(mb int) error {
	f.sizes = append(f.sizes, mb)
	return f.refuse
}

func (f *fake) build(mb int) (Engine, error) {
	f.sizes = append(f.sizes, mb)
	return f, nil
}

// first is a search result with the first legal move.
func first(p game.Position) engine.Report {
	return engine.Report{Depth: 3, SelDepth: 5, MultiPV: 1, Score: 20, Nodes: 100, PV: p.Legal(nil)[:1]}
}

// A search of ten seconds that polls its context a thousand times a second yields every
// 20 milliseconds and sends four infos a second, each with the nodes so far.
func TestPace(t *testing.T) {
	clock := time.Unix(0, 0)
	f := &fake{}
	f.search = func(ctx context.Context, p game.Position, report func(engine.Report)) (engine.Report, error) {
		for ms := range 10_000 {
			if ms == 5 {
				report(first(p))
			}
			clock = clock.Add(time.Millisecond)
			f.nodes += 50
			if ctx.Err() != nil {
				return engine.Report{}, errors.New("it was stopped")
			}
		}
		return first(p), nil
	}
	var infos []*Info
	yields := 0
	s := New(f.build, rules.ByName, func(a Answer) {
		if a.T == "info" {
			infos = append(infos, a.Info)
		}
	}, func() { yields++ })
	s.now = func() time.Time { return clock }
	if a := s.execute(t.Context(), &Command{T: "go", ID: 3, Variant: "chess"}); a.T != "bestmove" || a.More {
		t.Fatalf("the last answer is %+v", a)
	}
	if yields != 500 {
		t.Errorf("%d yields, want 500", yields)
	}
	if len(infos) < 36 || len(infos) > 40 {
		t.Fatalf("%d infos in ten seconds", len(infos))
	}
	for i, a := range infos {
		if a.Nodes != 50*a.Time || a.NPS < 49_999 || a.NPS > 50_000 || a.Depth != 3 || a.SelDepth != 5 || len(a.Lines) != 1 {
			t.Errorf("info %d is %+v", i, a)
		}
	}
}

// Before the engine has found a line there is no info.
func TestNothingYet(t *testing.T) {
	clock := time.Unix(0, 0)
	f := &fake{}
	f.search = func(ctx context.Context, p game.Position, _ func(engine.Report)) (engine.Report, error) {
		clock = clock.Add(time.Minute)
		return first(p), ctx.Err()
	}
	s := New(f.build, rules.ByName, func(a Answer) { t.Errorf("sent %+v", a) }, func() {})
	s.now = func() time.Time { return clock }
	if a := s.execute(t.Context(), &Command{T: "go", Variant: "chess"}); a.T != "bestmove" || len(a.Info.Lines) != 1 {
		t.Errorf("the answer is %+v", a)
	}
}

// An interrupted depth counts if it has found another move or is exact.
func TestInterruptedDepth(t *testing.T) {
	p := position(t, "chess", "")
	all := p.Legal(nil)
	old := engine.Report{MultiPV: 1, Score: 30, PV: all[:1]}
	for _, c := range []struct {
		best engine.Report
		want int
	}{
		{engine.Report{Score: 40, PV: all[:1]}, 40},
		{engine.Report{Score: 40, PV: all[:1], Bound: engine.LowerBound}, 30},
		{engine.Report{Score: 40, PV: all[1:2], Bound: engine.LowerBound}, 40},
	} {
		r := &reporter{command: &Command{}, root: p}
		r.report(old)
		if a := r.bestMove(c.best, true); *a.Info.Lines[0].Score.CP != c.want {
			t.Errorf("%+v: the score is %d, want %d", c.best, *a.Info.Lines[0].Score.CP, c.want)
		}
	}
	r := &reporter{command: &Command{}, root: p}
	r.report(old)
	r.report(engine.Report{MultiPV: 2, Score: 10, PV: all[2:3]})
	a := r.bestMove(engine.Report{Score: 99, PV: all[1:2]}, true)
	if *a.Info.Lines[0].Score.CP != 30 || len(a.Info.Lines) != 2 {
		t.Errorf("of two lines the first became %+v", a.Info.Lines[0])
	}
}

// The engine is made once, with the table of the first command. It clears the table for
// another game, or on "newgame".
func TestSizesAndGames(t *testing.T) {
	f := &fake{search: func(_ context.Context, p game.Position, _ func(engine.Report)) (engine.Report, error) {
		return first(p), nil
	}}
	s := New(f.build, rules.ByName, func(Answer) {}, func() {})
	for _, c := range []Command{
		{Variant: "chess", Hash: 8}, {Variant: "chess", Moves: []string{"e2e4"}}, {Variant: "chess", Hash: 8}, // one game
		{Variant: "shrink", Hash: 16}, {Variant: "shrink"}, {Variant: "shrink", NewGame: true},
	} {
		if a := s.execute(t.Context(), &c); a.T != "bestmove" {
			t.Fatalf("%+v: %+v", c, a)
		}
	}
	if len(f.sizes) != 2 || f.sizes[0] != 8 || f.sizes[1] != 16 || f.resets != 2 {
		t.Errorf("sizes %v, %d resets", f.sizes, f.resets)
	}
	f.refuse = errors.New("there is no memory for 32 MB")
	a := s.execute(t.Context(), &Command{Variant: "shrink", Hash: 32})
	if a.T != "error" || a.Text != "there is no memory for 32 MB" {
		t.Errorf("%+v", a)
	}
	refuse := func(int) (Engine, error) { return nil, errors.New("there is no memory at all") }
	none := New(refuse, rules.ByName, func(Answer) {}, func() {})
	for range 2 {
		a := none.execute(t.Context(), &Command{Variant: "shrink"})
		if a.T != "error" || a.Text != "there is no memory at all" {
			t.Errorf("%+v", a)
		}
	}
}

// A level has the limits that it has everywhere, whatever else the command asks for.
func TestLevels(t *testing.T) {
	f := &fake{search: func(_ context.Context, p game.Position, _ func(engine.Report)) (engine.Report, error) {
		return first(p), nil
	}}
	s := New(f.build, rules.ByName, func(Answer) {}, func() {})
	clock := &Command{Variant: "shrink", Level: 8, Time: 9000, Increment: 2000}
	want := engine.Clock{Remaining: 9 * time.Second, Increment: 2 * time.Second, Overhead: overhead}
	if a := s.execute(t.Context(), clock); a.T != "bestmove" || f.limits.Clock != want || f.limits.MoveTime == 0 {
		t.Errorf("with a clock: %+v after a search with %+v", a, f.limits)
	}
	for level := engine.MinLevel; level <= engine.MaxLevel; level++ {
		want, err := engine.LevelLimits(level, 7)
		if err != nil {
			t.Fatal(err)
		}
		a := s.execute(t.Context(), &Command{Variant: "shrink", Level: level, Seed: 7, MultiPV: 3, Depth: 2})
		if a.T != "bestmove" || !reflect.DeepEqual(f.limits, want) {
			t.Errorf("level %d: %+v with limits %+v, want %+v", level, a, f.limits, want)
		}
	}
}

// A panic is reported, and the next command is executed.
func TestPanic(t *testing.T) {
	fails := true
	f := &fake{}
	f.search = func(_ context.Context, p game.Position, _ func(engine.Report)) (engine.Report, error) {
		if fails {
			p.Make(p.Legal(nil)[0]) // and leaves the board in disorder
			panic("no idea")
		}
		return first(p), nil
	}
	s := New(f.build, rules.ByName, func(Answer) {}, func() {})
	c := &Command{T: "go", ID: 4, Variant: "chess", Moves: []string{"e2e4"}}
	a := s.execute(t.Context(), c)
	if a.T != "error" || a.ID != 4 || !strings.Contains(a.Text, "the engine failed: no idea") {
		t.Errorf("%+v", a)
	}
	fails = false
	if a := s.execute(t.Context(), c); a.T != "bestmove" || a.Info.Lines[0].Numbers[0] != "1..." {
		t.Errorf("after a panic: %+v", a)
	}
}

// A step along a line costs one move, and a line that branches off is as good as new.
func TestBoardKeepsLines(t *testing.T) {
	b := board{byName: rules.ByName}
	var kept game.Position
	for _, c := range []struct{ variant, fen, moves string }{
		{"shrink", "", "e2e4 d7d5"},
		{"shrink", "", "e2e4 d7d5 e4d5 b7c5"},
		{"shrink", "", "e2e4 d7d5 e4d5 g7f5"},
		{"shrink", "", ""},
		{"shrink", "", "d2d4"},
		{"chess", "", "d2d4"},
		{"chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1"},
	} {
		moves := strings.Fields(c.moves)
		p, err := b.set(notation.Line{Variant: c.variant, FEN: c.fen, Moves: moves})
		if err != nil {
			t.Fatal(err)
		}
		if want := position(t, c.variant, c.fen, moves...); p.String() != want.String() || p.Ply() != len(moves) {
			t.Errorf("%+v: the board shows %s, want %s", c, p, want)
		}
		if c.variant == "shrink" && kept != nil && p != kept {
			t.Errorf("%+v: the board was set up again", c)
		}
		kept = p
	}
	line := notation.Line{Variant: "chess", FEN: "4k3/8/8/8/8/8/8/4K2R w K - 0 1", Moves: []string{"e1g1", "e8e1"}}
	if _, err := b.set(line); err == nil {
		t.Error("an illegal move was played")
	}
	line.Moves = []string{"e1g1", "e8e7"}
	if p, err := b.set(line); err != nil || p.Ply() != 2 {
		t.Errorf("after an illegal move: %v, %v", p, err)
	}
}
