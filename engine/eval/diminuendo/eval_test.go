package diminuendo

import (
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval/evaltest"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/diminuendo"
)

// TestWorth checks that what pieces are worth follows from each of the 720 rankings: the
// last is worth its strength and what the others differ by, and what a piece loses by
// becoming the next is the difference to that on z.
func TestWorth(t *testing.T) {
	for ranking := range diminuendo.Rankings() {
		w := others()
		if ranking == diminuendo.Default {
			w = inventors()
		}
		terms := termsOf(ranking, false)
		next, onZ := game.NoPieceType, engine.Score(0)
		for i := len(ranking) - 1; i >= 0; i-- {
			pt := ranking[i]
			comeback := w.Comeback
			if pt == game.King {
				comeback = w.KingComeback
			}
			want := w.Strength[pt] + w.Becomes[pt][next] + terms.value[next]*comeback/256
			if terms.value[pt] != want || terms.loss[pt] != want-onZ {
				t.Errorf("%s: a %v is worth %d and loses %d, want %d and %d",
					ranking, pt, terms.value[pt], terms.loss[pt], want, want-onZ)
			}
			next, onZ = pt, terms.onZ[pt]
			if lacks := w.OnZ[0] + w.OnZ[1]; lacks < 0 || max(onZ, -onZ) > max(want, -want) {
				t.Errorf("%s: a %v is worth %d on z, %d elsewhere", ranking, pt, onZ, want)
			}
		}
	}
}

// Where pawns become kings, a side must not strive for them as for queens.
func TestExtraKings(t *testing.T) {
	terms := termsOf(diminuendo.Ranking{game.Bishop, game.Queen, game.Pawn, game.King, game.Knight, game.Rook}, false)
	if second := terms.value[game.King] + terms.kings[2]; second >= terms.value[game.Rook] {
		t.Errorf("a second king is worth %d, a rook %d", second, terms.value[game.Rook])
	}
}

// TestWorthOfOptions checks that the options make kings and pawns stronger, and
// with them the pieces that become them.
func TestWorthOfOptions(t *testing.T) {
	ranking := diminuendo.Ranking{2, 1, 3, 4, 6, 5}
	without, with := termsOf(ranking, false), termsOf(ranking, true)
	for _, pt := range []game.PieceType{game.Queen, game.King, game.Bishop, game.Pawn} {
		if with.value[pt] <= without.value[pt] {
			t.Errorf("a %v is worth %d with the options, %d without", pt, with.value[pt], without.value[pt])
		}
	}
	if with.value[game.Knight] != without.value[game.Knight] {
		t.Errorf("a knight, which becomes neither, is worth %d with the options, %d without",
			with.value[game.Knight], without.value[game.Knight])
	}
}

func TestWeights(t *testing.T) {
	// Kings are alike where K leads the ranking, so that their strength counts for nothing.
	checkWeights(t, NewForRankings(), named(t, "diminuendo:pkqrnb+qk+fp"))
}

// TestReweigh checks that weights bear on boards of every game of the family that
// there are, and not on those of another evaluator.
func TestReweigh(t *testing.T) {
	e, other := New(), New()
	p, q := parse(t, plain, "K4/6/R6/7/7/6/4k w - - 0 1"), parse(t, crescendo, "K4/6/R6/7/7/6/4k w - - 0 1")
	a, b, unchanged := e.NewNode(p), e.NewNode(q), other.NewNode(p)
	before := [2]engine.Score{a.Eval(), b.Eval()}
	e.weights.Strength[game.Rook] += 50
	e.Reweigh()
	if after := [2]engine.Score{a.Eval(), b.Eval()}; after != [2]engine.Score{before[0] + 50, before[1] + 50} {
		t.Errorf("with rooks 50 stronger, evaluations go from %v to %v", before, after)
	}
	if n := unchanged.Eval(); n != before[0] {
		t.Errorf("another evaluator's eval is %d, was %d", n, before[0])
	}
}

