package shrink

import (
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/gametest"
)

func TestPerft(t *testing.T) {
	for file, g := range map[string]game.Game{"testdata/perft.tsv": New(), "testdata/perft-chess.tsv": NewChess()} {
		gametest.PerftTable(t, file, 200_000_000, 5_000_000,
			func(fen []string) (game.Position, error) { return g.Parse(fen[0]) })
	}
}

func TestNoAllocations(t *testing.T) {
	gametest.NoAllocations(t, New().Start(), 3)
	gametest.NoAllocations(t, NewChess().Start(), 3)
}

func BenchmarkPerft(b *testing.B) {
	for _, c := range []struct {
		name  string
		g     game.Game
		fen   string
		depth int
	}{
		{"shrink", New(), startFEN, 5},
		{"shrink-middle", New(), "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4},
		{"chess", NewChess(), startFEN, 5},
		{"chess-middle", NewChess(), "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4},
	} {
		b.Run(c.name, func(b *testing.B) {
			p, err := c.g.Parse(c.fen)
			if err != nil {
				b.Fatal(err)
			}
			var counter gametest.Counter
			var nodes uint64
			start := time.Now()
			for b.Loop() {
				nodes += counter.Perft(p, c.depth)
			}
			b.ReportMetric(float64(nodes)/time.Since(start).Seconds(), "nodes/s")
			b.ReportAllocs()
		})
	}
}
