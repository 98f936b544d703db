package convergent

import (
	"strings"
	"testing"

	"github.com/wane-chess/wane/engine"
	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/convergent"
)

// rich are positions from which rare rules are soon reached.
var rich = []string{
	"***qk***/*rn1bnr*/*ppP1pp*/*6*/*6*/*pp1Ppp*/*RNB1NR*/***QK*** w - - 0 1", // pawns beside royal squares
	"***2***/*1Pk1p1*/*6*/*1Q4*/*3q2*/*6*/*p2K1P*/***2*** w - - 10 40",        // corner pawns, bare kings soon
	"***2***/*r3K1*/*1B4*/*5R*/*k4b*/*6*/*1q2r1*/***2*** w - - 95 90",         // pins, and the halfmove clock
}

var startFEN = convergent.New().Start().String()

var shared = New()

func parse(t testing.TB, fen string) game.Position {
	t.Helper()
	p, err := convergent.New().Parse(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// eval is the evaluation of a position with the tuned weights.
func eval(p game.Position) engine.Score { return shared.NewNode(p).Eval() }

// value is what a piece counts for in SEE.
func value(pt game.PieceType) engine.Score { return shared.worth[pt] }

// play plays moves, as UCI writes them.
func play(t *testing.T, p game.Position, moves string) {
	t.Helper()
	for text := range strings.FieldsSeq(moves) {
		m := move(p, text)
		if m == game.NoMove {
			t.Fatalf("%s is not legal in %s", text, p)
		}
		p.Make(m)
	}
}
