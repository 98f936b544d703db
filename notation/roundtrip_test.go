package notation_test

import (
	"strings"
	"testing"

	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/notation/notationtest"
	"github.com/wane-chess/wane/rules"
	"pgregory.net/rapid"
)

// Whatever annotated games are made of, PGN brings them back, alone and in one text. A long
// run is 'go test ./notation -run RoundTrip -rapid.checks 100000'.
func TestPGNRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		games := rapid.SliceOfN(notationtest.Trees(), 1, 3).Draw(t, "games")
		var text strings.Builder
		for _, g := range games {
			if err := g.WritePGN(&text); err != nil {
				t.Fatal(err)
			}
		}
		once := text.String()
		for line := range strings.Lines(once) {
			if strings.HasPrefix(line, "%") {
				t.Fatalf("a line begins with %%:\n%s", once)
			}
		}
		again, warnings, err := notation.ReadString(once, notation.ReadOptions{Lookup: rules.ByName})
		if err != nil || len(again) != len(games) {
			t.Fatalf("%d games of %d, %v, %v:\n%s", len(again), len(games), warnings, err, once)
		}
		for i, g := range games {
			if d := notationtest.Different(g, again[i]); d != "" {
				t.Fatalf("game %d: %s in\n%s", i+1, d, once)
			}
			if again[i].PGN() != g.PGN() {
				t.Fatalf("written again:\n%s\nfirst:\n%s", again[i].PGN(), g.PGN())
			}
		}
	})
}
