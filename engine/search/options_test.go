package search_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules"
)

const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

// Several lines are reported best first, each with another first move, and the
// best is what the search returns.
func TestLines(t *testing.T) {
	p := parse(t, kiwipete)
	last := map[int]engine.Report{}
	info, err := small(eval.NewNode).Search(t.Context(), p, engine.Limits{Depth: 7, MultiPV: 4}, func(i engine.Report) {
		last[i.MultiPV] = i
	})
	if err != nil || len(last) != 4 {
		t.Fatalf("%d lines, %v; want 4", len(last), err)
	}
	seen := map[game.Move]bool{}
	for line := 1; line <= 4; line++ {
		i := last[line]
		if i.Depth != 7 || seen[i.Best()] {
			t.Errorf("line %d: depth %d, %s", line, i.Depth, p.UCI(i.Best()))
		}
		seen[i.Best()] = true
		if line > 1 && i.Score > last[line-1].Score {
			t.Errorf("line %d scores %d, the one above %d", line, i.Score, last[line-1].Score)
		}
	}
	if info.Best() != last[1].Best() || info.MultiPV != 1 {
		t.Errorf("returned line %d, %s", info.MultiPV, p.UCI(info.Best()))
	}
	// More lines than moves are as many as there are moves.
	few := parse(t, "7k/8/8/8/8/8/q7/7K w - - 0 1")
	clear(last)
	_, err = small(eval.NewNode).Search(t.Context(), few, engine.Limits{Depth: 4, MultiPV: 9}, func(i engine.Report) {
		last[i.MultiPV] = i
	})
	if err != nil || len(last) != few.LegalCount() {
		t.Errorf("%d lines, %v; there are %d moves", len(last), err, few.LegalCount())
	}
}

// A report that a caller keeps never changes.
func TestReportsStayTheSame(t *testing.T) {
	for _, c := range []struct {
		game, fen string
		limits    engine.Limits
	}{
		{"chess", "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", engine.Limits{Depth: 7, MultiPV: 3}},
		{"chess", "6k1/5ppp/8/8/8/8/QR3PPP/6K1 w - - 0 1", engine.Limits{Depth: 8}},
		{"chess", "6k1/5ppp/8/8/8/8/QR3PPP/6K1 w - - 0 1", engine.Limits{Mate: 3}},
		{"cheshire8", "k*6/2Q5/**6/8/8/8/8/4K3 w - - 0 1", engine.Limits{Nodes: 50_000}},
	} {
		p := parseIn(t, c.game, c.fen)
		var kept []engine.Report
		var texts []string
		text := func(r engine.Report) string { return fmt.Sprint(r.Depth, r.MultiPV, r.Score, r.PV) }
		s := small(eval.NewNode)
		for range 2 { // the second search does not change reports of the first, either
			last, err := s.Search(t.Context(), p, c.limits, func(r engine.Report) {
				kept, texts = append(kept, r), append(texts, text(r))
			})
			if err != nil {
				t.Fatal(err)
			}
			kept, texts = append(kept, last), append(texts, text(last))
		}
		for i, r := range kept {
			if text(r) != texts[i] {
				t.Errorf("%s %s: report %d is %s now, was %s", c.game, c.fen, i, text(r), texts[i])
			}
		}
	}
}

// Only the moves asked for are looked at.
func TestMovesAtTheRoot(t *testing.T) {
	p := parse(t, kiwipete)
	legalMoves := p.Legal(nil)
	for _, only := range [][]game.Move{legalMoves[:1], legalMoves[3:6], {legalMoves[9], legalMoves[9]}} {
		info := mustSearch(t, small(eval.NewNode), p, engine.Limits{Depth: 5, SearchMoves: only})
		if !slices.Contains(only, info.Best()) {
			t.Errorf("played %s, which was not asked for", p.UCI(info.Best()))
		}
	}
	illegal := engine.Limits{Depth: 5, SearchMoves: []game.Move{game.NewMove(60, 61)}}
	_, err := small(eval.NewNode).Search(t.Context(), p, illegal, nil)
	if !errors.Is(err, engine.ErrNoSearchMoves) {
		t.Errorf("a move that is not legal: %v, want ErrNoSearchMoves", err)
	}
}

