package convergent

import (
	"errors"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/gametest"
)

func TestParseErrors(t *testing.T) {
	const rest = " w - - 0 1"
	const empty = "/*6*/*6*/*6*/*6*/*6*/*6*/"
	for _, c := range []struct{ fen, want string }{
		{"", "parse FEN: no board, expected six fields: board, side to move, castling rights, en passant square, halfmove clock, move number (column 1)"},
		{"8/8/8/8/8/8/8" + rest,
			"parse FEN: the board has 8×7 squares, expected 8×8 (column 1)"},
		{"***1k**" + rest,
			"parse FEN: the board has 7×1 squares, expected 8×8 (column 1)"},
		{"**1*k***" + empty + "***1K***" + rest,
			"parse FEN: c8 is not a square of the board, expected * there (column 3)"},
		{"****k***" + empty + "***1K***" + rest,
			"parse FEN: * on d8, a square of the board, expected a piece or an empty square (column 4)"},
		{"***1k***/*6*/*6*/*5pp/*6*/*6*/*6*/***1K***" + rest,
			"parse FEN: h5 is not a square of the board, expected * there (column 21)"},
		{"***2***" + empty + "***1K***" + rest,
			"parse FEN: no black king, expected one (column 1)"},
		{"***1k***/*6*/*6*/*6*/*6*/*6*/*2K3*/***1K***" + rest,
			"parse FEN: a second white king, expected one (column 40)"},
		{"***1k***" + empty + "***1K*** w KQ - 0 1",
			"parse FEN: castling rights \"KQ\", expected -, since the game has neither castling nor en passant (column 45)"},
		{"***1k***" + empty + "***1K*** w - e3 0 1",
			"parse FEN: en passant square \"e3\", expected -, since the game has neither castling nor en passant (column 47)"},
		{"***1k***/*6*/*6*/*3R2*/*6*/*6*/*6*/***1K***" + rest,
			"parse FEN: the black king on e8 is attacked with White to move, expected a king that cannot be captured (column 5)"},
		{"***P1***/*6*/*6*/*k5*/*6*/*6*/*6*/***1K***" + rest,
			"parse FEN: a white pawn on the royal square d8 with White to move, expected no White piece there (column 4)"},
		{"***1k***/*6*/*6*/*6*/*6*/*6*/*K5*/***1r*** b - - 0 1",
			"parse FEN: a black rook on the royal square e1 with Black to move, expected no Black piece there (column 39)"},
		{"***2***/*6*/*6*/*Kk4*/*6*/*6*/*6*/***2***" + rest,
			"parse FEN: the black king on c5 is attacked with White to move, expected a king that cannot be captured (column 19)"},
	} {
		p, err := New().Parse(c.fen)
		var fault *game.FENError
		switch {
		case err == nil:
			t.Errorf("%s is accepted: %s", c.fen, p)
		case err.Error() != c.want:
			t.Errorf("%s:\n got %v\nwant %s", c.fen, err, c.want)
		case !errors.As(err, &fault):
			t.Errorf("%s: the error is a %T", c.fen, err)
		}
	}
}

// TestParseAccepts reads positions that look odd but can be played.
func TestParseAccepts(t *testing.T) {
	for name, fen := range map[string]string{
		"a white pawn on a black royal square, just arrived": "***P1***/*6*/*6*/*k5*/*6*/*6*/*6*/***1K*** b - - 0 1",
		"a king on an enemy royal square":                    "***K1***/*6*/*6*/*k5*/*6*/*6*/*6*/***2*** b - - 0 1",
		"both sides' royal squares in other hands' reach":    "***2***/*2Q3*/*6*/*5K*/*k5*/*6*/*2q3*/***2*** w - - 0 1",
		"pawns on their own royal squares":                   "***kp***/*6*/*6*/*6*/*6*/*6*/*6*/***PK*** w - - 120 1",
		"an intruder on each royal square of the mover":      "***1k***/*6*/*6*/*6*/*6*/*6*/*2KR2*/***pn*** w - - 0 1",
		"forty pieces": "***qk***/*rnbbnr*/*pppppp*/*pppppp*/*PPPPPP*/*PPPPPP*/*RNBBNR*/***QK*** w - - 0 1",
	} {
		p, err := New().Parse(fen)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if p.String() != fen {
			t.Errorf("%s: %s reads back as %s", name, fen, p)
		}
	}
}

// FuzzParse feeds the parser with anything. What it accepts must print stably
// and survive every method.
func FuzzParse(f *testing.F) {
	f.Add(startFEN)
	f.Add("***2***/*3K2*/*6*/*6*/*6*/*k5*/*6*/***2*** w - - 99 80")
	f.Add("***1k***/*6*/*6*/*6*/*6*/*6*/*2KR2*/***nr*** w - - 0 9999")
	f.Add("***1k***/*P4p*/*6*/*q1Q3*/*6*/*6*/*p4P*/***1K*** b - - 9999 1")
	f.Fuzz(func(t *testing.T, fen string) {
		p, err := New().Parse(fen)
		if err != nil {
			return
		}
		gametest.Exercise(t, p, gametest.EveryMove, 1)
	})
}
