package cheshire

import (
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/gametest"
)

// gameOf returns the game that a FEN belongs to, by its number of ranks.
func gameOf(fen string) game.Game {
	if strings.Count(fen, "/") == 7 {
		return NewSmall()
	}
	return New()
}

func TestPerft(t *testing.T) {
	gametest.PerftTable(t, "testdata/perft.tsv", 1e9, 11e6,
		func(fen []string) (game.Position, error) { return gameOf(fen[0]).Parse(fen[0]) })
}

func BenchmarkPerft(b *testing.B) {
	for _, g := range []game.Game{New(), NewSmall()} {
		b.Run(g.Name(), func(b *testing.B) {
			p := g.Start()
			var c gametest.Counter
			var nodes uint64
			for b.Loop() {
				nodes += c.Perft(p, 5)
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}