// TestEval compares what the evaluation thinks of two positions that differ in
// one respect, for White, who is to move.
func TestEval(t *testing.T) {
	for _, c := range []struct{ why, better, worse string }{
		{"a rook rather than a bishop", "K4/6/R6/7/7/6/4k w - - 0 1", "K4/6/B6/7/7/6/4k w - - 0 1"},
		{"a pawn far on its way", "K4/4P1/7/7/7/6/4k w - - 0 1", "K4/1P4/7/7/7/6/4k w - - 0 1"},
		{"a pawn that nothing can stop", "K4/6/4P2/7/7/5p/4k w - - 0 1", "K4/6/4P1p/7/7/6/4k w - - 0 1"},
		{"a pawn beside z rather than behind it", "K4/6/1P5/7/7/6/4k w - - 0 1", "K4/6/7/1P5/7/6/4k w - - 0 1"},
		{"a queen on z that a capture would push off", "K4/6/R1p3p/3q3/7/1B4/4k w - - 0 1",
			"K4/6/R1p3p/3q3/7/6/B3k w - - 0 1"},
	} {
		if a, b := eval(parse(t, plain, c.better)), eval(parse(t, plain, c.worse)); a <= b {
			t.Errorf("%s: %s counts %d, %s counts %d", c.why, c.better, a, c.worse, b)
		}
	}
}

// TestEvalIsNoMate evaluates a board as full of queens as it can be.
func TestEvalIsNoMate(t *testing.T) {
	const fen = "QQQQK/QQQQQQ/QQQQQQQ/QQQQQQQ/QQQQQpQ/QQQppp/QQQpk w - - 0 1"
	if got := eval(parse(t, plain, fen)); got < 10000 || got >= engine.MateBound {
		t.Errorf("%s counts %d", fen, got)
	}
}

// TestDropChecks checks which pieces would drop with check, by color and type (R4).
func TestDropChecks(t *testing.T) {
	types := func(list ...game.PieceType) (set uint8) {
		for _, pt := range list {
			set |= 1 << pt
		}
		return set
	}
	king, queen, rook, bishop, knight, pawn := game.King, game.Queen, game.Rook, game.Bishop, game.Knight, game.Pawn
	for _, c := range []struct {
		name, fen string
		want      dropChecks
	}{
		{plain, "K4/6/7/7/7/6/4k w - - 0 1", dropChecks{types(king, queen), types(king, queen)}},
		{plain, "K4/1P4/7/7/7/6/4k w - - 0 1", dropChecks{0, types(king, queen)}},
		{plain, "5/6/2K4/7/7/6/4k w - - 0 1", dropChecks{types(king, queen, knight, bishop), types(king, queen)}},
		{plain, "5/6/4K2/7/7/6/4k w - - 0 1", dropChecks{types(king, queen, knight), types(king, queen)}},
		{plain, "5/6/2k4/7/7/6/4K w - - 0 1", dropChecks{types(king, queen), types(king, queen, knight)}},
		{crescendo, "5/6/2K4/7/7/6/4k w - - 0 1", dropChecks{types(queen, rook, knight, pawn), types(rook, knight)}},
	} {
		b := boardOf(parse(t, c.name, c.fen)).(*node)
		if got := b.terms.dropChecks(b.State(), b.State().Occupied()); got != c.want {
			t.Errorf("%s, %s: %08b, want %08b", c.name, c.fen, got, c.want)
		}
	}
}

func TestConform(t *testing.T) {
	rare := map[string][]string{crescendo: {
		"K4/6/R5b/3k3/7/6/5 w - - 0 1",      // the last king is on z
		"4k/6/2K4/7/R5q/6/5 w - - 0 1",      // a queen may drop as a king beside another
		"K4/1K4/Q5q/3K3/6k/6/n3k b - - 0 1", // several kings each
	}}
	for _, name := range sampleNames {
		evaltest.Conform(t, shared(named(t, name)).NewNode, named(t, name), rare[name]...)
	}
}

func TestNoAllocations(t *testing.T) {
	evaltest.NoAllocations(t, New().NewNode(named(t, "diminuendo").Start()))
	evaltest.NoAllocations(t, NewForRankings().NewNode(named(t, "diminuendo:pkqrnb+qk+fp").Start()))
}

// BenchmarkEval evaluates the positions after each first move.
func BenchmarkEval(b *testing.B) {
	p := boardOf(named(b, plain).Start())
	moves := p.Position().Legal(nil)
	n := 0
	for b.Loop() {
		p.Make(moves[n%len(moves)])
		p.Eval()
		p.Unmake()
		n++
	}
}

func checkWeights(t *testing.T, e *Evaluator, g game.Game, fens ...string) {
	t.Helper()
	evaltest.CheckNames(t, e, &e.weights)
	evaltest.CheckWeights(t, e, g, fens...)
}
