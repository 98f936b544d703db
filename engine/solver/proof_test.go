package solver_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/wane-chess/wane/engine/solver"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules"
)

// check replays a proof's line and holds it to what it claims.
func check(t *testing.T, p game.Position, r solver.Proof) {
	t.Helper()
	if !r.Solved {
		t.Errorf("%s: not solved in %d positions", p, r.Nodes)
		return
	}
	start, turn := p.String(), p.Turn()
	q := p.Clone()
	for _, m := range r.Line {
		if !legal(q, m) {
			t.Errorf("%s: %x is not legal in %s", start, m, q)
			return
		}
		q.Make(m)
	}
	if got, want := q.Outcome().Result, r.Result.For(turn); got != want {
		t.Errorf("%s: a %v, but the line ends with %v in %s", start, r.Result, q.Outcome(), q)
	}
	decided := !r.Is(game.WDLDraw)
	if decided && (len(r.Line) > r.Plies || r.Plies%2 != len(r.Line)%2) || !decided && r.Plies != 0 {
		t.Errorf("%s: a %v in at most %d plies, with a line of %d", start, r.Result, r.Plies, len(r.Line))
	}
	if keeps := !r.Is(game.WDLLoss) && len(r.Line) > 0; keeps != (len(r.Moves) > 0) || keeps && r.Moves[0] != r.Line[0] {
		t.Errorf("%s: a %v with the moves %v and the line %v", start, r.Result, r.Moves, r.Line)
	}
}

func legal(p game.Position, m game.Move) bool {
	for _, l := range p.Legal(nil) {
		if l == m {
			return true
		}
	}
	return false
}

// The solver agrees with a search that tries everything, wherever that
// finishes, also where the move count draws soon.
func TestAgreesWithForwardSearch(t *testing.T) {
	const most = 6000
	want := 100
	if testing.Short() {
		want = 25
	}
	for _, g := range games {
		t.Run(g.Name(), func(t *testing.T) {
			s := newSolver(t)
			rng := rand.New(rand.NewPCG(5, 6))
			seen := map[int]int{}
			for n := 0; n < want; {
				p := wander(g, rng, 2+rng.IntN(9))
				if p == nil {
					continue
				}
				if rng.IntN(3) == 0 {
					p = hurried(t, p, rng)
				}
				f := forward{left: most}
				v, ok := f.result(p)
				if !ok {
					continue
				}
				n++
				seen[v]++
				r, err := s.Solve(context.Background(), p, solver.Limits{Holding: true})
				if err != nil {
					t.Fatal(err)
				}
				check(t, p, r)
				if int(r.Result) != v {
					t.Errorf("%s: %v, but trying everything gives %d", p, r.Result, v)
				}
				checkMoves(t, p, r, most)
			}
			if seen[1] == 0 || seen[0] == 0 || seen[-1] == 0 {
				t.Errorf("won, drawn and lost positions should all come up: %v", seen)
			}
		})
	}
}

// checkMoves holds the moves that keep a result to what trying everything says:
// of a draw, all that hold it are there.
func checkMoves(t *testing.T, p game.Position, r solver.Proof, most int) {
	t.Helper()
	keeps := map[game.Move]bool{}
	for _, m := range r.Moves {
		keeps[m] = true
	}
	q := p.Clone()
	for _, m := range p.Legal(nil) {
		q.Make(m)
		f := forward{left: most}
		v, ok := f.result(q)
		q.Unmake()
		switch {
		case !ok:
		case keeps[m] && -v != int(r.Result):
			t.Errorf("%s: %s does not keep the %v", p, p.UCI(m), r.Result)
		case r.Is(game.WDLDraw) && !keeps[m] && v == 0:
			t.Errorf("%s: %s holds the draw, too", p, p.UCI(m))
		}
	}
}

// Positions whose results can be found by hand.
func TestKnownPositions(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		want      game.WDL
		plies     int
		first     string // the only move that keeps the result
	}{
		// The rook's square and h8 see each other through the squares that vanished.
		{"mate in one",
			"1******k/********/********/********/********/********/********/R******K w - - 0 40", game.WDLWin, 1, "a1a8"},
		{"stalemate",
			"1******k/********/********/********/********/********/********/R******K b - - 0 40", game.WDLDraw, 0, ""},
		{"mated", "R******k/********/********/********/********/********/********/*******K b - - 0 40", game.WDLLoss, 0, ""},
		// The knight checks g8 from its only square, so it must not go there before
		// the king.
		{"a tempo: Black must move",
			"******1k/********/*****1**/********/******N*/********/********/*******K b - - 0 40", game.WDLLoss, 2, ""},
		{"a tempo: White must move",
			"******1k/********/*****1**/********/******N*/********/********/*******K w - - 0 40", game.WDLDraw, 0, "g4f6"},
		// With a move to spare for White's king it is the other way round.
		{"a tempo to spare, White to move",
			"******1k/********/*****1**/********/******N*/********/********/******1K w - - 0 40", game.WDLWin, 3, "h1g1"},
		// A king that never moved sees as far as a queen, but not once it moves.
		{"a lone king that has not moved",
			"k*******/1*******/********/********/********/********/********/1***K*** w K - 0 40", game.WDLDraw, 0, ""},
		{"mated by a king that has not moved",
			"****k***/********/********/********/********/********/********/****K*** b K - 0 40", game.WDLLoss, 0, ""},
		{"a line opened for a king that has not moved",
			"****k***/********/********/********/***1****/****B***/********/****K*** w K - 0 40", game.WDLWin, 1, "e3d4"},
		{"a line opened for a king that has moved",
			"****k***/********/********/********/***1****/****B***/********/****K*** w - - 0 40", game.WDLDraw, 0, "e3d4"},
		// Black is mated in three plies, unless the fiftieth move without a capture or a
		// move of a pawn comes first.
		{"the move count has room for a mate",
			"******1k/********/*****1**/********/******N*/********/********/******1K w - - 97 80", game.WDLWin, 3, "h1g1"},
		{"the move count is quicker",
			"******1k/********/*****1**/********/******N*/********/********/******1K w - - 98 80", game.WDLDraw, 0, ""},
		{"ten wide", "1********k/" + strings.Repeat("**********/", 8) + "R********K w - - 0 40", game.WDLWin, 1, "a1a10"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := parse(t, c.fen)
			r, err := newSolver(t).Solve(context.Background(), p, solver.Limits{Holding: true})
			if err != nil {
				t.Fatal(err)
			}
			check(t, p, r)
			if !r.Is(c.want) || r.Plies != c.plies {
				t.Errorf("%v in %d plies, want %v in %d", r.Result, r.Plies, c.want, c.plies)
			}
			if c.first != "" && (len(r.Moves) != 1 || p.UCI(r.Moves[0]) != c.first) {
				t.Errorf("the moves %v, want %s alone", r.Moves, c.first)
			}
		})
	}
}

func parse(t testing.TB, fen string) game.Position {
	t.Helper()
	for _, g := range games {
		if p, err := g.Parse(fen); err == nil {
			return p
		}
	}
	t.Fatalf("no game reads %s", fen)
	return nil
}

// Games that need not end are refused.
func TestOtherGames(t *testing.T) {
	for _, g := range rules.All() {
		_, err := newSolver(t).Solve(context.Background(), g.Start(), solver.Limits{Nodes: 100})
		acyclic := solver.Solvable(g.Start())
		if acyclic != (err == nil) || err != nil && !errors.Is(err, solver.ErrEndless) {
			t.Errorf("%s: %v", g.Name(), err)
		}
	}
}
