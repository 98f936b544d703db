package solver_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/wane-chess/wane/engine/solver"
	"github.com/wane-chess/wane/game"
)

// A table that forgets nearly everything costs work and parts of lines, and
// nothing else: what is proven is the same.
func TestForgetfulTable(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	large := newSolver(t)
	solved, whole := 0, 0
	for n := 0; n < 60; {
		p := wander(games[n%2], rng, 4+rng.IntN(5))
		if p == nil {
			continue
		}
		n++
		want := solve(t, large, p, solver.Limits{Nodes: 20_000, Holding: true})
		for _, buckets := range []int{1, 64} {
			r := solve(t, solver.NewTiny(buckets), p, solver.Limits{Nodes: 20_000, Holding: true})
			if !r.Solved || !want.Solved {
				continue
			}
			solved++
			if r.Result != want.Result {
				t.Errorf("%s: %v with %d buckets, %v with many", p, r.Result, buckets, want.Result)
			}
			for _, m := range r.Moves {
				if r.Is(game.WDLDraw) && !slices.Contains(want.Moves, m) {
					t.Errorf("%s: %s holds the draw with %d buckets alone", p, p.UCI(m), buckets)
				}
			}
			if !r.Is(game.WDLDraw) && len(r.Line) > r.Plies {
				t.Errorf("%s: a %v in %d plies, with a line of %d", p, r.Result, r.Plies, len(r.Line))
			}
			q := p.Clone()
			for _, m := range r.Line {
				if !legal(q, m) {
					t.Fatalf("%s: %x is not legal in %s", p, m, q)
				}
				q.Make(m)
			}
			if q.Outcome().Over() {
				whole++
				check(t, p, r)
			}
		}
	}
	if solved < 50 || whole < solved*2/3 || whole == solved {
		t.Errorf("%d solved, %d with a whole line: the test shows little", solved, whole)
	}
}

func solve(t *testing.T, s *solver.Solver, p game.Position, l solver.Limits) solver.Proof {
	t.Helper()
	r, err := s.Solve(context.Background(), p, l)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A solver that has worked on a position knows another result of the same pieces
// with another move count, where that decides.
func TestMoveCountsByTurns(t *testing.T) {
	const pieces = "******1k/********/*****1**/********/******N*/********/********/******1K w - - "
	s := newSolver(t)
	for _, c := range []struct {
		count string
		want  game.WDL
	}{{"0", game.WDLWin}, {"98", game.WDLDraw}, {"97", game.WDLWin}, {"99", game.WDLDraw}, {"0", game.WDLWin}} {
		if r := solve(t, s, parse(t, pieces+c.count+" 80"), solver.Limits{}); !r.Is(c.want) {
			t.Errorf("after %s plies: %v, want %v", c.count, r.Result, c.want)
		}
	}
}

// With too few nodes for the whole, only what is proven is reported: moves that hold
// a draw for certain, and that a side does not win or does not lose.
func TestHalfProven(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	large := newSolver(t)
	held, halves := 0, [2]int{}
	for n := 0; n < 60; {
		p := wander(games[n%2], rng, 4+rng.IntN(5))
		if p == nil {
			continue
		}
		n++
		want := solve(t, large, p, solver.Limits{Nodes: 50_000, Holding: true})
		if !want.Solved {
			continue
		}
		for nodes := want.Nodes / 16; nodes < want.Nodes; nodes += want.Nodes/16 + 1 {
			r := solve(t, solver.NewTiny(1<<12), p, solver.Limits{Nodes: nodes, Holding: true})
			if r.NoWin && want.Is(game.WDLWin) || r.NoLoss && want.Is(game.WDLLoss) ||
				(r.NoWin || r.NoLoss) && r.Solved || r.NoWin && r.NoLoss {
				t.Errorf("%s: %+v after %d nodes, though it is a %v", p, r, nodes, want.Result)
			}
			if r.NoWin {
				halves[0]++
			}
			if r.NoLoss {
				halves[1]++
			}
			if !r.Is(game.WDLDraw) {
				continue
			}
			if len(r.Moves) < len(want.Moves) {
				held++
			}
			for _, m := range r.Moves {
				if !slices.Contains(want.Moves, m) {
					t.Errorf("%s: %s is said to hold the draw after %d nodes", p, p.UCI(m), nodes)
				}
			}
		}
	}
	if held == 0 || halves[0] == 0 || halves[1] == 0 {
		t.Errorf("%d times fewer moves, %v half a result: the test shows little", held, halves)
	}
}

// Nothing is looked at for a game that is over, whatever moves there would be,
// nor to see that a king alone does not win.
func TestNothingToProve(t *testing.T) {
	for fen, most := range map[string]uint64{
		"1*1**1*k/2******/********/**p***1*/*P******/1*******/********/R***1*1K w - - 100 80": 0,
		"******1k/*****2*/*****2*/********/********/**1***1*/******2/******1K w - - 0 80":     100,
	} {
		r := solve(t, newSolver(t), parse(t, fen), solver.Limits{Holding: true, Nodes: 1 << 20})
		if !r.Is(game.WDLDraw) || r.Nodes > most {
			t.Errorf("%s: %v after %d positions, want a draw after %d at most", fen, r.Result, r.Nodes, most)
		}
	}
}
