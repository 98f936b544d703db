package search_test

import (
	"context"
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/mate/matetest"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules"
)

// matesOf reads the suite of forced mates, or in a short run some of it, and
// the positions.
func matesOf(t *testing.T) (list []matetest.Problem, positions []game.Position) {
	t.Helper()
	for i, b := range matetest.Suite(t) {
		if testing.Short() && i%5 != 0 {
			continue
		}
		g, err := rules.ByName(b.Game)
		if err != nil {
			t.Fatal(err)
		}
		p, err := g.Parse(b.FEN)
		if err != nil {
			t.Fatal(err)
		}
		list, positions = append(list, b), append(positions, p)
	}
	return list, positions
}

// The search for a mate solves every forced mate of the suite, which was proven
// by another program: it finds the only move, and no mate longer or shorter than
// there is.
func TestForcedMates(t *testing.T) {
	const nodes = 5_000_000 // that each may take
	list, positions := matesOf(t)
	s := small(eval.NewNode)
	total, most := uint64(0), uint64(0)
	for i, b := range list {
		p := positions[i]
		s.Reset()
		info, err := s.Search(context.Background(), p, engine.Limits{Mate: b.Moves, Nodes: nodes}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if want := matePlies(b); info.Score != want || p.UCI(info.Best()) != b.Key {
			t.Errorf("%s, %s: %s scores %d after %d nodes; want %s, mate in %d (%d)",
				b.Game, b.FEN, p.UCI(info.Best()), info.Score, info.Nodes, b.Key, b.Moves, want)
		}
		total, most = total+info.Nodes, max(most, info.Nodes)
	}
	t.Logf("%d nodes in all, at most %d for one", total, most)
}

// The ordinary search, which prunes, sees in most positions of the suite
// that it mates. It claims no faster mate than there is, and its first move
// often makes a slower one.
func TestForcedMatesInPlay(t *testing.T) {
	const nodes = 50_000
	list, positions := matesOf(t)
	s := small(eval.NewNode)
	seen, exact := 0, 0
	for i, b := range list {
		p := positions[i]
		s.Reset()
		info, err := s.Search(context.Background(), p, engine.Limits{Nodes: nodes}, nil)
		if err != nil {
			t.Fatal(err)
		}
		switch best := matePlies(b); {
		case info.Score > best:
			t.Errorf("%s, %s: %s scores %d, but there is no mate faster than in %d (%d)",
				b.Game, b.FEN, p.UCI(info.Best()), info.Score, b.Moves, best)
		case info.Score == best && p.UCI(info.Best()) != b.Key:
			t.Errorf("%s, %s: %s scores %d, but only %s mates in %d",
				b.Game, b.FEN, p.UCI(info.Best()), info.Score, b.Key, b.Moves)
		case info.Score == best:
			exact++
			seen++
		case info.Score > engine.MateBound:
			seen++
		default:
			t.Logf("%s, %s: %s scores %d at depth %d; %s mates in %d",
				b.Game, b.FEN, p.UCI(info.Best()), info.Score, info.Depth, b.Key, b.Moves)
		}
	}
	t.Logf("%d of %d seen to be mates, %d in the fewest moves", seen, len(list), exact)
	if seen*100 < 80*len(list) {
		t.Errorf("only %d of %d are seen to be mates; want 80%%", seen, len(list))
	}
}

// matePlies is the score of a problem.
func matePlies(b matetest.Problem) engine.Score { return engine.Mate - engine.Score(2*b.Moves-1) }
