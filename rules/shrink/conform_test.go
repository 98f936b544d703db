package shrink

import (
	"errors"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/gametest"
)

const kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"

// rare are positions of Shrink Chess near rules that random play seldom meets.
var rare = []string{
	kiwipete,
	"2k/1R1/K2 w - - 0 1",
	"k/R/K b - - 0 1",
	"R2K2R/ppppppp/k6 b - - 0 1",           // Black's pawns are about to promote
	"K2pk/2P2 w - - 0 1",                   // two ranks: both sides' pawns promote at once
	"k7/4P3/8/8/8/1K6/pppp4/4Q3 w - - 0 1", // the queen may leave rank 1, with choices
	"3k3r/8/8/8/8/8/8/R3K2R w KQ - 0 1",    // castling that removes two files
	"r2k2r/ppppppp/7/7/7/PPPPPPP/R2K2R b KQkq - 0 1",
	"4k2r/8/8/8/3p4/8/4P3/R3K3 w Qk - 0 1", // a double step that removes its rank
	"4k3/p7/8/2pP4/8/8/8/4K3 w - c6 0 1",   // an en passant capture that removes a rank and a file
	"4k3/8/2pP4/8/8/8/4K3 w - c6 0 1",      // an en passant capture after the rank of the step has gone
	"k1q5/8/P3p3/1P2P3/3p1p2/2p5/8/K1Q5 w - - 0 1",
}

func TestConform(t *testing.T) { gametest.Conform(t, New(), rare...) }

func TestConformChess(t *testing.T) {
	gametest.Conform(t, NewChess(),
		kiwipete,
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
		"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1")
}

// Whatever is accepted prints stably and survives every method.
func FuzzParse(f *testing.F) {
	for _, fen := range append([]string{startFEN}, rare...) {
		f.Add(fen)
	}
	f.Fuzz(func(t *testing.T, fen string) {
		for _, g := range []game.Game{New(), NewChess()} {
			p, err := g.Parse(fen)
			if err != nil {
				if !errors.As(err, new(*game.FENError)) {
					t.Fatalf("%T: %v", err, err)
				}
				continue
			}
			gametest.Exercise(t, p, 200, 1)
		}
	})
}
