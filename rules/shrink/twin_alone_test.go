package shrink_test

import (
	"testing"

	"github.com/wane-chess/wane/game/gametest"
)

const twinStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// The twin by itself agrees with figures and games from elsewhere.
func TestTwinAlone(t *testing.T) {
	t.Run("perft", func(t *testing.T) {
		shrinks, chess := []int{20, 400, 8902, 192990}, []int{20, 400, 8902, 197281}
		if testing.Short() {
			shrinks, chess = shrinks[:3], chess[:3]
		}
		gametest.TwinPerft(t, twinShrink, twinStart, shrinks...)
		gametest.TwinPerft(t, twinChess, twinStart, chess...)
		const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
		gametest.TwinPerft(t, twinChess, kiwipete, 48, 2039, 97862)
	})
	t.Run("games", func(t *testing.T) {
		gametest.TwinReplay(t, twinShrink, twinStart,
			"e2e4 d7d5 e4d5 c6c5 d4c5 b6c4 d2d3 c4e3 f2e3 c5e3 c1e3 f4e3 d3e4 d5d1+ e1d1 f5e4 d1e1 d4f2 e1f2 d3e2+ "+
				"d1c1 d4c4+ b1d2+ e3d2+ c1d2 e4e2+ e1e2 d3e2 d1e3+ c4b4 c2c3#")
		gametest.TwinReplay(t, twinShrink, "2k/1R1/K2 w - - 0 1", "b2c2+ b3a3 b2a2#")
	})
}
