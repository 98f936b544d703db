package diminuendo

import (
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/gametest"
)

// TestPerft counts the moves of testdata/perft.tsv: game, FEN, depth, nodes.
func TestPerft(t *testing.T) {
	gametest.PerftTable(t, "testdata/perft.tsv", 100_000_000, 3_000_000, func(columns []string) (game.Position, error) {
		return named(t, columns[0]).Parse(columns[1])
	})
}

// BenchmarkPerft counts below the start position.
func BenchmarkPerft(b *testing.B) {
	for _, name := range []string{plain, crescendo, "diminuendo:kqrnbp+qk+fp"} {
		b.Run(name, func(b *testing.B) { benchmarkPerft(b, named(b, name).Start(), 5) })
	}
}

// BenchmarkMiddlegame counts below positions with a piece on z, and with several
// kings.
func BenchmarkMiddlegame(b *testing.B) {
	for _, c := range []struct{ name, fen string }{
		{plain, "1P2p/RP1B2/Q1P1pnq/BB1nbbb/KNP1pnk/RP2r1/P3p b - - 0 4"},
		{twoKings, "5/N5/4p2/BB1K1Nb/K1P1p1k/Rn1p1N/q3p w - - 0 13"},
	} {
		b.Run(c.name, func(b *testing.B) { benchmarkPerft(b, parse(b, c.name, c.fen), 4) })
	}
}

// benchmarkPerft reports how many leaves of a position's tree are counted in a
// second, one goroutine.
func benchmarkPerft(b *testing.B, p game.Position, depth int) {
	var c gametest.Counter
	var nodes uint64
	for b.Loop() {
		nodes += c.Perft(p, depth)
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}
