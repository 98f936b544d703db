package convergent

import (
	"bufio"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
)

// TestPerft counts the moves of testdata/perft.tsv: FEN, depth, nodes. With
// -short it leaves out the large counts.
func TestPerft(t *testing.T) {
	limit := uint64(100_000_000)
	if testing.Short() {
		limit = 5_000_000
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
		if len(column) != 3 {
			t.Fatalf("line %d has %d columns, want 3", n, len(column))
		}
		depth, err1 := strconv.Atoi(column[1])
		want, err2 := strconv.ParseUint(column[2], 10, 64)
		p, err3 := New().Parse(column[0])
		if err1 != nil || err2 != nil || err3 != nil {
			t.Fatalf("line %d: %v %v %v", n, err1, err2, err3)
		}
		if want > limit {
			continue
		}
		counted++
		if got := game.Perft(p, depth); got != want {
			t.Errorf("%s: perft %d is %d, want %d", column[0], depth, got, want)
		}
	}
	if counted == 0 {
		t.Error("nothing was counted")
	}
}

// BenchmarkPerft reports how many leaves of the start position's tree are
// counted in a second, one goroutine.
func BenchmarkPerft(b *testing.B) {
	p := New().Start()
	var c game.Counter
	var nodes uint64
	for b.Loop() {
		nodes += c.Perft(p, 5)
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}

// BenchmarkEval evaluates the positions after each first move.
func BenchmarkEval(b *testing.B) {
	p := New().Start()
	moves := p.Legal(nil)
	n := 0
	for b.Loop() {
		p.Make(moves[n%len(moves)])
		p.Eval()
		p.Unmake()
		n++
	}
}
