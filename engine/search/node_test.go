package search

import (
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/tt"
	"github.com/wane-chess/wane/rules"
)

// at returns a worker that is about to search a position.
func at(t *testing.T, name, fen string) *worker {
	t.Helper()
	g, err := rules.ByName(name)
	if err != nil {
		t.Fatal(err)
	}
	p, err := g.Parse(fen)
	if err != nil {
		t.Fatal(err)
	}
	s := New(eval.NewNode)
	w := s.workers[0]
	w.prepare(eval.NewNode(p), nil)
	w.allowed = 1 << 40
	w.depth = 8
	s.ctx = t.Context()
	return w
}

// Where the move of the table and others beat beta, the node is cut off. The entry, which
// comes from a deeper search, stays.
func TestMultiCutKeepsEntry(t *testing.T) {
	w := at(t, "chess", "6k1/5ppp/8/8/8/8/QR3PPP/6K1 w - - 0 1")
	w.ply = 1 // roots are not cut off
	const depth, beta = 8, 100
	best := rootMoves(w.node, nil)[0].Move
	entry := tt.Entry{Move: tt.Fold(best), Score: 400, Depth: depth - 1, Bound: engine.LowerBound}
	w.store(w.key(), entry)
	w.off = nullMove | reverseFutility // which would cut off before
	if score := w.alphaBeta(depth, beta-1, beta, true); score != 400-2*depth {
		t.Fatalf("the score is %d, want that of the cut, %d", score, 400-2*depth)
	}
	got, _ := w.probe(w.key())
	if got.Score != entry.Score || got.Depth != entry.Depth || got.Bound != entry.Bound || got.Move != entry.Move {
		t.Errorf("the table has %+v, want %+v", got, entry)
	}
}

// Quiescence sees that there is no move at all, with and without captures to come.
func TestQuiescenceStalemate(t *testing.T) {
	for _, c := range []struct {
		game, fen string
		want      engine.Score
	}{
		{"chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0},
		{"chess", "7k/4Q3/8/6K1/8/8/8/8 b - - 0 1", -1}, // it has a move
		{"cheshire8", "k*6/2Q5/**6/8/8/8/8/4K3 b - - 0 1", 0},
	} {
		w := at(t, c.game, c.fen)
		score := w.quiesce(-engine.Infinite, engine.Infinite, 0)
		if c.want == 0 && score != 0 || c.want < 0 && score >= -200 {
			t.Errorf("%s %s: %d, want 0 only in stalemate", c.game, c.fen, score)
		}
	}
}

// Close to the hundredth halfmove a score from the table does not hide the draw, neither
// as a cutoff nor as an evaluation.
func TestTableNearDraw(t *testing.T) {
	const stored = 1600
	for _, c := range []struct {
		fen    string
		counts bool
	}{
		{"8/8/8/4k3/8/8/8/R3K3 w - - 10 40", true},
		{"8/8/8/4k3/8/8/8/R3K3 w - - 98 90", false},
	} {
		for name, score := range map[string]func(*worker) engine.Score{
			"alphaBeta": func(w *worker) engine.Score { return w.alphaBeta(4, 99, 100, true) },
			"quiesce":   func(w *worker) engine.Score { return w.quiesce(-engine.Infinite, engine.Infinite, 0) },
		} {
			w := at(t, "chess", c.fen)
			w.ply = 1 // roots cut nothing off
			w.store(w.key(), tt.Entry{Score: stored, Depth: 20, Bound: engine.LowerBound})
			if got, static := score(w), w.node.Eval(); (got == stored) != c.counts || !c.counts && got > static {
				t.Errorf("%s: %s gives %d, the evaluation %d, the table %d", c.fen, name, got, static, stored)
			}
			// Without what trusts the evaluation the draw is seen.
			w.off = nullMove | reverseFutility | razoring
			if got := w.alphaBeta(4, 99, 100, true); !c.counts && got != 0 {
				t.Errorf("%s: %d, want 0", c.fen, got)
			}
		}
	}
}

// A null move is verified by moves, even where the position looks good enough without any.
func TestVerificationSearchesMoves(t *testing.T) {
	for _, verify := range []bool{false, true} {
		w := at(t, "chess", "4k3/8/8/8/8/8/QQQ5/4K3 w - - 0 1")
		w.frame().verify = verify
		w.alphaBeta(4, -1, 0, true)
		if searched := w.nodes > 1; searched != verify {
			t.Errorf("verify %t: %d nodes", verify, w.nodes)
		}
	}
}