// A pondering search continues, whatever the clock says, until PonderHit reports that the
// expected move was played.
func TestPondering(t *testing.T) {
	p := parse(t, kiwipete)
	s := small(eval.NewNode)
	var after int
	hit := false
	limits := engine.Limits{Clock: engine.Clock{Remaining: 1, Ponder: true}}
	info, err := s.Search(t.Context(), p, limits, func(i engine.Report) {
		if i.Depth >= 9 && !hit {
			hit = true
			s.PonderHit()
		}
		if hit {
			after++
		}
	})
	if err != nil || !hit || info.Depth < 9 {
		t.Errorf("the search ended at depth %d, hit: %v, %v", info.Depth, hit, err)
	}
	if after > 1 {
		t.Errorf("%d more depths were searched with no time on the clock", after)
	}
}

// With any one of its ideas switched off, the search still finds a mate,
// and counts other nodes.
func TestWithout(t *testing.T) {
	p := parse(t, "r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1")
	whole := mustSearch(t, small(eval.NewNode), parse(t, kiwipete), engine.Limits{Depth: 9}).Nodes
	for _, feature := range search.Features() {
		s := small(eval.NewNode)
		if err := s.SetWithout(feature); err != nil {
			t.Fatal(err)
		}
		if info := mustSearch(t, s, p, engine.Limits{Nodes: 300_000}); info.Score <= engine.MateBound {
			t.Errorf("without %s: score %d, want a mate", feature, info.Score)
		}
		if nodes := mustSearch(t, s, parse(t, kiwipete), engine.Limits{Depth: 9, Nodes: 20 * whole}).Nodes; nodes == whole {
			t.Errorf("without %s: %d nodes, as with it", feature, nodes)
		}
	}
	if err := small(eval.NewNode).SetWithout("brains"); err == nil || !strings.Contains(err.Error(), "null-move") {
		t.Errorf("%v: want an error that lists what there is", err)
	}
}

func TestSettings(t *testing.T) {
	s := small(eval.NewNode)
	for _, n := range []int{-1, 0, search.MaxThreads + 1} {
		if err := s.SetThreads(n); err == nil {
			t.Errorf("%d threads are accepted", n)
		}
		if err := s.SetHash(min(n, 0)); err == nil {
			t.Errorf("a table of %d MB is accepted", min(n, 0))
		}
	}
	for _, n := range []int{3, 1, 2} {
		if err := s.SetThreads(n); err != nil {
			t.Error(err)
		}
		mustSearch(t, s, parse(t, kiwipete), engine.Limits{Depth: 3})
	}
}

// Several threads keep to the limit of nodes and play legal moves in every game.
// (Run it with -race.)
func TestThreads(t *testing.T) {
	nodes := uint64(60_000)
	if testing.Short() {
		nodes = 10_000
	}
	for _, g := range rules.All() {
		s := small(eval.NewNode)
		if err := s.SetThreads(4); err != nil {
			t.Fatal(err)
		}
		p := g.Start()
		for range 3 {
			info := mustSearch(t, s, p, engine.Limits{Nodes: nodes})
			if info.Nodes > nodes || info.Nodes < nodes/2 {
				t.Errorf("%s: %d nodes, asked for %d", g.Name(), info.Nodes, nodes)
			}
			p.Make(info.Best())
		}
	}
}

// A canceled search with several threads ends with a move, and so does one
// whose context is done before it begins.
func TestCancelThreads(t *testing.T) {
	s := small(eval.NewNode)
	if err := s.SetThreads(3); err != nil {
		t.Fatal(err)
	}
	p := parse(t, kiwipete)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for range 2 {
		info, err := s.Search(ctx, p, engine.Limits{}, func(i engine.Report) {
			if i.Depth == 6 {
				cancel()
			}
		})
		if err != nil || !legal(p, info.Best()) {
			t.Errorf("%v, %v", info, err)
		}
	}
}

// A search that takes long names the moves of the root, each iteration from the first on.
func TestCurrMove(t *testing.T) {
	defer search.NameMovesAfter(0)()
	p := shrinkGame(t).Start()
	var depths []int
	last := 0
	l := engine.Limits{Depth: 3}
	l.CurrMove = func(m game.Move, n, depth int) {
		if !game.IsLegal(p, m) || n != 1 && n != last+1 {
			t.Errorf("move %d after move %d is %v", n, last, m)
		}
		if last = n; n == 1 {
			depths = append(depths, depth)
		}
	}
	_, err := small(eval.NewNode).Search(t.Context(), p, l, nil)
	if err != nil || len(depths) < 3 || depths[0] != 1 || depths[len(depths)-1] != 3 {
		t.Errorf("the depths are %v, %v", depths, err)
	}
}
