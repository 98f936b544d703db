package solver_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/wane-chess/wane/engine/solver"
	"github.com/wane-chess/wane/game"
)

// How many positions from games of the engine are tried. More squares and some
// millions of tries take hours.
var (
	squares = flag.Int("proof.squares", 5, "positions with at most so many squares that can be entered")
	tries   = flag.Int("proof.tries", 20_000, "moves to try for each position")
)

// The solver agrees with trying everything also in positions from games that were
// played well, wherever that finishes; and the winner does mate within the
// plies that are promised.
func TestPlayedPositions(t *testing.T) {
	text, err := os.ReadFile("testdata/positions.tsv")
	if err != nil {
		t.Fatal(err)
	}
	s := newSolver(t)
	seen, mates := map[int]int{}, 0
	for line := range strings.Lines(string(text)) {
		_, fen, ok := strings.Cut(strings.TrimSpace(line), "\t")
		if !ok {
			continue
		}
		p := parse(t, fen)
		if p.(game.Acyclic).FreeSquares() > *squares {
			continue
		}
		f := forward{left: *tries}
		v, ok := f.result(p)
		if !ok {
			continue
		}
		seen[v]++
		r := solve(t, s, p, solver.Limits{Holding: true})
		check(t, p, r)
		if int(r.Result) != v {
			t.Errorf("%s: %v, but trying everything gives %d", p, r.Result, v)
		}
		if v == 0 {
			continue
		}
		f.left = *tries
		if in, ok := f.mates(p, v > 0, r.Plies); ok {
			mates++
			if !in {
				t.Errorf("%s: a %v, but not within %d plies", p, r.Result, r.Plies)
			}
		}
	}
	t.Logf("%d won, %d drawn, %d lost; %d mates", seen[1], seen[0], seen[-1], mates)
	if seen[1] < 10 || seen[0] < 10 || seen[-1] < 10 || mates < 20 {
		t.Errorf("%d won, %d drawn, %d lost, %d mates: the test shows little", seen[1], seen[0], seen[-1], mates)
	}
}

// mates reports whether a side mates within so many plies, whatever the other does;
// ours says that it is the side to move.
func (f *forward) mates(p game.Position, ours bool, plies int) (in, ok bool) {
	if p.Outcome().Over() {
		return !ours && p.Outcome().Result == game.WinFor(p.Turn().Other()), true
	}
	if plies == 0 {
		return false, true
	}
	for _, m := range p.Legal(nil) {
		if f.left--; f.left < 0 {
			return false, false
		}
		p.Make(m)
		in, ok = f.mates(p, !ours, plies-1)
		p.Unmake()
		if !ok || in == ours {
			return in, ok
		}
	}
	return !ours, true
}
