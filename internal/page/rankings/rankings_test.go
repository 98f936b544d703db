package rankings

import (
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules"
	"github.com/wane-chess/wane/rules/diminuendo"
)

// TestTrial checks that in every game of the family either side can capture each type of
// piece, and that captured pieces become what the facts say.
func TestTrial(t *testing.T) {
	for _, e := range All().Rankings {
		for _, name := range e.Names {
			g, err := diminuendo.ByName(name)
			if err != nil {
				t.Fatal(err)
			}
			f, err := Of(g)
			if err != nil {
				t.Fatal(err)
			}
			for _, fen := range []string{f.Trial, strings.Replace(f.Trial, " w ", " b ", 1)} {
				p, err := g.Parse(fen)
				if err != nil || p.InCheck() || p.Outcome().Over() {
					t.Fatalf("%s: %s: %v", name, fen, err)
				}
				if got, want := captures(p), ladder(f); got != want {
					t.Errorf("%s: in %s the captures make %s, want %s", name, fen, got, want)
				}
			}
		}
	}
}

// captures lists the piece types that can be captured elsewhere than on z with what they
// become, each once, such as "b>p n>b p>".
func captures(p game.Position) string {
	var all []string
	for _, m := range p.Legal(nil) {
		var captured, into game.Piece
		for _, e := range p.Effects(m) {
			switch e.Kind {
			case game.Capture:
				captured = e.Piece
			case game.Drop:
				into = e.Into
			}
		}
		if captured != game.NoPiece {
			all = append(all, letter(captured.Type())+">"+letter(into.Type()))
		}
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

// ladder lists the same from the facts; kings are not captured.
func ladder(f *RankingFacts) string {
	var all []string
	for _, r := range f.Ladder {
		if r.Piece != "k" {
			all = append(all, r.Piece+">"+r.Into)
		}
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

func TestOf(t *testing.T) {
	const rotations = "pbnrqk" + "pbnrqk"
	g, err := Read("pbnrqk+qk")
	if err != nil {
		t.Fatal(err)
	}
	f, err := Of(g)
	if err != nil {
		t.Fatal(err)
	}
	if f.Name != "diminuendo:pbnrqk+qk" || f.Order != "pbnrqk" || !f.Queenish || f.Flexible ||
		f.Start != g.Start().String() {
		t.Errorf("the facts are %+v", f)
	}
	if f.Reverse != (RankingLink{"diminuendo:kqrnbp+qk", "kqrnbp"}) {
		t.Errorf("the reverse is %v", f.Reverse)
	}
	seen := map[string]bool{f.Order: true}
	for _, k := range f.Circle {
		if seen[k.Order] || !strings.Contains(rotations, k.Order) || k.Name != "diminuendo:"+k.Order+"+qk" {
			t.Errorf("%v is not of the circle, or not new in it", k)
		}
		seen[k.Order] = true
	}
	if len(seen) != 6 {
		t.Errorf("the circle has %d beginnings, want 6", len(seen))
	}
	shrink, err := rules.ByName("shrink")
	if err != nil {
		t.Fatal(err)
	}
	if f, err := Of(shrink); err == nil || !strings.Contains(err.Error(), "Shrink Chess has no ranking") {
		t.Errorf("of Shrink Chess: %v, %v", f, err)
	}
}

func TestRead(t *testing.T) {
	for text, want := range map[string]string{
		"diminuendo": "diminuendo", "kqrnbp": "diminuendo", "K Q R N B P": "diminuendo", " P,B,N,R,Q,K ": "diminuendo:pbnrqk",
		"p-b-n-r-q-k+fp": "diminuendo:pbnrqk+fp", "Diminuendo:PBNRQK + QK + FP": "diminuendo:pbnrqk+qk+fp",
		"Q → R → B → N → P → K": "diminuendo:qrbnpk",
	} {
		g, err := Read(text)
		if err != nil || g.Name() != want {
			t.Errorf("%q: %v, %v, want %s", text, g, err, want)
		}
	}
	for text, want := range map[string]string{
		"": "no ranking was given", " ": "no ranking was given", "kqrnb": "5 letters instead of six",
		"kqrnbb": "has the letter 'b' twice",
		"kqrnbx": "not one of the letters kqrnbp", "shrink": "not one of the letters kqrnbp", "kqrnbp+xx": "unknown option",
		"kqrnbp+fp+qk": "wrong order", strings.Repeat("k", 100): "100 letters",
	} {
		if g, err := Read(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %v, %v, want an error with %q", text, g, err, want)
		}
	}
}

func TestAll(t *testing.T) {
	c := All()
	if len(c.Rankings) != 720 || c.Rankings[0].Order != "kqrnbp" || c.Rankings[0].Names != [4]string{
		"diminuendo", "diminuendo:kqrnbp+qk", "diminuendo:kqrnbp+fp", "diminuendo:kqrnbp+qk+fp",
	} {
		t.Fatalf("%d rankings, the first is %+v", len(c.Rankings), c.Rankings[0])
	}
	having := map[string]int{}
	for _, e := range c.Rankings {
		if !slices.IsSorted(e.Traits) || len(slices.Compact(slices.Clone(e.Traits))) != len(e.Traits) {
			t.Errorf("%s has the traits %v", e.Order, e.Traits)
		}
		for _, n := range e.Traits {
			having[c.Traits[n]]++
		}
	}
	if len(having) != len(c.Traits) {
		t.Errorf("%d traits, but rankings have %d", len(c.Traits), len(having))
	}
	// Two neighbors, or one piece in its place, leave 5! orders of the six. The first is
	// never on z, nor is the second behind a king: 5/6 of 720 for the king, and 4! less
	// for others, which follow a king at the head. The king splits the other five in two
	// groups, each with one descending order: 2⁵.
	for trait, want := range map[string]int{
		"king first": 120, "queen becomes pawn": 120, "king becomes queen": 96,
		"pawn leaves the board": 120, "pawn last": 120,
		"one king each": 120, "several kings": 600, "king can stand on z": 600,
		"queen can stand on z": 576, "the inventor's": 1,
		"the inventor's backwards": 1, "diminuendo: no piece becomes stronger": 32, "crescendo: no piece becomes weaker": 32,
	} {
		if having[trait] != want {
			t.Errorf("%d rankings have %q, want %d", having[trait], trait, want)
		}
	}
}
