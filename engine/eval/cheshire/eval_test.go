package cheshire

import (
	"strings"
	"testing"
	"unicode"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval/evaltest"
	"github.com/wane-chess/wane/engine/eval/weights"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/gametest"
)

// flip returns a FEN with the sides and the board's ends exchanged.
func flip(fen string) string {
	f := strings.Fields(fen)
	swap := func(text string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsUpper(r) {
				return unicode.ToLower(r)
			}
			return unicode.ToUpper(r)
		}, text)
	}
	rows := strings.Split(swap(f[0]), "/")
	for i, j := 0, len(rows)-1; i < j; i, j = i+1, j-1 {
		rows[i], rows[j] = rows[j], rows[i]
	}
	f[0] = strings.Join(rows, "/")
	f[1] = map[string]string{"w": "b", "b": "w"}[f[1]]
	f[2] = map[string]string{"K": "k", "k": "K", "Kk": "Kk", "-": "-"}[f[2]]
	f[3] = "-" // which Eval does not look at
	return strings.Join(f, " ")
}

// TestEvalSymmetric evaluates random positions from both sides.
func TestEvalSymmetric(t *testing.T) {
	for _, c := range []struct {
		game game.Game
		fens []string
	}{{large, largeFENs}, {small, smallFENs}} {
		for n, fen := range append(c.fens, c.game.Start().String()) {
			w := gametest.Walk{Game: c.game, FEN: fen, Seed: uint64(n), Plies: 80}
			w.Run(t, func(p game.Position) {
				other, err := c.game.Parse(flip(p.String()))
				if err != nil {
					t.Fatal(err)
				}
				if a, b := eval(p), eval(other); a != b {
					t.Errorf("%s is worth %d, and %s, the same with the colors exchanged, %d", p, a, other, b)
				}
			})
		}
	}
}

// TestEvalPrefers compares positions, both seen by White, that differ in one
// thing. As many squares are left in both.
func TestEvalPrefers(t *testing.T) {
	for _, c := range []struct{ name, better, worse string }{
		{"a knight with squares left", "4k3/6**/6**/6**/6**/2N5/8/4K3 w - - 0 1", "4k3/8/8/8/1*1*4/*3*3/2N5/*3*2K w - - 0 1"},
		{"a rook not walled in forever", "4k3/*7/*7/*7/*7/*7/8/R**1K*** w - - 0 1",
			"4k3/*7/*7/*7/*7/*7/*7/R***K*2 w - - 0 1"},
		{"a pawn with a step left", "4k3/8/*7/8/P7/8/8/4K3 w - - 0 1", "4k3/8/8/*7/P7/8/8/4K3 w - - 0 1"},
		{"a king that has not moved", "3k4/7p/8/8/8/8/P7/4K3 w K - 0 1", "3k4/7p/8/8/8/8/P7/4K3 w - - 0 1"},
	} {
		if a, b := eval(parse(t, c.better)), eval(parse(t, c.worse)); a <= b {
			t.Errorf("%s: %s is worth %d, %s %d", c.name, c.better, a, c.worse, b)
		}
	}
}

// A bare king cannot win, so it is never ahead, and two of them are level.
func TestBareKings(t *testing.T) {
	for _, c := range []struct {
		fen            string
		least, maxEval engine.Score
	}{
		{"3k4/8/8/8/8/8/8/4K3 w - - 0 1", 0, 0},
		{"3k4/8/8/8/8/8/8/4K3 w K - 0 1", 0, 0},
		{"k*6/**6/8/8/8/7p/8/4K3 w K - 0 1", -maxEval, 0},
		{"k*6/**6/8/8/8/7P/8/4K3 b K - 0 1", -maxEval, 0},
		{"k*6/**6/8/8/8/7P/8/4K3 w K - 0 1", 1, maxEval},
	} {
		if e := eval(parse(t, c.fen)); e < c.least || e > c.maxEval {
			t.Errorf("%s is worth %d, want %d to %d", c.fen, e, c.least, c.maxEval)
		}
	}
}

func TestWeights(t *testing.T) {
	checkWeights(t, New(), large, largeFENs...)
	checkWeights(t, New(), small, smallFENs...)
}

// TestEvalBounded fills the board with queens.
func TestEvalBounded(t *testing.T) {
	const row = "QQQQQQQQQQ/"
	p := parse(t, "kQQQQQQQQQ/"+strings.Repeat(row, 8)+"QQQQQQQQQK b - - 0 1")
	if e := eval(p); e != -maxEval {
		t.Errorf("%s counts %d, want %d", p, e, -maxEval)
	}
}

// Changed weights count at once, also on boards made before, and not in another
// evaluator.
func TestReweigh(t *testing.T) {
	e, other := New(), New()
	p := parse(t, "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1")
	b := e.NewNode(p)
	before := b.Eval()
	m := find(t, p, "e4d5")
	if !b.SEE(m, 500) {
		t.Errorf("a queen is worth less than 500")
	}
	e.weights.Piece[game.Queen] = weights.Pair{}
	e.weights.QueenMobility = [len(e.weights.QueenMobility)]weights.Pair{}
	e.Reweigh()
	if b.SEE(m, 500) {
		t.Errorf("a queen is worth 500 though it counts nothing")
	}
	if b.Eval() <= before {
		t.Errorf("without the queen's worth, White stands at %d, before at %d", b.Eval(), before)
	}
	if o := other.NewNode(p); o.Eval() != before || !o.SEE(m, 500) {
		t.Errorf("another evaluator's eval is %d, was %d", o.Eval(), before)
	}
}

func TestConform(t *testing.T) {
	evaltest.Conform(t, New().NewNode, large, largeFENs...)
	evaltest.Conform(t, New().NewNode, small, smallFENs...)
}

func TestNoAllocations(t *testing.T) {
	evaltest.NoAllocations(t, New().NewNode(large.Start()))
	for _, fen := range smallFENs[:4] {
		evaltest.NoAllocations(t, New().NewNode(parse(t, fen)))
	}
}

var scores engine.Score

func BenchmarkEval(b *testing.B) {
	for _, c := range []struct{ name, fen string }{
		{"start", large.Start().String()},
		{"middle", "*r*bqk*n*r/*p*pp*p***/r1pn1Q1*rp/p4**p1b/3*1p4/2*1*1*2P/7*1*/2B2P4/PPPPP*PPP*/RRNB*K*NRR b Kk - 3 12"},
		{"late",
			"*r*b**b**r/*p*******p/r*Np*p*1*k/**pn*1*p*p/*2*P***1*/***1**PP1*/**PPP****K/**1*BB*1*P/Pp******r*/RR******RR b - " +
				"- 0 30"},
		{"small", "*nbqk*nr/***p*p*p/*rp4b/**p1*Np1/p1N*p3/*P2P*P1/P*PP*P*P/R*BQK**R w K - 0 11"},
	} {
		p := shared.NewNode(parse(b, c.fen))
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				scores += p.Eval()
			}
		})
	}
}

func checkWeights(t *testing.T, e *Evaluator, g game.Game, fens ...string) {
	t.Helper()
	evaltest.CheckNames(t, e, &e.weights)
	evaltest.CheckWeights(t, e, g, fens...)
}
