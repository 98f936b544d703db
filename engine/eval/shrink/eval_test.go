package shrink

import (
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/engine/eval/evaltest"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/gametest"
)

func BenchmarkEval(b *testing.B) {
	for _, c := range []struct {
		g    game.Game
		fens []string
	}{{chessGame, ordinary[:4]}, {shrinkGame, append([]string{startFEN}, rare...)}} {
		b.Run(c.g.Name(), func(b *testing.B) {
			boards := make([]engine.Node, 0, len(c.fens))
			for _, fen := range c.fens {
				boards = append(boards, boardAt(b, c.g, fen))
			}
			b.ReportAllocs()
			i := 0
			for b.Loop() {
				boards[i].Eval()
				if i++; i == len(boards) {
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
	for _, g := range []game.Game{shrinkGame, chessGame} {
		for i, fen := range fens[g] {
			w := gametest.Walk{Game: g, FEN: fen, Seed: uint64(i), Plies: 80}
			w.Run(t, func(p game.Position) {
				q, err := g.Parse(flip(p.String()))
				if err != nil {
					t.Fatalf("%s: %v", flip(p.String()), err)
				}
				if a, b := boardOf(p).Eval(), boardOf(q).Eval(); a != b {
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
	for _, g := range []game.Game{shrinkGame, chessGame} {
		for i, fen := range fens[g] {
			w := gametest.Walk{Game: g, FEN: fen, Seed: uint64(i), Plies: 80}
			w.Run(t, func(p game.Position) {
				mirrored := swapFiles(p.String())
				if a, b := boardOf(p).Eval(), evalOf(t, g, mirrored); a != b {
					t.Fatalf("%s: %s is %d, with left and right exchanged, %s, it is %d", g.Name(), p, a, mirrored, b)
				}
			})
		}
	}
}

func TestConform(t *testing.T) {
	evaltest.Conform(t, boardOf, chessGame, ordinary...)
	evaltest.Conform(t, boardOf, shrinkGame, rare...)
}

func TestNoAllocations(t *testing.T) {
	for _, g := range []game.Game{chessGame, shrinkGame} {
		for _, fen := range fens[g] {
			evaltest.NoAllocations(t, boardAt(t, g, fen))
		}
	}
}

func TestWeights(t *testing.T) {
	checkWeights(t, NewChess(), chessGame, ordinary...)
	checkWeights(t, New(), shrinkGame, rare...)
}

// Changed weights count at once, also in SEE and on boards made before, and not in
// another evaluator.
func TestReweigh(t *testing.T) {
	const fen = "4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1"
	for g, newEvaluator := range map[game.Game]func() *Evaluator{chessGame: NewChess, shrinkGame: New} {
		e, other := newEvaluator(), newEvaluator()
		p, err := g.Parse(fen)
		if err != nil {
			t.Fatal(err)
		}
		m, _ := find(p, "d1d5")
		b, same := e.NewNode(p), other.NewNode(p)
		before := b.Eval()
		loss := engine.Score(e.terms.worth[game.Pawn] - e.terms.worth[game.Queen])
		for phase := range 2 {
			e.weights.Piece[game.Queen][phase] += 400
		}
		e.Reweigh()
		if b.Eval() <= before || b.SEE(m, loss) || !b.SEE(m, loss-400) {
			t.Errorf("%s: with a queen worth more: eval %d, was %d", g.Name(), b.Eval(), before)
		}
		if same.Eval() != before || !same.SEE(m, loss) || same.SEE(m, loss+1) {
			t.Errorf("%s: another evaluator's eval is %d, was %d", g.Name(), same.Eval(), before)
		}
	}
}

// An evaluator of one game rejects positions of the other.
func TestOtherGame(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("the evaluator of chess makes a board of Shrink Chess")
		}
	}()
	NewChess().NewNode(shrinkGame.Start())
}

func evalOf(t *testing.T, g game.Game, fen string) engine.Score {
	t.Helper()
	return boardAt(t, g, fen).Eval()
}

// However many queens there are, no evaluation looks like a mate.
func TestEvalBounded(t *testing.T) {
	const fen = "kQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQK b - - 0 1"
	for _, g := range []game.Game{shrinkGame, chessGame} {
		if e := evalOf(t, g, fen); e != -maxEval {
			t.Errorf("%s: %s is %d, want %d", g.Name(), fen, e, -maxEval)
		}
	}
}

// Eval prefers the first of two positions, for the side to move.
func TestEvalPrefers(t *testing.T) {
	chess, shrink := chessGame, shrinkGame
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
		{"bishops on one color win more", chess, "4k1b1/8/8/8/8/8/PP6/2B1KB2 w - - 0 1", "4kb2/8/8/8/8/8/PP6/4KB2 w - - 0 1"},
		{"a pawn more", shrink, startFEN, "rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 1"},
		{"a pawn that a row less keeps from promoting", shrink, "3k/P3/3K w - - 0 1", "3k/4/P3/3K w - - 0 1"},
		{"a king with room", shrink, "k4/5/5/2K2/5/1R3 w - - 0 1", "k4/5/5/5/5/1R2K w - - 0 1"},
		{"a single piece that keeps up the last row", shrink, "3rk/P4/5/4p/3RK w - - 0 1", "2rrk/P4/5/4p/2RRK w - - 0 1"},
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
		if e := evalOf(t, chessGame, fen); max(e, -e) > 60 {
			t.Errorf("%s is %d, want about 0", fen, e)
		}
	}
	if e := evalOf(t, shrinkGame, "4k3/8/8/8/8/8/8/4KN2 w - - 0 1"); e < 150 {
		t.Errorf("in Shrink Chess a knight more is worth %d only", e)
	}
}

func checkWeights(t *testing.T, e *Evaluator, g game.Game, fens ...string) {
	t.Helper()
	evaltest.CheckNames(t, e, &e.weights)
	evaltest.CheckWeights(t, e, g, fens...)
}
