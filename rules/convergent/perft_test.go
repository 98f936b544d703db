package convergent

import (
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/gametest"
)

func TestPerft(t *testing.T) {
	gametest.PerftTable(t, "testdata/perft.tsv", 100_000_000, 5_000_000,
		func(fen []string) (game.Position, error) { return New().Parse(fen[0]) })
}

// BenchmarkPerft reports how many leaves of the start position's tree are
// counted in a second, one goroutine.
func BenchmarkPerft(b *testing.B) {
	p := New().Start()
	var c gametest.Counter
	var nodes uint64
	for b.Loop() {
		nodes += c.Perft(p, 5)
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}
