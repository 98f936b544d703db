package solver_test

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/solver"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/cheshire"
)

// Any number of threads, and boards or none, prove the same results. The table has a
// few hundred entries, so that threads meet in it.
func TestThreadsAgree(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	one, err := solver.New(nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	solved := 0
	for n := 0; n < 40; {
		p := wander(games[n%2], rng, 4+rng.IntN(4))
		if p == nil {
			continue
		}
		n++
		want := solve(t, one, p, solver.Limits{Nodes: 100_000, Holding: true})
		for _, many := range []*solver.Solver{newSolver(t), solver.NewTiny(64)} {
			many.SetThreads(2 + n%3)
			r := solve(t, many, p, solver.Limits{Nodes: 200_000, Holding: true})
			if !r.Solved || !want.Solved {
				continue
			}
			solved++
			if r.Result != want.Result || len(r.Moves) > 0 && !legal(p, r.Moves[0]) {
				t.Errorf("%s: %v with %d threads, %v with one", p, r.Result, many.Threads(), want.Result)
			}
			if r.Is(game.WDLDraw) && want.Is(game.WDLDraw) && len(r.Moves) == 0 {
				t.Errorf("%s: a draw without a move that holds it", p)
			}
		}
	}
	if solved < 60 {
		t.Errorf("%d solved twice: the test shows little", solved)
	}
}

// All threads end at the limits, together within the nodes.
func TestThreadsLimits(t *testing.T) {
	s := newSolver(t)
	s.SetThreads(4)
	p := cheshire.New().Start()
	for _, l := range []solver.Limits{{Nodes: 20_000, Holding: true}, {Time: time.Millisecond}} {
		r, err := s.Solve(context.Background(), p, l)
		if err != nil || r.Solved || l.Nodes > 0 && r.Nodes > l.Nodes+2000 {
			t.Errorf("%+v: %+v, %v; want nothing known", l, r, err)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(5*time.Millisecond, cancel)
	if r, err := s.Solve(ctx, p, solver.Limits{}); err != nil || r.Solved {
		t.Errorf("%+v, %v after its context was done; want nothing known", r, err)
	}
}

// Numbers of threads out of range become the nearest in range.
func TestSetThreads(t *testing.T) {
	s, err := solver.New(eval.NewNode, 1)
	if err != nil {
		t.Fatal(err)
	}
	for n, want := range map[int]int{-1: 1, 0: 1, 3: 3, solver.MaxThreads + 1: solver.MaxThreads, 2: 2} {
		if s.SetThreads(n); s.Threads() != want {
			t.Errorf("SetThreads(%d) sets %d, want %d", n, s.Threads(), want)
		}
	}
}
