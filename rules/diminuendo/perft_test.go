package diminuendo

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
)

// TestPerft counts the moves of testdata/perft.tsv: game, FEN, depth, nodes.
// With -short it leaves out the large counts.
func TestPerft(t *testing.T) {
	limit := uint64(100_000_000)
	if testing.Short() {
		limit = 3_000_000
	}
	f, err := os.Open("testdata/perft.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	counted := 0
	for n := 1; lines.Scan(); n++ {
		column := strings.Split(lines.Text(), "\t")
		if len(column) != 4 {
			t.Fatalf("line %d has %d columns, want 4", n, len(column))
		}
		p := parse(t, column[0], column[1])
		depth, err1 := strconv.Atoi(column[2])
		want, err2 := strconv.ParseUint(column[3], 10, 64)
		if err1 != nil || err2 != nil {
			t.Fatalf("line %d: %v %v", n, err1, err2)
		}
		if want > limit {
			continue
		}
		counted++
		if got := game.Perft(p, depth); got != want {
			t.Errorf("%s, %s: perft %d is %d, want %d", column[0], column[1], depth, got, want)
		}
	}
	if counted == 0 {
		t.Error("nothing was counted")
	}
}

// BenchmarkPerft reports how many leaves of the start position's tree are
// counted in a second, one goroutine.
func BenchmarkPerft(b *testing.B) {
	for _, name := range []string{plain, crescendo, "diminuendo:kqrnbp+qk+fp"} {
		b.Run(name, func(b *testing.B) {
			p := named(b, name).Start()
			var c game.Counter
			var nodes uint64
			for b.Loop() {
				nodes += c.Perft(p, 5)
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

// BenchmarkMiddlegame counts below positions with a man on z, and with several
// kings.
func BenchmarkMiddlegame(b *testing.B) {
	for _, c := range []struct{ name, fen string }{
		{plain, "1P2p/RP1B2/Q1P1pnq/BB1nbbb/KNP1pnk/RP2r1/P3p b - - 0 4"},
		{twoKings, "5/N5/4p2/BB1K1Nb/K1P1p1k/Rn1p1N/q3p w - - 0 13"},
	} {
		b.Run(c.name, func(b *testing.B) {
			p, err := named(b, c.name).Parse(c.fen)
			if err != nil {
				b.Fatal(err)
			}
			var counter game.Counter
			var nodes uint64
			for b.Loop() {
				nodes += counter.Perft(p, 4)
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

// BenchmarkEval evaluates the positions after each first move.
func BenchmarkEval(b *testing.B) {
	p := named(b, plain).Start()
	moves := p.Legal(nil)
	n := 0
	for b.Loop() {
		p.Make(moves[n%len(moves)])
		p.Eval()
		p.Unmake()
		n++
	}
}
