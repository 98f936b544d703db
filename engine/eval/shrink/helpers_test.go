package shrink

import (
	"strings"
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/shrink"
)

const startFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

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
	"4k3/p7/8/2pP4/8/8/8/4K3 w - c6 0 1",   // en passant that removes a rank and a file
	"4k3/8/2pP4/8/8/8/4K3 w - c6 0 1",      // en passant after the rank of the step has gone
	"k1q5/8/P3p3/1P2P3/3p1p2/2p5/8/K1Q5 w - - 0 1",
}

// ordinary are positions of chess from all stages of a game.
var ordinary = []string{
	kiwipete,
	"r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 9",
	"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
	"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
	"2r3k1/5ppp/p3p3/1p1bP3/3P4/P3B3/1P3PPP/2R3K1 b - - 0 25",
	"8/5pk1/6p1/1P1R4/6P1/r4K2/8/8 w - - 0 50",
	"8/8/4k3/8/2PK4/8/8/8 w - - 0 1",
	"8/8/8/4k3/8/8/3K4/7R b - - 0 1",
}

// Both games with the positions that suit them, and an evaluator of each.
var (
	shrinkGame, chessGame = shrink.New(), shrink.NewChess()
	evaluators            = map[game.Game]*Evaluator{shrinkGame: New(), chessGame: NewChess()}
	fens                  = map[game.Game][]string{
		shrinkGame: append(append([]string{startFEN}, ordinary...), rare...),
		chessGame:  append([]string{startFEN}, ordinary...),
	}
)

// boardOf returns a board for a position of either game.
func boardOf(p game.Position) engine.Node { return evaluators[p.Game()].NewNode(p) }

// boardAt is boardOf for a FEN.
func boardAt(t testing.TB, g game.Game, fen string) engine.Node {
	t.Helper()
	p, err := g.Parse(fen)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return boardOf(p)
}

// find returns the legal move with that text.
func find(p game.Position, text string) (game.Move, bool) {
	for _, m := range p.Legal(nil) {
		if p.UCI(m) == text {
			return m, true
		}
	}
	return game.NoMove, false
}

// play makes moves, as UCI writes them.
func play(t *testing.T, b engine.Node, moves string) {
	t.Helper()
	for text := range strings.FieldsSeq(moves) {
		m, ok := find(b.Position(), text)
		if !ok {
			t.Fatalf("%s is not legal in %s", text, b.Position())
		}
		b.Make(m)
	}
}
