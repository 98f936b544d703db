package search

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/clock"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/solver"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/cheshire"
)

// What is proven replaces what the search says, unless that is better still: a
// win is at least the mate that is proven, a loss at most.
func TestWithProof(t *testing.T) {
	line, found := []game.Move{1, 2, 3}, []game.Move{4, 5}
	win := solver.Proof{Solved: true, Result: game.WDLWin, Plies: 7, Line: line}
	loss := solver.Proof{Solved: true, Result: game.WDLLoss, Plies: 6, Line: line}
	for _, c := range []struct {
		name   string
		proven solver.Proof
		score  engine.Score // of the search
		want   engine.Score
		bound  engine.Bound
		line   []game.Move
	}{
		{"nothing", solver.Proof{}, 30, 30, engine.Exact, found},
		{"half a draw", solver.Proof{NoWin: true}, 30, 30, engine.Exact, found},
		{"a win", win, 30, engine.Mate - 7, engine.LowerBound, line},
		{"a win, and a later mate", win, engine.Mate - 9, engine.Mate - 7, engine.LowerBound, line},
		{"a win, and a quicker mate", win, engine.Mate - 5, engine.Mate - 5, engine.Exact, found},
		{"a win without a line", solver.Proof{Solved: true, Result: game.WDLWin, Plies: 7}, 30, 30, engine.Exact, found},
		{"a loss", loss, 30, -engine.Mate + 6, engine.UpperBound, found},
		{"a loss, and a later mate", loss, -engine.Mate + 8, -engine.Mate + 6, engine.UpperBound, found},
		{"a loss, and a quicker mate", loss, -engine.Mate + 4, -engine.Mate + 4, engine.Exact, found},
		{"a draw", solver.Proof{Solved: true, Result: game.WDLDraw, Line: line}, 250, 0, engine.Exact, found},
	} {
		v := prover{proven: c.proven}
		i := v.withProof(engine.Report{Score: c.score, PV: found, Depth: 5})
		if i.Score != c.want || i.Bound != c.bound || !slices.Equal(i.PV, c.line) || i.Depth != 5 {
			t.Errorf("%s: score %d, bound %d, line %v; want %d, %d, %v", c.name, i.Score, i.Bound, i.PV, c.want, c.bound, c.line)
		}
	}
}

// The solver is given a part of the time or of the nodes, and is asked only what
// that may well settle.
func TestProofLimits(t *testing.T) {
	const three = "*r********/*p****p*p*/**********/p*********/****p****P/" +
		"***p***k**/P*1**P1*1*/***PK**P**/*R****PP**/********** w - - 1 41"
	position := func(fen string) game.Position {
		p, err := cheshire.New().Parse(fen)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	few, many := position(three), cheshire.New().Start()
	for _, c := range []struct {
		name     string
		p        game.Position
		limits   engine.Limits
		want     solver.Limits
		sensible bool
	}{
		{"nothing said", few, engine.Limits{}, solver.Limits{Nodes: proofNodes}, true},
		{"nodes", few, engine.Limits{Nodes: 50_000}, solver.Limits{Nodes: 10_000}, true},
		{"time", few, engine.Limits{MoveTime: time.Second}, solver.Limits{Time: 200 * time.Millisecond}, true},
		{"time and nodes", few, engine.Limits{MoveTime: time.Second, Nodes: 50_000},
			solver.Limits{Time: 200 * time.Millisecond, Nodes: 10_000}, true},
		{"a clock", few, engine.Limits{Clock: engine.Clock{Remaining: time.Minute}},
			solver.Limits{Time: clock.For(engine.Clock{Remaining: time.Minute}).Soft / 5}, true},
		{"a clock and less time", few, engine.Limits{MoveTime: time.Second, Clock: engine.Clock{Remaining: time.Hour}},
			solver.Limits{Time: 200 * time.Millisecond}, true},
		{"no time", few, engine.Limits{MoveTime: time.Millisecond}, solver.Limits{Time: 200 * time.Microsecond}, false},
		{"much time", few, engine.Limits{MoveTime: time.Hour}, solver.Limits{Time: proofMaxTime}, true},
		{"a long game", few, engine.Limits{Clock: engine.Clock{Remaining: 100 * time.Hour}},
			solver.Limits{Time: proofMaxTime}, true},
		{"many squares", many, engine.Limits{MoveTime: time.Hour}, solver.Limits{Time: proofMaxTime}, false},
	} {
		s := New(eval.NewNode)
		s.limits, s.clocked, s.budget = c.limits, c.limits.Clock.IsSet(), clock.For(c.limits.Clock)
		c.want.Holding = true
		if l, ok := s.proofLimits(c.p); ok != c.sensible || l != c.want {
			t.Errorf("%s: %+v, %v; want %+v, %v", c.name, l, ok, c.want, c.sensible)
		}
	}
}

// Of a drawn position only the moves that hold the draw are searched, of any
// other all, and the solver's work is taken from what the search may do.
func TestProveRoot(t *testing.T) {
	for _, c := range []struct {
		fen  string
		want game.WDL
	}{
		{"r******r/ppp**p*p/2*n1p*R/k*1*****/P***P***/**1K2Q1/**P***P*/q*B***N* w - - 2 19", game.WDLDraw},
		{"r***kb*r/p*p*****/b*n*p***/1*1pp**p/pP1P**nP/*1P2*1R/********/RNBQKB** w Kk - 0 17", game.WDLWin},
		{"r***kb*r/**Q***pp/p1****qn/*1p*p*1b/*1P*p**P/P1N2*PN/*P******/R*B*KB*R b Kk - 0 16", game.WDLLoss},
	} {
		p, err := cheshire.NewSmall().Parse(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		s := New(eval.NewNode)
		s.ctx, s.limits = context.Background(), engine.Limits{Nodes: 500_000}
		s.reserved.Store(500_000)
		all := rootMoves(eval.NewNode(p), nil)
		left := s.proveRoot(p, slices.Clone(all))
		r := s.prover.proven
		if !r.Is(c.want) || r.Nodes == 0 || s.reserved.Load() != 500_000-int64(r.Nodes) || s.Nodes() != r.Nodes {
			t.Fatalf("%s: %+v, %d nodes left of 500,000", c.fen, r, s.reserved.Load())
		}
		if c.want != game.WDLDraw {
			if !slices.Equal(left, all) {
				t.Errorf("%s: %d of %d moves are left", c.fen, len(left), len(all))
			}
			continue
		}
		if len(left) == 0 || len(left) == len(all) || len(left) != len(r.Moves) {
			t.Errorf("%s: %d of %d moves are left, %d hold the draw", c.fen, len(left), len(all), len(r.Moves))
		}
		for _, m := range left {
			if !slices.Contains(r.Moves, m.Move) {
				t.Errorf("%s: %s is left, which does not hold the draw", c.fen, p.UCI(m.Move))
			}
		}
	}
}
