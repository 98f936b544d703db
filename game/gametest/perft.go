package gametest

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
)

// PerftTable checks a table of perft counts: lines of tab-separated columns, the last
// two of them a depth and the number of leaves there. Read makes the position of the
// columns before. Counts above the limit, or above short with -short, are skipped.
func PerftTable(t *testing.T, file string, limit, short uint64, read func(columns []string) (game.Position, error)) {
	t.Helper()
	if testing.Short() {
		limit = short
	}
	table, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	counted := 0
	for line := range strings.Lines(string(table)) {
		columns := strings.Split(strings.TrimSpace(line), "\t")
		last := len(columns) - 1
		if last < 2 {
			t.Fatalf("%s: %q: want a position, a depth and a number", file, line)
		}
		depth, err1 := strconv.Atoi(columns[last-1])
		want, err2 := strconv.ParseUint(columns[last], 10, 64)
		p, err3 := read(columns[:last-1])
		if err1 != nil || err2 != nil || err3 != nil {
			t.Fatalf("%s: %q: %v, %v, %v", file, line, err1, err2, err3)
		}
		if want > limit {
			continue
		}
		counted++
		if got := game.Perft(p, depth); got != want {
			t.Errorf("%s, %s: perft %d is %d, want %d", p.Game().Name(), p, depth, got, want)
		}
	}
	if counted == 0 {
		t.Errorf("%s: nothing was counted", file)
	}
}
