package convergent_test

import (
	"testing"

	"github.com/wane-chess/wane/game/gametest"
)

const twinStart = "***qk***/*rnbbnr*/*pppppp*/*6*/*6*/*PPPPPP*/*RNBBNR*/***QK*** w - - 0 1"

// The twin by itself agrees with figures from elsewhere.
func TestTwinAlone(t *testing.T) {
	gametest.TwinPerft(t, twinConvergent, twinStart, 20, 400, 8226, 166289)
}
