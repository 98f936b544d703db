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
	for _, name := range sampleNames {
		gametest.Conform(t, named(t, name))
	}
}

func TestNoAllocations(t *testing.T) {
	gametest.NoAllocations(t, named(t, "diminuendo").Start(), 3)
	gametest.NoAllocations(t, named(t, "diminuendo:pkqrnb+qk+fp").Start(), 2)
}
