package review

import (
	"testing"

	"github.com/wane-chess/wane/engine/eval"
	"github.com/wane-chess/wane/engine/mate/matetest"
	"github.com/wane-chess/wane/engine/search"
	"github.com/wane-chess/wane/rules"
)

// A review finds every mate up to the length that its level searches for.
func TestFindsMates(t *testing.T) {
	all := matetest.Suite(t)
	e := search.New(eval.NewNode)
	for _, l := range []Level{Quick, Thorough} {
		longest := l.Effort().Mate
		seen, of := 0, 0
		for i, b := range all {
			if b.Moves > longest || testing.Short() && i%10 != 0 || l == Thorough && (b.Moves < longest || i%7 != 0) {
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
			found, err := Analyze(t.Context(), e, l.Effort(), Part{Start: p, To: 1}, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			of++
			switch n := ScoreOf(found[0].Score, false).Mate; {
			case n == nil:
			case *n != b.Moves:
				t.Errorf("%s, %s: mate in %d is seen where there is one in %d", b.Game, b.FEN, *n, b.Moves)
			default:
				seen++
			}
		}
		t.Logf("%s: %d of %d mates are seen", l, seen, of)
		if of == 0 || seen < of {
			t.Errorf("%s: of %d mates only %d are seen", l, of, seen)
		}
	}
}
