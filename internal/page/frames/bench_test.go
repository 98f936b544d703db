package frames_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/page/frames"
	"github.com/wane-chess/wane/render"
	"github.com/wane-chess/wane/rules"
)

// walk returns the longest of some random games, cut after so many plies. Cheshire
// Cat Chess has no longer ones: each move takes a square.
func walk(g game.Game, plies int) []game.Move {
	var best []game.Move
	for seed := uint64(0); seed < 200 && len(best) < plies; seed++ {
		r := rand.New(rand.NewPCG(seed, 7))
		p := g.Start()
		var moves []game.Move
		for len(moves) < plies && !p.Outcome().Over() {
			legal := p.Legal(nil)
			m := legal[r.IntN(len(legal))]
			p.Make(m)
			moves = append(moves, m)
		}
		if len(moves) > len(best) {
			best = moves
		}
	}
	return best
}

// BenchmarkGIF makes the GIF of a game of 60 moves, with the players' names, and
// reports how many bytes it has.
func BenchmarkGIF(b *testing.B) {
	for _, g := range rules.All() {
		b.Run(g.Name(), func(b *testing.B) {
			moves := walk(g, 120)
			var out bytes.Buffer
			for b.Loop() {
				out.Reset()
				a := render.Animation{Frames: frames.All(g.Start(), moves), White: "Ann", Black: "Ben"}
				if err := render.GIF(&out, a, render.Options{Look: render.LookOf(g)}); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(len(moves)), "plies")
			b.ReportMetric(float64(out.Len()), "bytes")
			b.ReportMetric(b.Elapsed().Seconds()/float64(b.N), "s/animation")
		})
	}
}
