package cheshire

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
)

// gameOf returns the game that a FEN belongs to, by its number of rows.
func gameOf(fen string) game.Game {
	if strings.Count(fen, "/") == 7 {
		return NewSmall()
	}
	return New()
}

// TestPerft reads testdata/perft.tsv: a FEN, a depth and the number of leaves.
func TestPerft(t *testing.T) {
	limit := uint64(1e9)
	if testing.Short() {
		limit = 11e6
	}
	data, err := os.ReadFile("testdata/perft.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		columns := strings.Split(strings.TrimSpace(line), "\t")
		if len(columns) != 3 {
			t.Fatalf("%q: want three columns", line)
		}
		fen := columns[0]
		depth, err1 := strconv.Atoi(columns[1])
		want, err2 := strconv.ParseUint(columns[2], 10, 64)
		if err1 != nil || err2 != nil {
			t.Fatalf("%q: want two numbers", line)
		}
		if want > limit {
			continue
		}
		p := parse(t, fen)
		if got := game.Perft(p, depth); got != want {
			t.Errorf("%s: perft %d is %d, want %d", fen, depth, got, want)
		}
	}
}

func BenchmarkPerft(b *testing.B) {
	for _, g := range []game.Game{New(), NewSmall()} {
		b.Run(g.Name(), func(b *testing.B) {
			p := g.Start()
			var c game.Counter
			var nodes uint64
			for b.Loop() {
				nodes += c.Perft(p, 5)
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}
