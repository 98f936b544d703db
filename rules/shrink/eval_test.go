package shrink

import (
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/gametest"
)

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

func BenchmarkEval(b *testing.B) {
	for _, c := range []struct {
		g    game.Game
		fens []string
	}{{NewChess(), ordinary[:4]}, {New(), append([]string{startFEN}, rare...)}} {
		b.Run(c.g.Name(), func(b *testing.B) {
			positions := make([]game.Position, 0, len(c.fens))
			for _, fen := range c.fens {
				p, err := c.g.Parse(fen)
				if err != nil {
					b.Fatal(err)
				}
				positions = append(positions, p)
			}
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				positions[i].Eval()
				if i++; i == len(positions) {
					i = 0
				}
			}
		})
	}
}

// flip returns the FEN with the two sides changed about and the board turned
// over.
func flip(fen string) string {
	f := strings.Fields(fen)
	rows := strings.Split(f[0], "/")
	for i, j := 0, len(rows)-1; i < j; i, j = i+1, j-1 {
		rows[i], rows[j] = rows[j], rows[i]
	}
	f[0], f[2] = swapCase(strings.Join(rows, "/")), swapCase(f[2])
	f[1] = map[string]string{"w": "b", "b": "w"}[f[1]]
	f[3] = "-"
	return strings.Join(f, " ")
}

func swapCase(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return r - 'a' + 'A'
		case r >= 'A' && r <= 'Z':
			return r - 'A' + 'a'
		}
		return r
	}, s)
}

// Eval does not care who is White.
func TestEvalSymmetry(t *testing.T) {
	for _, g := range []game.Game{New(), NewChess()} {
		starts := append([]string{startFEN}, ordinary...)
		if g.Name() == "shrink" {
			starts = append(starts, rare...)
		}
		for i, fen := range starts {
			w := gametest.Walk{Game: g, FEN: fen, Seed: uint64(i), Plies: 80}
			w.Run(t, func(p game.Position) {
				q, err := g.Parse(flip(p.String()))
				if err != nil {
					t.Fatalf("%s: %v", flip(p.String()), err)
				}
				if a, b := p.Eval(), q.Eval(); a != b {
					t.Fatalf("%s: %s is %d, its mirror image %s is %d", g.Name(), p, a, q, b)
				}
			})
		}
	}
}

// swapFiles returns the FEN with left and right exchanged, and without the
// rights, which Eval does not look at.
func swapFiles(fen string) string {
	f := strings.Fields(fen)
	rows := strings.Split(f[0], "/")
	for i, row := range rows {
		pieces := []byte(row)
		slices.Reverse(pieces)
		rows[i] = string(pieces)
	}
	f[0], f[2], f[3] = strings.Join(rows, "/"), "-", "-"
	return strings.Join(f, " ")
}

// Left and right are the same to Eval.
func TestEvalLeftRight(t *testing.T) {
	for _, g := range []game.Game{New(), NewChess()} {
		starts := append([]string{startFEN}, ordinary...)
		if g.Name() == "shrink" {
			starts = append(starts, rare...)
		}
		for i, fen := range starts {
			w := gametest.Walk{Game: g, FEN: fen, Seed: uint64(i), Plies: 80}
			w.Run(t, func(p game.Position) {
				mirrored := swapFiles(p.String())
				if a, b := p.Eval(), evalOf(t, g, mirrored); a != b {
					t.Fatalf("%s: %s is %d, with left and right exchanged, %s, it is %d", g.Name(), p, a, mirrored, b)
				}
			})
		}
	}
}

func TestWeights(t *testing.T) {
	gametest.Weights(t, chessGame{}, ordinary...)
	gametest.Weights(t, shrinkGame{}, rare...)
}

func evalOf(t *testing.T, g game.Game, fen string) game.Score {
	t.Helper()
	p, err := g.Parse(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p.Eval()
}

// However many queens somebody sets up, no evaluation looks like a mate.
func TestEvalBounded(t *testing.T) {
	const fen = "kQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQK b - - 0 1"
	for _, g := range []game.Game{New(), NewChess()} {
		if e := evalOf(t, g, fen); e != -maxEval {
			t.Errorf("%s: %s is %d, want %d", g.Name(), fen, e, -maxEval)
		}
	}
}

// Eval prefers the first of two positions, for the side to move.
func TestEvalPrefers(t *testing.T) {
	chess, shrink := NewChess(), New()
	for _, c := range []struct {
		why           string
		g             game.Game
		better, worse string
	}{
		{"a pawn more", chess, startFEN, "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1"},
		{"a passed pawn that has come further", chess, "4k3/8/P7/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/P7/8/4K3 w - - 0 1"},
		{"a shelter of pawns", chess, "r4rk1/5ppp/8/8/8/8/5PPP/R3QRK1 w - - 0 1", "r4rk1/5ppp/8/8/8/8/PPP5/R3QRK1 w - - 0 1"},
		{"a bare king in the corner", chess, "k7/8/2K5/8/8/8/8/7R w - - 0 1", "8/8/8/3k4/8/2K5/8/7R w - - 0 1"},
		{"a rook on an open file", chess, "4k3/1p6/8/8/8/8/1P6/R3K3 w - - 0 1", "4k3/1p6/8/8/8/8/1P6/1R2K3 w - - 0 1"},
		{"bishops on one colour win more", chess, "4k1b1/8/8/8/8/8/PP6/2B1KB2 w - - 0 1", "4kb2/8/8/8/8/8/PP6/4KB2 w - - 0 1"},
		{"a pawn more", shrink, startFEN, "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1"},
		{"a pawn that a row less keeps from promoting", shrink, "3k/P3/3K w - - 0 1", "3k/4/P3/3K w - - 0 1"},
		{"a king with room", shrink, "k4/5/5/2K2/5/1R3 w - - 0 1", "k4/5/5/5/5/1R2K w - - 0 1"},
		{"a single man that keeps up the last row", shrink, "3rk/P4/5/4p/3RK w - - 0 1", "2rrk/P4/5/4p/2RRK w - - 0 1"},
	} {
		if b, w := evalOf(t, c.g, c.better), evalOf(t, c.g, c.worse); b <= w {
			t.Errorf("%s, %s: %s is %d, %s is %d", c.g.Name(), c.why, c.better, b, c.worse, w)
		}
	}
}

// What cannot win in chess is worth next to nothing, and far from it in Shrink
// Chess.
func TestEvalOfDraws(t *testing.T) {
	for _, fen := range []string{
		"4k3/8/8/8/8/8/8/4KN2 w - - 0 1",
		"4k3/8/8/8/8/8/8/4KNN1 w - - 0 1",
		"4k3/8/8/8/8/8/4p3/4KB2 b - - 0 1",
	} {
		if e := evalOf(t, NewChess(), fen); max(e, -e) > 60 {
			t.Errorf("%s is %d, want about 0", fen, e)
		}
	}
	if e := evalOf(t, New(), "4k3/8/8/8/8/8/8/4KN2 w - - 0 1"); e < 150 {
		t.Errorf("in Shrink Chess a knight more is worth %d only", e)
	}
}
