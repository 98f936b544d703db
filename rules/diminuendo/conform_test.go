package diminuendo

import (
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/gametest"
)

var sampleNames = []string{
	"diminuendo", "diminuendo:pbnrqk", "diminuendo:qkrbnp+qk", "diminuendo:bnpqkr+fp",
	"diminuendo:pkqrnb+qk+fp", "diminuendo:rbnpqk",
}

func named(t testing.TB, name string) game.Game {
	t.Helper()
	g, err := ByName(name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestConform(t *testing.T) {
	rare := map[string][]string{crescendo: {
		"K4/6/R5b/3k3/7/6/5 w - - 0 1",      // the last king is on z
		"4k/6/2K4/7/R5q/6/5 w - - 0 1",      // a queen may drop as a king beside another
		"K4/1K4/Q5q/3K3/6k/6/n3k b - - 0 1", // several kings each
	}}
	for _, name := range sampleNames {
		gametest.Conform(t, named(t, name), rare[name]...)
	}
}

func TestNoAllocations(t *testing.T) {
	gametest.NoAllocations(t, named(t, "diminuendo").Start(), 3)
	gametest.NoAllocations(t, named(t, "diminuendo:pkqrnb+qk+fp").Start(), 2)
}
