package search_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/gametest"
	"github.com/wane-chess/wane/rules"
)

// parse reads a position of orthodox chess.
func parse(t *testing.T, fen string) game.Position {
	t.Helper()
	return parseIn(t, "chess", fen)
}

// parseIn reads a position of a game.
func parseIn(t *testing.T, name, fen string) game.Position {
	t.Helper()
	g, err := rules.ByName(name)
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Parse(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// In positions of random games where an exhaustive search finds a mate in two
// and none in one, the engine finds it too when it is asked for one.
func TestMateInTwo(t *testing.T) {
	want := 4
	if testing.Short() {
		want = 2
	}
	for _, name := range []string{
		"shrink", "convergent", "diminuendo", "diminuendo:pbnrqk+qk+fp", "cheshire", "cheshire8", "chess",
	} {
		t.Run(name, func(t *testing.T) {
			g, err := rules.ByName(name)
			if err != nil {
				t.Fatal(err)
			}
			found, s := 0, small(eval.NewNode)
			for seed := uint64(1); found < want && seed < 400; seed++ {
				w := gametest.Walk{Game: g, FEN: g.Start().String(), Seed: seed, Plies: 120}
				w.Run(t, func(p game.Position) {
					if found >= want || p.Outcome().Over() || p.LegalCount() > 40 || p.Ply()%3 != 0 {
						return
					}
					if gametest.MateIn(p, 1) || !gametest.MateIn(p, 2) {
						return
					}
					found++
					info, err := s.Search(t.Context(), p, engine.Limits{Mate: 2, Nodes: 200_000}, nil)
					if err != nil {
						t.Fatal(err)
					}
					if info.Score != engine.Mate-3 {
						t.Errorf("%s: score %d, want mate in 2 (%d)", p, info.Score, engine.Mate-3)
					}
					q := p.Clone()
					if q.Make(info.Best()); !gametest.Lost(q, 1) {
						t.Errorf("%s: %s does not mate in 2", p, p.UCI(info.Best()))
					}
				})
			}
			if found < want {
				t.Errorf("only %d positions with a mate in two were found", found)
			}
		})
	}
}

func TestEveryGameIsPlayed(t *testing.T) {
	for _, g := range rules.All() {
		s := small(eval.NewNode)
		p := g.Start()
		for ply := 0; ply < 30 && !p.Outcome().Over(); ply++ {
			info, err := s.Search(t.Context(), p, engine.Limits{Nodes: 3000}, nil)
			if err != nil {
				t.Fatalf("%s, %s: %v", g.Name(), p, err)
			}
			line := p.Clone()
			for _, m := range info.PV {
				if !legal(line, m) {
					t.Fatalf("%s, %s: the line has an illegal move in %s", g.Name(), p, line)
				}
				line.Make(m)
			}
			p.Make(info.Best())
		}
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

func TestSameSearchSameNodes(t *testing.T) {
	for _, g := range rules.All() {
		var nodes [2]uint64
		for i := range nodes {
			info, err := small(eval.NewNode).Search(t.Context(), g.Start(), engine.Limits{Depth: 3}, nil)
			if err != nil {
				t.Fatal(err)
			}
			nodes[i] = info.Nodes
		}
		if nodes[0] != nodes[1] {
			t.Errorf("%s: %d nodes, then %d", g.Name(), nodes[0], nodes[1])
		}
	}
}

func TestLimits(t *testing.T) {
	p := parse(t, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	before := p.String()
	info, err := small(eval.NewNode).Search(t.Context(), p, engine.Limits{Nodes: 5000}, nil)
	if err != nil || info.Nodes != 5000 {
		t.Errorf("%d nodes, %v; asked for 5000", info.Nodes, err)
	}
	var depths []int
	info, err = small(eval.NewNode).Search(t.Context(), p, engine.Limits{Depth: 2}, func(i engine.Report) {
		depths = append(depths, i.Depth)
	})
	if err != nil || info.Depth != 2 || len(depths) != 2 {
		t.Errorf("depth %d, reports %v, %v; asked for 2", info.Depth, depths, err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	info, err = small(eval.NewNode).Search(gone, p, engine.Limits{}, nil)
	if err != nil || !legal(p, info.Best()) {
		t.Errorf("a search that is stopped at once must still give a legal move: %v, %v", info, err)
	}
	if _, err = small(eval.NewNode).Search(t.Context(), p, engine.Limits{MoveTime: time.Millisecond}, nil); err != nil {
		t.Error(err)
	}
	if p.String() != before {
		t.Errorf("the search changed the position to %s", p)
	}
}

func TestNoMoves(t *testing.T) {
	p := parse(t, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
	_, err := small(eval.NewNode).Search(t.Context(), p, engine.Limits{Depth: 2}, nil)
	if !errors.Is(err, engine.ErrNoMoves) {
		t.Errorf("got %v, want ErrNoMoves", err)
	}
}

// A weak player varies its play, yet errs in the same way with the same seed,
// and even the weakest mates in one.
func TestWeakness(t *testing.T) {
	p := parse(t, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
	moves := map[game.Move]bool{}
	s := small(eval.NewNode)
	for seed := range uint64(12) {
		l, err := engine.LevelLimits(engine.MinLevel, seed)
		if err != nil {
			t.Fatal(err)
		}
		s.Reset()
		first := mustSearch(t, s, p, l)
		s.Reset()
		if again := mustSearch(t, s, p, l); again.Best() != first.Best() || again.Nodes != first.Nodes {
			t.Errorf("seed %d: %s after %d nodes, then %s after %d",
				seed, p.UCI(first.Best()), first.Nodes, p.UCI(again.Best()), again.Nodes)
		}
		moves[first.Best()] = true
	}
	if len(moves) < 3 {
		t.Errorf("level 1 opens with %d different moves in 12 games", len(moves))
	}
	p = parse(t, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1")
	l, err := engine.LevelLimits(engine.MinLevel, 7)
	if err != nil {
		t.Fatal(err)
	}
	if info := mustSearch(t, s, p, l); p.UCI(info.Best()) != "a1a8" {
		t.Errorf("played %s, want a1a8", p.UCI(info.Best()))
	}
}

func TestNoAllocationsPerNode(t *testing.T) {
	for _, g := range rules.All() {
		s := small(eval.NewNode)
		p := g.Start()
		mustSearch(t, s, p, engine.Limits{Nodes: 40000})
		few := testing.AllocsPerRun(1, func() { mustSearch(t, s, p, engine.Limits{Nodes: 2000}) })
		many := testing.AllocsPerRun(1, func() { mustSearch(t, s, p, engine.Limits{Nodes: 40000}) })
		if many > few+20 { // the lines of a few more depths
			t.Errorf("%s: %v allocations for 2,000 nodes, %v for 40,000", g.Name(), few, many)
		}
	}
}

// small makes a searcher with a table that is made quickly and is large enough for
// the searches of these tests.
func small(boards engine.NodeFunc) *search.Searcher {
	s, err := search.NewSized(boards, 1)
	if err != nil {
		panic(err) // the size is in range
	}
	return s
}

func mustSearch(t *testing.T, s *search.Searcher, p game.Position, l engine.Limits) engine.Report {
	t.Helper()
	info, err := s.Search(t.Context(), p, l, nil)
	if err != nil {
		t.Fatalf("%s, %+v: %v", p, l, err)
	}
	if !legal(p, info.Best()) {
		t.Fatalf("%s, %+v: %x is not legal", p, l, info.Best())
	}
	return info
}
