package engines

import (
	"os"
	"testing"
	"time"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/cli/engines/enginestest"
	"github.com/wane-chess/wane/rules/cheshire"
)

// TestMain makes the test binary the fake UCI engine where a test starts it as that.
func TestMain(m *testing.M) {
	if enginestest.Run(testGame()) {
		return
	}
	StopTimeout = 300 * time.Millisecond
	os.Exit(m.Run())
}

// testGame is the game of the fakes, since its games are short.
func testGame() game.Game { return cheshire.NewSmall() }

// processOf returns a contestant with the fake UCI engine.
func processOf(t *testing.T, mode, options string) Contestant {
	t.Helper()
	s, err := ParseSpec(enginestest.Describe(t, mode, options))
	if err != nil {
		t.Fatal(err)
	}
	c := Contestant{Name: mode, Control: Control{Nodes: 100}}
	if err := Command(&c, s); err != nil {
		t.Fatal(err)
	}
	return c
}
