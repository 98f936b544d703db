package review

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

// The real engine reviews fool's mate: White's second move allows mate, and Black makes no
// mistake.
func TestFoolsMate(t *testing.T) {
	r := whole(t, notation.Line{Variant: "chess", Moves: []string{"f2f3", "e7e5", "g2g4", "d8h4"}}, Quick,
		search.New(eval.NewNode))
	if len(r.Points) != 5 || len(r.Moves) != 4 || r.Format != ReportVersion || r.Level != Quick || r.Nodes == 0 {
		t.Fatalf("the report is %+v", r)
	}
	if m := r.Moves[2]; m.NAG != Blunder || m.SAN != "g4" || m.Ply != 3 || m.Number != 2 || m.Color != "white" ||
		m.Loss < 0.3 || m.Best {
		t.Errorf("g4 is %+v", m)
	}
	if m := r.Moves[3]; !m.Best || m.Accuracy != 100 || m.NAG != 0 {
		t.Errorf("Qh4 is %+v", m)
	}
	if p := r.Points[3]; p.Mate == nil || *p.Mate != -1 || p.CP != nil || p.Chance != 0 || p.PV[0] != "d8h4" ||
		p.SAN[0] != "Qh4#" {
		t.Errorf("before Qh4 there is %+v", p)
	}
	if p := r.Points[4]; !p.Over || p.Mate != nil || p.CP != nil || p.Chance != 0 || len(p.PV) != 0 {
		t.Errorf("at the end there is %+v", p)
	}
	if w, b := r.White, r.Black; w.Blunders != 1 || b.Blunders+b.Mistakes+b.Inaccuracies+b.Missed != 0 ||
		*b.Accuracy < 95 || *w.Accuracy >= *b.Accuracy || w.Loss <= b.Loss {
		t.Errorf("White %+v, Black %+v", w, b)
	}
	for i, p := range r.Points[:4] {
		if len(p.PV) == 0 || len(p.PV) > PVPlies || len(p.SAN) != len(p.PV) {
			t.Errorf("point %d has the line %q, %q", i, p.PV, p.SAN)
		}
	}
}

// Black misses a mate in one, and mates two moves later.
func TestMissedMate(t *testing.T) {
	r := whole(t, notation.Line{Variant: "chess", Moves: []string{"f2f3", "e7e5", "g2g4", "a7a6", "a2a3", "d8h4"}}, Quick,
		search.New(eval.NewNode))
	if m := r.Moves[3]; m.Missed != 1 || m.NAG == 0 {
		t.Errorf("a6 is %+v", m)
	}
	if r.Black.Missed != 1 || r.White.Missed != 0 || r.White.Blunders != 2 {
		t.Errorf("White %+v, Black %+v", r.White, r.Black)
	}
}

// Games that start from a FEN, with Black to move, with another move number, and that end
// in a draw by the rules.
func TestFromFEN(t *testing.T) {
	r := whole(t, notation.Line{Variant: "chess", FEN: "7k/5Q2/8/6K1/8/8/8/8 w - - 0 30", Moves: []string{"g5g6"}}, Quick,
		search.New(eval.NewNode))
	if m := r.Moves[0]; m.NAG != Blunder || m.Missed == 0 || r.Black.Accuracy != nil || r.White.Moves != 1 {
		t.Errorf("stalemate: %+v, Black %+v", m, r.Black)
	}
	if p := r.Points[1]; !p.Over || p.Chance != 0.5 {
		t.Errorf("stalemate is %+v", p)
	}
	r = whole(t, notation.Line{Variant: "chess", FEN: "7k/8/8/8/8/8/5q2/K7 b - - 3 30", Moves: []string{"f2e2", "a1b1"}},
		Quick, search.New(eval.NewNode))
	if p := r.Points[0]; p.Chance > 0.1 || p.CP != nil && *p.CP > -400 || p.Mate != nil && *p.Mate >= 0 {
		t.Errorf("with Black to move and a queen ahead there is %+v", p)
	}
	if r.White.Moves != 1 || r.Black.Moves != 1 || r.Moves[0].SAN != "Qe2" || r.Moves[0].Color != "black" ||
		r.Moves[0].Number != 30 || r.Moves[1].Number != 31 {
		t.Errorf("White %+v, Black %+v, %+v", r.White, r.Black, r.Moves)
	}
}

