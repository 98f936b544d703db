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
		{"", "FEN, board, column 1: the field is missing; expected six fields: board, side, rights, en passant square, halfmove clock, move number"},
		{"8/8/8/8/8/8/8" + rest,
			"FEN, board, column 1: the board is 8 wide and 7 high; expected 8 wide and 8 high"},
		{"***1k**" + rest,
			"FEN, board, column 1: the board is 7 wide and 1 high; expected 8 wide and 8 high"},
		{"**1*k***" + empty + "***1K***" + rest,
			"FEN, board, column 3: c8 is no square of the board, yet it is not marked as obscured; expected *"},
		{"****k***" + empty + "***1K***" + rest,
			"FEN, board, column 4: d8 is marked as obscured, yet the board has it; expected a man or an empty square"},
		{"***1k***/*6*/*6*/*5pp/*6*/*6*/*6*/***1K***" + rest,
			"FEN, board, column 21: h5 is no square of the board, yet it is not marked as obscured; expected *"},
		{"***2***" + empty + "***1K***" + rest,
			"FEN, board, column 1: no black king; expected one"},
		{"***1k***/*6*/*6*/*6*/*6*/*6*/*2K3*/***1K***" + rest,
			"FEN, board, column 40: a second white king; expected one"},
		{"***1k***" + empty + "***1K*** w KQ - 0 1",
			"FEN, rights, column 45: the field is not empty; expected -, since the game has neither castling nor en passant"},
		{"***1k***" + empty + "***1K*** w - e3 0 1",
			"FEN, en passant, column 47: the field is not empty; expected -, since the game has neither castling nor en passant"},
		{"***1k***/*6*/*6*/*3R2*/*6*/*6*/*6*/***1K***" + rest,
			"FEN, board, column 5: Black has left its king on e8 attacked, with White to move; expected a king that cannot be taken"},
		{"***P1***/*6*/*6*/*k5*/*6*/*6*/*6*/***1K***" + rest,
			"FEN, board, column 4: Black has left a white pawn on d8, its own royal square; expected no White man there with White to move"},
		{"***1k***/*6*/*6*/*6*/*6*/*6*/*K5*/***1r*** b - - 0 1",
			"FEN, board, column 39: White has left a black rook on e1, its own royal square; expected no Black man there with Black to move"},
		{"***2***/*6*/*6*/*Kk4*/*6*/*6*/*6*/***2***" + rest,
			"FEN, board, column 19: Black has left its king on c5 attacked, with White to move; expected a king that cannot be taken"},
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
		"forty men": "***qk***/*rnbbnr*/*pppppp*/*pppppp*/*PPPPPP*/*PPPPPP*/*RNBBNR*/***QK*** w - - 0 1",
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
