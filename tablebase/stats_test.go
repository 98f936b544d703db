package tablebase

import (
	"context"
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/bitboard"
	"github.com/wane-chess/wane/rules/shrink"
)

// Keys of the statistics in JSON are in camel case.
func TestStatsKeys(t *testing.T) {
	text, err := json.Marshal(Stats{})
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"fullZugzwangs", "lessMaterial", "opponentUnderpromotions"} {
		if !strings.Contains(string(text), `"`+key+`":`) {
			t.Errorf("no %s in %s", key, text)
		}
	}
}

// TestStats counts everything again by the rules: the moves, what they take and
// what pawns become. Of examples it checks the distance and that the longest is
// kept.
func TestStats(t *testing.T) {
	tables := Builtin()
	total := Stats{}
	for i, m := range append(Shrink.Materials(3), Shrink.Materials(4)...) {
		if testing.Short() && i%2 == 1 {
			continue
		}
		got, err := tables.Stats(context.Background(), m, nil)
		if err != nil {
			t.Fatal(err)
		}
		want := recount(t, tables, m)
		for _, f := range []*Finding{
			&got.Zugzwangs, &got.FullZugzwangs, &got.Sacrifices, &got.LessMaterial,
			&got.OpponentUnderpromotions, &got.Underpromotions,
		} {
			checkExample(t, tables, f.Example)
			f.FEN = ""
		}
		for i := range got.Longest {
			checkExample(t, tables, got.Longest[i])
			got.Longest[i].FEN = ""
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%v:\n got %+v\nwant %+v", m, got, want)
		}
		total.Zugzwangs.Count += got.Zugzwangs.Count
		total.FullZugzwangs.Count += got.FullZugzwangs.Count
		total.Sacrifices.Count += got.Sacrifices.Count
		total.LessMaterial.Count += got.LessMaterial.Count
		total.OpponentUnderpromotions.Count += got.OpponentUnderpromotions.Count
		total.Underpromotions.Count += got.Underpromotions.Count
	}
	for name, n := range map[string]int{
		"zugzwangs": total.Zugzwangs.Count, "full zugzwangs": total.FullZugzwangs.Count,
		"sacrifices": total.Sacrifices.Count, "wins with less material": total.LessMaterial.Count,
		"opponent underpromotions": total.OpponentUnderpromotions.Count, "underpromotions": total.Underpromotions.Count,
	} {
		if n == 0 {
			t.Errorf("of %s there is none: the test shows nothing about them", name)
		}
	}
}

// checkExample looks the position of an example up.
func checkExample(t *testing.T, tables *Tables, s Example) {
	t.Helper()
	if s.FEN == "" {
		return
	}
	p, err := shrink.New().Parse(s.FEN)
	if err != nil {
		t.Error(err)
		return
	}
	if r, err := tables.Probe(p); err != nil || r.DTM != s.Plies {
		t.Errorf("%s is shown as %d plies, and is %v (%v)", s.FEN, s.Plies, r, err)
	}
}

// recount is Stats by the rules.
func recount(t *testing.T, tables *Tables, m Material) Stats {
	out := Stats{Material: m.String()}
	ix := newIndex(m)
	ix.visitShapes(0, len(ix.shapes.list), func(at int, sh *shape, pieces bitboard.Pieces) {
		var here [2]*Result
		for color := range here {
			p, err := shrink.New().Parse(fenOf(pieces, int(sh.ranks), int(sh.files), game.Color(color)))
			if err != nil {
				continue
			}
			r, err := tables.Probe(p)
			if err != nil {
				t.Fatal(err)
			}
			here[color] = &r
			if color < ix.colors {
				recountOne(t, tables, p, r, &out)
			}
		}
		if ix.colors == 1 {
			if other, _ := ix.find(pieces, int(sh.ranks), int(sh.files), game.Black, false); other < at {
				return
			}
		}
		if w, b := here[0], here[1]; w != nil && b != nil && w.Outcome < -b.Outcome {
			recountFinding(&out.Zugzwangs, max(w.DTM, b.DTM))
			if w.Outcome == game.WDLLoss && b.Outcome == game.WDLLoss {
				recountFinding(&out.FullZugzwangs, max(w.DTM, b.DTM))
			}
		}
	})
	return out
}

func recountFinding(f *Finding, plies int) {
	f.Count++
	f.Plies = max(f.Plies, plies)
}

func recountOne(t *testing.T, tables *Tables, p game.Position, r Result, out *Stats) {
	out.Positions++
	if r.Outcome == game.WDLDraw {
		out.Draws++
		return
	}
	winner := p.Turn()
	if r.Outcome == game.WDLLoss {
		winner = winner.Other()
	}
	out.Wins[winner]++
	out.Longest[winner].Plies = max(out.Longest[winner].Plies, r.DTM)
	value := func(color game.Color) (sum int) {
		for _, pc := range p.View().Pieces {
			if pc != game.NoPiece && pc.Color() == color {
				sum += [...]int{0, 0, 9, 5, 3, 3, 1}[pc.Type()]
			}
		}
		return sum
	}
	if value(winner) < value(winner.Other()) {
		recountFinding(&out.LessMaterial, r.DTM)
	}
	if r.Outcome == game.WDLLoss {
		return
	}
	sacrifices, theirs, ours := r.DTM > 1, true, true
	moves, err := tables.Moves(p)
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range moves {
		if one.Result.Outcome != game.WDLWin {
			continue
		}
		own, foe := false, false
		for _, e := range p.Effects(one.Move) {
			if e.Kind == game.Promote && e.Into.Type() != game.Queen {
				own = own || e.Piece.Color() == p.Turn()
				foe = foe || e.Piece.Color() != p.Turn()
			}
		}
		ours, theirs = ours && own, theirs && foe
		sacrifices = sacrifices && givesAway(p, one.Move)
	}
	if sacrifices {
		recountFinding(&out.Sacrifices, r.DTM)
	}
	if theirs {
		recountFinding(&out.OpponentUnderpromotions, r.DTM)
	}
	if ours {
		recountFinding(&out.Underpromotions, r.DTM)
	}
}

// givesAway reports whether a move takes nothing and there is an answer that takes a
// piece after which nothing can be taken.
func givesAway(p game.Position, m game.Move) bool {
	if takes(p, m) {
		return false
	}
	p.Make(m)
	defer p.Unmake()
	for _, answer := range p.Legal(nil) {
		if !takes(p, answer) {
			continue
		}
		p.Make(answer)
		back := false
		for _, m := range p.Legal(nil) {
			back = back || takes(p, m)
		}
		p.Unmake()
		if !back {
			return true
		}
	}
	return false
}

func takes(p game.Position, m game.Move) bool { return p.View().Pieces[m.To()] != game.NoPiece }
