package search_test

import (
	"context"
	"slices"
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/engine/solver"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/cheshire"
)

// Positions from games, with few squares left.
const (
	deepWin  = "r***kb*r/p*p*****/b*n*p***/1*1pp**p/pP1P**nP/*1P2*1R/********/RNBQKB** w Kk - 0 17"
	deepLoss = "r***kb*r/**Q***pp/p1****qn/*1p*p*1b/*1P*p**P/P1N2*PN/*P******/R*B*KB*R b Kk - 0 16"
	fewHold  = "r******r/ppp**p*p/2*n1p*R/k*1*****/P***P***/**1K2Q1/**P***P*/q*B***N* w - - 2 19"
)

func acyclicAt(t *testing.T, fen string) game.Position {
	t.Helper()
	p, err := cheshire.NewSmall().Parse(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func proven(t *testing.T, p game.Position) solver.Proof {
	t.Helper()
	s, err := solver.New(eval.NewNode, 8)
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Solve(t.Context(), p, solver.Limits{Holding: true})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func think(t *testing.T, s *search.Searcher, p game.Position, l engine.Limits) engine.Report {
	t.Helper()
	i, err := s.Search(t.Context(), p, l, nil)
	if err != nil {
		t.Fatal(err)
	}
	return i
}

// With the solver's help the engine knows the results of such positions, and plays
// on accordingly.
func TestProvenResults(t *testing.T) {
	limits := engine.Limits{Nodes: 400_000}
	win := think(t, small(eval.NewNode), acyclicAt(t, deepWin), limits)
	if n, ok := engine.MateIn(win.Score); !ok || n <= 0 || win.Best() != proven(t, acyclicAt(t, deepWin)).Moves[0] {
		t.Errorf("a won position: score %d, %s", win.Score, acyclicAt(t, deepWin).UCI(win.Best()))
	}
	loss := think(t, small(eval.NewNode), acyclicAt(t, deepLoss), limits)
	if n, ok := engine.MateIn(loss.Score); !ok || n >= 0 {
		t.Errorf("a lost position: score %d", loss.Score)
	}
	p := acyclicAt(t, fewHold)
	draw := think(t, small(eval.NewNode), p, limits)
	if keep := proven(t, p).Moves; draw.Score != 0 || len(keep) == p.LegalCount() || !slices.Contains(keep, draw.Best()) {
		t.Errorf("a drawn position: score %d, %s", draw.Score, p.UCI(draw.Best()))
	}
	for _, i := range []engine.Report{win, loss, draw} {
		if i.Nodes > limits.Nodes {
			t.Errorf("%d nodes, of %d", i.Nodes, limits.Nodes)
		}
	}
}

// The winner, playing by the engine, wins against the longest defense that the
// solver knows.
func TestPlaysTheProvenWin(t *testing.T) {
	p, s := acyclicAt(t, deepWin), small(eval.NewNode)
	us := p.Turn()
	for !p.Outcome().Over() {
		if p.Turn() == us {
			p.Make(think(t, s, p, engine.Limits{Nodes: 150_000}).Best())
		} else {
			p.Make(proven(t, p).Line[0])
		}
	}
	if got := p.Outcome().Result; got != game.WinFor(us) {
		t.Errorf("%v in %s", p.Outcome(), p)
	}
}

// Reports before the end agree with the answer: they give the proven result.
func TestProvenReports(t *testing.T) {
	n := 0
	report := func(i engine.Report) {
		if n++; i.Score <= engine.MateBound {
			t.Errorf("depth %d: score %d", i.Depth, i.Score)
		}
	}
	i, err := small(eval.NewNode).Search(t.Context(), acyclicAt(t, deepWin), engine.Limits{Nodes: 200_000}, report)
	if err != nil || n == 0 || i.Score <= engine.MateBound {
		t.Errorf("%d reports, score %d, %v", n, i.Score, err)
	}
}

// The solver is not asked where the limits ask for something else, nor for weak
// players, nor where it is switched off; and what it does is always the same.
func TestWhenToProve(t *testing.T) {
	p := acyclicAt(t, deepWin)
	off := small(eval.NewNode)
	if err := off.SetWithout("proven-results"); err != nil {
		t.Fatal(err)
	}
	for _, l := range []engine.Limits{
		{Depth: 6},
		{Nodes: 4000},
		{Nodes: 160_000, MultiPV: 2},
		{Nodes: 160_000, SearchMoves: p.Legal(nil)},
		{Nodes: 160_000, Weakness: engine.Weakness{Noise: 50, Seed: 3}},
		{Nodes: 160_000, Weakness: engine.Weakness{Lapses: 1, Seed: 3}},
	} {
		off.Reset()
		with, without := think(t, small(eval.NewNode), p, l), think(t, off, p, l)
		with.Time, without.Time = 0, 0
		if with.Nodes != without.Nodes || with.Score != without.Score || !slices.Equal(with.PV, without.PV) {
			t.Errorf("%+v: %+v, without the solver %+v", l, with, without)
		}
	}
	l := engine.Limits{Nodes: 200_000}
	s := small(eval.NewNode)
	first := think(t, s, p, l)
	s.Reset()
	again := think(t, s, p, l)
	if first.Nodes != again.Nodes || first.Score != again.Score || !slices.Equal(first.PV, again.PV) {
		t.Errorf("%+v, then %+v", first, again)
	}
}

// The solver knows of the mate before the first iteration ends; without it, an
// iteration to a depth of one ply does not.
func TestProvenAtOnce(t *testing.T) {
	off := small(eval.NewNode)
	if err := off.SetWithout("proven-results"); err != nil {
		t.Fatal(err)
	}
	for s, want := range map[*search.Searcher]bool{small(eval.NewNode): true, off: false} {
		first := engine.Score(0)
		report := func(i engine.Report) {
			if i.Depth == 1 {
				first = i.Score
			}
		}
		if _, err := s.Search(t.Context(), acyclicAt(t, deepWin), engine.Limits{Nodes: 200_000}, report); err != nil {
			t.Fatal(err)
		}
		if seen := first > engine.MateBound; seen != want {
			t.Errorf("at first the score is %d; with a mate in it: %v", first, want)
		}
	}
}

// A search that is stopped while it proves still has a move.
func TestStoppedWhileProving(t *testing.T) {
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	i, err := small(eval.NewNode).Search(gone, acyclicAt(t, deepWin), engine.Limits{}, nil)
	if err != nil || i.Best() == game.NoMove {
		t.Errorf("%+v, %v", i, err)
	}
}

// A proven result is known at once the next time, until the tables are cleared.
func TestForgetsWhatWasProven(t *testing.T) {
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	s, p := small(eval.NewNode), acyclicAt(t, deepWin)
	think(t, s, p, engine.Limits{Nodes: 400_000})
	for _, c := range []struct {
		what   string
		forget func() error
		known  bool
	}{
		{"nothing forgotten", func() error { return nil }, true},
		{"another table", func() error { return s.SetHash(search.DefaultMB) }, false},
	} {
		if err := c.forget(); err != nil {
			t.Fatal(err)
		}
		i, err := s.Search(gone, p, engine.Limits{}, nil)
		if known := i.Score > engine.MateBound; err != nil || known != c.known {
			t.Errorf("%s: score %d, %v", c.what, i.Score, err)
		}
	}
}
