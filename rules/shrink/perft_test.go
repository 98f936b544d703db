package shrink

import (
	"embed"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/gametest"
)

//go:embed testdata/*.tsv
var testdata embed.FS

// The perft tables have lines of FEN, depth and count. Counts past the limit
// are left to runs of their own.
func TestPerft(t *testing.T) {
	limit := uint64(200_000_000)
	if testing.Short() {
		limit = 5_000_000
	}
	for file, g := range map[string]game.Game{"perft.tsv": New(), "perft-chess.tsv": NewChess()} {
		text, err := testdata.ReadFile("testdata/" + file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			f := strings.Split(strings.TrimSpace(line), "\t")
			depth, err1 := strconv.Atoi(f[1])
			want, err2 := strconv.ParseUint(f[2], 10, 64)
			if err1 != nil || err2 != nil {
				t.Fatalf("%s: bad line %q", file, line)
			}
			if want > limit {
				continue
			}
			p, err := g.Parse(f[0])
			if err != nil {
				t.Errorf("%s: %v", f[0], err)
				continue
			}
			if got := game.Perft(p, depth); got != want {
				t.Errorf("%s: perft(%d) = %d, want %d", f[0], depth, got, want)
			}
		}
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
			var counter game.Counter
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