// For any evaluations: the engine's own moves are perfect, the sums agree with the moves, and the accuracy of a player
// is between that of the best and the worst move.
func TestSummary(t *testing.T) {
	g := notation.Line{Variant: "chess", Moves: strings.Fields("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1")}
	rapid.Check(t, func(t *rapid.T) {
		perfect := rapid.Bool().Draw(t, "perfect")
		found := make([]Evaluation, len(g.Moves)+1)
		for i := range found {
			found[i] = Evaluation{Score: anyScore(t, fmt.Sprint(i)), PV: []string{"h7h6"}}
			if perfect && i < len(g.Moves) {
				found[i].PV[0] = g.Moves[i]
			}
		}
		r, err := NewReport(g, Quick, rules.ByName, found)
		if err != nil {
			t.Fatal(err)
		}
		for color, a := range []PlayerSummary{r.White, r.Black} {
			var want PlayerSummary
			low, high := 100.0, 0.0
			for i, m := range r.Moves {
				if i%2 != color {
					continue
				}
				want.Moves++
				low, high = min(low, max(m.Accuracy, 1)), max(high, m.Accuracy, 1)
				switch m.NAG {
				case Inaccuracy:
					want.Inaccuracies++
				case Mistake:
					want.Mistakes++
				case Blunder:
					want.Blunders++
				}
				if m.Missed > 0 {
					want.Missed++
				}
			}
			if got := *a.Accuracy; got < low/2-0.1 || got > high+0.1 || a.Loss < 0 || a.Loss > 2*maxLossCP {
				t.Errorf("side %d has the accuracy %g and loses %d", color, got, a.Loss)
			}
			want.Accuracy, want.Loss = a.Accuracy, a.Loss
			if !reflect.DeepEqual(a, want) {
				t.Errorf("side %d has %+v, want %+v", color, a, want)
			}
			if perfect && (*a.Accuracy != 100 || a.Loss != 0 || a.Blunders+a.Mistakes+a.Inaccuracies+a.Missed > 0) {
				t.Errorf("perfect play is %+v", a)
			}
		}
		for i, p := range r.Points {
			want := WinningChances(found[i].Score)
			if i%2 == 1 {
				want = 1 - want
			}
			if math.Abs(p.Chance-want) > 1e-4 || p.Mate != nil && (*p.Mate > 0) != (p.Chance == 1) && *p.Mate != 0 ||
				p.CP != nil && (*p.CP > 0) != (p.Chance > 0.5) && math.Abs(p.Chance-0.5) > 1e-3 {
				t.Errorf("position %d with %d is %+v", i, found[i].Score, p)
			}
		}
	})
}

// A larger loss makes a move no more accurate, and its player's average loss no smaller.
func TestSummaryIsMonotone(t *testing.T) {
	g := notation.Line{Variant: "chess", Moves: strings.Fields("e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5a4 g8f6 e1g1")}
	rapid.Check(t, func(t *rapid.T) {
		found := make([]Evaluation, len(g.Moves)+1)
		for i := range found {
			found[i] = Evaluation{Score: anyScore(t, fmt.Sprint(i)), PV: []string{"h7h6"}}
		}
		before, err := NewReport(g, Quick, rules.ByName, found)
		if err != nil {
			t.Fatal(err)
		}
		ply := rapid.IntRange(1, len(g.Moves)).Draw(t, "ply")
		found[ply].Score = max(found[ply].Score, anyScore(t, "more")) // for the opponent
		after, err := NewReport(g, Quick, rules.ByName, found)
		if err != nil {
			t.Fatal(err)
		}
		a, b := before.White, after.White
		if ply%2 == 0 {
			a, b = before.Black, after.Black
		}
		if after.Moves[ply-1].Accuracy > before.Moves[ply-1].Accuracy || b.Loss < a.Loss {
			t.Errorf("ply %d became worse, and the account %+v became %+v", ply, a, b)
		}
	})
}

func TestReportErrors(t *testing.T) {
	for _, c := range []struct {
		g    notation.Line
		n    int
		want string
	}{
		{notation.Line{Variant: "checkers"}, 1, "checkers"},
		{notation.Line{Variant: "chess", Moves: []string{"e2e5"}}, 2, "move 1"},
		{notation.Line{Variant: "chess", Moves: []string{"e2e4"}}, 1, "1 of 2"},
		{notation.Line{Variant: "chess", FEN: "x"}, 1, ""},
	} {
		if _, err := NewReport(c.g, Quick, rules.ByName, make([]Evaluation, c.n)); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v", c.g, err)
		}
	}
}

// The report of a long game is small enough for the queue and the database.
func TestReportSize(t *testing.T) {
	for _, g := range games(t) {
		start, moves := started(t, g)
		found := make([]Evaluation, len(moves)+1)
		for i := range found { // the PV is the played line
			found[i] = Evaluation{Score: engine.Score(i), PV: g.Moves[i:min(i+PVPlies, len(moves))], Nodes: 70_000}
		}
		r, err := NewReport(g, Quick, rules.ByName, found)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(r)
		if err != nil || len(text) > 64<<10 {
			t.Errorf("%s: %d bytes for %d plies, %v", g.Variant, len(text), len(moves), err)
		}
		t.Logf("%s: %d bytes for %d plies from %.20s", g.Variant, len(text), len(moves), start)
	}
}
