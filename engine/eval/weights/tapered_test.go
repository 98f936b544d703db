package weights

import (
	"testing"

	"github.com/wane-chess/wane/engine"
)

// Sums and multiples of pairs are pairs of sums and multiples.
func TestTapered(t *testing.T) {
	const full = 24
	for _, c := range []struct {
		middle, ending engine.Score
		times          Tapered
		phase          int
		want           engine.Score
	}{
		{100, -40, 1, full, 100},
		{100, -40, 1, 0, -40},
		{-100, 40, 1, full / 2, -30},
		{-7, -3, 5, full, -35},
		{-7, -3, 5, 0, -15},
		{3, -20_000, -1, full, -3},
	} {
		if got := (Taper(Pair{c.middle, c.ending}) * c.times).Mix(c.phase, full); got != c.want {
			t.Errorf("%d times (%d, %d) at phase %d is %d, want %d", c.times, c.middle, c.ending, c.phase, got, c.want)
		}
	}
}
