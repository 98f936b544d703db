package shrink

import (
	"slices"
	"testing"

	"github.com/wane-chess/wane/game"
)

// Collapses that bring a pawn next to its last row are noisy, whichever way the
// moves are asked for.
func TestNoisyCollapses(t *testing.T) {
	for _, c := range []struct {
		why   string
		fen   string
		move  string
		noisy bool
	}{
		{"row 2 goes, and Black's pawn stands next to row 1", "6k1/8/8/8/8/p7/4R3/3K4 w - - 0 1", "e2h2", false},
		{"row 2 goes, and Black's pawn stands next to row 1", "6k1/8/8/8/8/p7/4R3/3K4 w - - 0 1", "e2e7", true},
		{"a pawn's step does the same", "6k1/8/8/8/8/p7/4P3/3K4 w - - 0 1", "e2e3", true},
		{"and a double step", "6k1/8/8/8/8/p7/4P3/3K4 w - - 0 1", "e2e4", true},
		{"the pawn is too far away", "6k1/8/8/8/p7/8/4R3/3K4 w - - 0 1", "e2e7", false},
		{"the row stays", "6k1/8/8/8/8/p7/4R2P/3K4 w - - 0 1", "e2e7", false},
		{"the row is beyond the pawn", "6k1/8/8/8/4R3/p7/8/3K4 w - - 0 1", "e4e7", false},
		{"the next to last row goes for White's pawn", "6k1/r7/3P4/8/8/8/8/4K3 b - - 0 1", "a7a2", true},
		{"a file goes", "6k1/8/8/8/8/p7/4R2P/3K4 w - - 0 1", "e2a2", false},
	} {
		p, err := New().Parse(c.fen)
		if err != nil {
			t.Fatal(err)
		}
		m, ok := find(p, c.move)
		if !ok {
			t.Fatalf("%s: %s is not legal in %s", c.why, c.move, c.fen)
		}
		for _, k := range []game.Kind{game.Noisy, game.Quiet} {
			want := c.noisy == (k == game.Noisy)
			if slices.ContainsFunc(p.(*Position).AppendMoves(nil, k), func(r game.ScoredMove) bool { return r.Move == m }) != want {
				t.Errorf("%s: %s in %s is among the moves of kind %d: %v, want %v", c.why, c.move, c.fen, k, !want, want)
			}
		}
	}
}
