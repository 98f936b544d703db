package search_test

import (
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/game"
)

// stuck is a position with one move, after which the other side has none.
type stuck struct {
	endless
	stalemate game.WDL
	check     bool
}

func (s *stuck) Clone() game.Position { return s }
func (s *stuck) InCheck() bool        { return s.check && s.ply == 1 }
func (s *stuck) Stalemate() game.WDL  { return s.stalemate }
func (s *stuck) Halfmoves() int       { return s.ply }

func (s *stuck) LegalCount() int { return 1 - s.ply }

func (s *stuck) AppendMoves(dst []engine.ScoredMove) []engine.ScoredMove {
	if s.ply > 0 {
		return dst
	}
	return s.endless.AppendMoves(dst)
}

// No legal move is a mate only in check or where the rules say so, also in the
// middle of a search for a longer one.
func TestMateOrStalemate(t *testing.T) {
	for _, c := range []struct {
		name      string
		stalemate game.WDL
		check     bool
		want      engine.Score
	}{
		{"stalemate draws", 0, false, 0},
		{"stalemate wins", game.WDLLoss, false, engine.Mate - 1},
		{"mate", 0, true, engine.Mate - 1},
	} {
		p := &stuck{endless: *newEndless(1), stalemate: c.stalemate, check: c.check}
		info, err := search.New(itself).Search(t.Context(), p, engine.Limits{Mate: 3}, nil)
		if err != nil || info.Score != c.want {
			t.Errorf("%s: score %d, %v; want %d", c.name, info.Score, err, c.want)
		}
	}
}

// Of the moves asked for, the search for a mate finds the one that mates, and
// does not say that another does.
func TestMateAmongMoves(t *testing.T) {
	p := parse(t, "7k/8/8/8/8/8/R7/1R2K3 w - - 0 1")
	for _, m := range p.Legal(nil) {
		info := mustSearch(t, small(eval.NewNode), p, engine.Limits{Mate: 2, SearchMoves: []game.Move{m}})
		text := p.UCI(m)
		if found, mates := info.Score == engine.Mate-3, text == "a2a7" || text == "b1b7"; found != mates || info.Best() != m {
			t.Errorf("%s: score %d by %s", text, info.Score, p.UCI(info.Best()))
		}
	}
}

// A search for a mate that is not there keeps to the limit of nodes, counts
// exactly, and reports a move that it would make.
func TestNoMate(t *testing.T) {
	const nodes = 7000
	p := parse(t, kiwipete)
	reports := 0
	info, err := small(eval.NewNode).Search(t.Context(), p, engine.Limits{Mate: 30, Nodes: nodes}, func(engine.Report) {
		reports++
	})
	if err != nil || info.Nodes != nodes || reports != 1 || !legal(p, info.Best()) {
		t.Errorf("%d nodes, %d reports, %v; asked for %d nodes", info.Nodes, reports, err, nodes)
	}
	if info = mustSearch(t, small(eval.NewNode), p, engine.Limits{Mate: 1}); info.Score > engine.MateBound {
		t.Errorf("score %d without a mate", info.Score)
	}
}
