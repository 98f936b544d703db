package cheshire

import (
	"strings"
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/cheshire"
)

// Positions that reach the rules that random games from the start seldom meet.
var (
	largeFENs = []string{
		// Unmoved kings with one piece between them, or with much room.
		"5k4/10/10/10/10/5R4/10/10/10/5K4 b Kk - 0 1",
		"5k4/10/10/5q4/10/10/10/10/10/5K4 w Kk - 0 1",
		"r4k3r/2**4**/10/3*2*3/1n6P1/1p6N1/3*2*3/10/2**4**/R5K2R w k - 4 30",
		"1q3k4/****5*/10/**6*1/10/10/1*6**/10/*5****/4K3Q1 b k - 0 40",
		// Pawns about to pass each other, over vanished squares or not.
		"5k4/pp1pp1pp1p/10/2P2P2P1/3P4P1/1p2p2p2/p1p3p3/10/PP1PP1PP1P/5K4 w Kk - 0 10",
		"5k4/pp1pp1pp1p/3*2**2/2P2P2P1/3P4P1/1p2p2p2/p1p3p3/1*1*3*2/PP1PP1PP1P/5K4 b Kk - 0 10",
		// Promotions near both kings.
		"3n1k1r2/1P3p1P2/10/10/10/10/10/10/1p3P1p2/3N1K1R2 w Kk - 0 50",
	}
	smallFENs = []string{
		"4k3/8/8/8/4B3/8/8/4K3 w Kk - 0 1",
		"4k3/3*4/8/K2pP2r/8/8/8/8 w - d6 0 30",
		"8/8/8/8/k2Pp2Q/8/3*4/3K4 b - d3 0 30",
		"4k3/pp1pp1pp/8/2P2P2/1p4p1/8/PP1PP1PP/4K3 w Kk - 0 10",
		"4k3/pp1pp1pp/1*1*1*2/2P2P2/1p4p1/3*2**/PP1PP1PP/4K3 b Kk - 0 10",
		"1n2k1r1/P3p1P1/8/8/8/8/p3P1p1/1N2K1R1 w Kk - 0 50",
		"r*b1k**r/**p**p**/*n1**1*1/1*q**1*1/**1Q1***/1*N**1*1/**P*PP**/R**1K*1R b Kk - 98 40",
	}
)

var (
	large, small = cheshire.New(), cheshire.NewSmall()
	shared       = New()
)

// parse reads a FEN of either board, distinguished by its number of rows.
func parse(t testing.TB, fen string) game.Position {
	t.Helper()
	g := large
	if rows, _, _ := strings.Cut(fen, " "); strings.Count(rows, "/") == 7 {
		g = small
	}
	p, err := g.Parse(fen)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return p
}

// eval is the evaluation of a position with the tuned weights.
func eval(p game.Position) engine.Score { return shared.NewNode(p).Eval() }

// find returns a legal move by its text.
func find(t testing.TB, p game.Position, text string) game.Move {
	t.Helper()
	for _, m := range p.Legal(nil) {
		if p.UCI(m) == text {
			return m
		}
	}
	t.Fatalf("%s is not legal in %s", text, p)
	return game.NoMove
}
