package notation_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

// BenchmarkGames reads games of 80 plies with ten tags, as programs write them.
func BenchmarkGames(b *testing.B) {
	for _, name := range []string{"chess", "shrink", "convergent", "diminuendo", "cheshire"} {
		text := randomGames(b, name, 200)
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			o := notation.ReadOptions{Lookup: rules.ByName}
			for b.Loop() {
				for _, err := range notation.Games(b.Context(), strings.NewReader(text), o) {
					if err != nil {
						b.Fatal(err)
					}
				}
			}
		})
	}
}

// randomGames returns the PGN of games with random moves.
func randomGames(tb testing.TB, name string, n int) string {
	g, err := rules.ByName(name)
	if err != nil {
		tb.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	var text strings.Builder
	for range n {
		tree, err := notation.NewTree(g, "")
		if err != nil {
			tb.Fatal(err)
		}
		for _, tag := range []string{"Event", "Site", "White", "Black", "WhiteElo", "BlackElo", "TimeControl"} {
			if err := tree.SetTag(tag, "Club championship"); err != nil {
				tb.Fatal(err)
			}
		}
		c := tree.Cursor()
		for legal := c.Position().Legal(nil); len(legal) > 0 && c.Position().Ply() < 80; legal = c.Position().Legal(nil) {
			if _, err := c.Play(legal[r.IntN(len(legal))]); err != nil {
				tb.Fatal(err)
			}
		}
		if err := tree.WritePGN(&text); err != nil {
			tb.Fatal(err)
		}
	}
	return text.String()
}
