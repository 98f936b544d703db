package cheshire_test

import (
	"testing"

	"github.com/wane-chess/wane/game/gametest"
)

const (
	twinStart      = "rrnbqkbnrr/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/RRNBQKBNRR w Kk - 0 1"
	twinSmallStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w Kk - 0 1"
)

// The twin by itself agrees with figures from elsewhere.
func TestTwinAlone(t *testing.T) {
	gametest.TwinPerft(t, twinCheshire, twinStart, 24, 576, 14672, 372642)
	gametest.TwinPerft(t, twinCheshire, twinSmallStart, 20, 400, 8374, 173972)
}
