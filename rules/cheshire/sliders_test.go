package cheshire

import (
	"math/rand/v2"
	"testing"

	"github.com/wane-chess/wane/game"
)

// walk returns what a slider sees, step by step.
func walk(sq game.Square, occupied Set, directions [4][2]int) (seen Set) {
	for _, d := range directions {
		for n := 1; ; n++ {
			next := beyond(sq, n*d[0], n*d[1])
			seen = seen.Or(next)
			if next.Empty() || next.Meets(occupied) {
				break
			}
		}
	}
	return seen
}

func TestSliders(t *testing.T) {
	straight := [4][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}
	diagonal := [4][2]int{{1, 1}, {1, -1}, {-1, -1}, {-1, 1}}
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 20000 {
		occupied := Set{r.Uint64() & full, r.Uint64() & full}
		for range n % 4 {
			occupied = occupied.And(Set{r.Uint64(), r.Uint64()})
		}
		sq := game.Square(n % squares)
		if got, want := RookAttacks(sq, occupied), walk(sq, occupied, straight); got != want {
			t.Fatalf("a rook on %d with %x sees %x, want %x", sq, occupied, got, want)
		}
		if got, want := BishopAttacks(sq, occupied), walk(sq, occupied, diagonal); got != want {
			t.Fatalf("a bishop on %d with %x sees %x, want %x", sq, occupied, got, want)
		}
	}
}

func TestBetween(t *testing.T) {
	for _, c := range []struct {
		a, b game.Square
		n    int
	}{{0, 99, 8}, {99, 0, 8}, {5, 95, 8}, {90, 99, 8}, {9, 90, 8}, {0, 1, 0}, {0, 12, 0}, {44, 47, 2}, {44, 66, 1}} {
		line := between[c.a][c.b]
		if line.Count() != c.n || line.Has(c.a) || line.Has(c.b) {
			t.Errorf("between %d and %d: %x, want %d squares", c.a, c.b, line, c.n)
		}
		if c.n > 0 && !lineOf(c.a, c.b).Meets(line) {
			t.Errorf("the line of %d and %d misses what lies between", c.a, c.b)
		}
	}
}

// sink keeps the benchmarked results alive.
var sink Set

func BenchmarkQueenAttacks(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	var occs [256]Set
	for i := range occs {
		occs[i] = Set{r.Uint64() & r.Uint64() & full, r.Uint64() & r.Uint64() & full}
	}
	n := 0
	for b.Loop() {
		sink = sink.Xor(QueenAttacks(game.Square(n%squares), occs[n&255]))
		n++
	}
}
