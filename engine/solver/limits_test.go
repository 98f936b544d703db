package solver_test

import (
	"context"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/solver"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/cheshire"
)

// A start position is far too much for the solver: the limits end it.
func TestLimits(t *testing.T) {
	p := cheshire.New().Start()
	gone, cancel := context.WithCancel(context.Background())
	cancel()
	for _, c := range []struct {
		name  string
		ctx   context.Context
		l     solver.Limits
		nodes uint64 // the most that may be visited
	}{
		{"nodes", context.Background(), solver.Limits{Nodes: 5000}, 5200},
		{"nodes with moves that hold", context.Background(), solver.Limits{Nodes: 5000, Holding: true}, 5200},
		{"time", context.Background(), solver.Limits{Time: 1}, 600},
		{"context", gone, solver.Limits{}, 0},
		{"no limits that make sense", gone, solver.Limits{Time: -1}, 0},
	} {
		r, err := newSolver(t).Solve(c.ctx, p, c.l)
		if err != nil || r.Solved || r.Nodes > c.nodes || len(r.Line)+len(r.Moves)+r.Plies > 0 {
			t.Errorf("%s: %+v, %v; want nothing known after at most %d positions", c.name, r, err, c.nodes)
		}
	}
}

// A context that is done while the solver works ends it.
func TestCancel(t *testing.T) {
	ctx := &countdown{Context: context.Background(), left: 20}
	r, err := newSolver(t).Solve(ctx, cheshire.New().Start(), solver.Limits{})
	if err != nil || r.Solved || r.Nodes == 0 || r.Nodes > 20_000 {
		t.Errorf("%+v, %v: want to end after some thousand positions", r, err)
	}
}

// countdown is a context that is done when it has been asked so often.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// The same position is solved in the same way, also after others and a reset.
func TestDeterministic(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	s := newSolver(t)
	for n := 0; n < 10; {
		p := wander(games[n%2], rng, 8)
		if p == nil {
			continue
		}
		n++
		var results []solver.Proof
		for _, sv := range []*solver.Solver{newSolver(t), s} {
			sv.Reset()
			r, err := sv.Solve(context.Background(), p, solver.Limits{Nodes: 50_000, Holding: true})
			if err != nil {
				t.Fatal(err)
			}
			r.Time = 0
			results = append(results, r)
		}
		if !reflect.DeepEqual(results[0], results[1]) {
			t.Errorf("%s: %+v, then %+v", p, results[0], results[1])
		}
	}
}

// One solver may be asked about both boards by turns, though a position of the
// small one has the key of the same corner of the large one.
func TestBoardsByTurns(t *testing.T) {
	const corner = "1******k/********/********/********/********/********/********/R******K w - - 0 40"
	small, err := cheshire.NewSmall().Parse(corner)
	if err != nil {
		t.Fatal(err)
	}
	// The large board has two ranks and two files more, all there and empty, into
	// which the king escapes.
	large, err := cheshire.New().
		Parse("10/10/1******k2/********2/********2/********2/********2/********2/********2/R******K2 w - - 0 40")
	if err != nil {
		t.Fatal(err)
	}
	if small.Key() != large.Key() {
		t.Fatal("the keys differ, so the test shows nothing")
	}
	s := newSolver(t)
	for range 2 {
		r, err := s.Solve(context.Background(), small, solver.Limits{})
		if err != nil || !r.Is(game.WDLWin) {
			t.Errorf("the small board: %+v, %v", r, err)
		}
		if r, err = s.Solve(context.Background(), large, solver.Limits{Nodes: 2000}); err != nil || r.Solved {
			t.Errorf("the large board: %+v, %v", r, err)
		}
	}
}

// Nothing is allocated for a position that is visited.
func TestNoAllocationPerNode(t *testing.T) {
	p := cheshire.NewSmall().Start()
	s := newSolver(t)
	allocations := func(nodes uint64) float64 {
		return testing.AllocsPerRun(3, func() {
			s.Reset()
			if _, err := s.Solve(context.Background(), p, solver.Limits{Nodes: nodes}); err != nil {
				t.Fatal(err)
			}
		})
	}
	few, many := allocations(1000), allocations(50_000)
	if many > few+5 {
		t.Errorf("%v allocations for 50,000 positions, %v for 1000", many, few)
	}
}

func TestSizes(t *testing.T) {
	for _, mb := range []int{-1, 0, solver.MaxMB + 1} {
		if _, err := solver.New(eval.NewNode, mb); err == nil {
			t.Errorf("a table of %d MB is made", mb)
		}
	}
}

// A position that is not solved has no result.
func TestProof(t *testing.T) {
	for _, r := range []game.WDL{game.WDLLoss, game.WDLDraw, game.WDLWin} {
		if p := (solver.Proof{Solved: true, Result: r}); !p.Is(r) || p.Is(game.WDLDraw) != (r == game.WDLDraw) {
			t.Errorf("a proof of a %v says %v", r, p.Is(r))
		}
	}
	if (solver.Proof{}).Is(game.WDLDraw) {
		t.Error("an unsolved position is drawn")
	}
	if n := (solver.Proof{Nodes: 500, Time: time.Second / 2}).NodesPerSecond(); n != 1000 {
		t.Errorf("%d nodes per second, want 1000", n)
	}
}
