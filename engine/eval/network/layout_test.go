package network

import (
	"testing"

	"github.com/wane-chess/wane/rules"
)

// Each view numbers every square once, and is its own inverse.
func TestViewsArePermutations(t *testing.T) {
	for _, g := range rules.All() {
		l := For(g)
		for shape, views := range l.views {
			var at [128]int // the square of each number
			for sq, n := range views[0] {
				if n != outside {
					at[n] = sq
				}
			}
			for v, view := range views {
				seen := map[uint8]bool{}
				for sq, n := range view {
					if (n == outside) != (views[0][sq] == outside) {
						t.Fatalf("%s, shape %d, view %d: square %d has the number %d, and %d in the first view", g.Name(), shape, v,
							sq, n, views[0][sq])
					}
					if n == outside {
						continue
					}
					if seen[n] || int(n) >= l.squares || view[at[n]] != views[0][sq] {
						t.Fatalf("%s, shape %d, view %d: square %d has the number %d again, or back it is %d", g.Name(), shape, v, sq,
							n, view[at[n]])
					}
					seen[n] = true
				}
				if len(seen) != l.squares {
					t.Errorf("%s, shape %d, view %d has %d squares, want %d", g.Name(), shape, v, len(seen), l.squares)
				}
			}
		}
	}
}
