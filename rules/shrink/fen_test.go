package shrink

import (
	"cmp"
	"errors"
	"testing"

	"github.com/wane-chess/wane/game"
)

func TestParseErrors(t *testing.T) {
	s, o := New(), NewChess()
	for _, c := range []struct {
		g         game.Game
		fen, want string
	}{
		{s, "9/8 w - - 0 1",
			"parse FEN: rank 2 has at least 9 squares, expected at most 8 (column 1)"},
		{s, "k1*/3/2K w - - 0 1",
			"parse FEN: a missing square (*), expected a piece or empty squares (column 3)"},
		{s, "k2/3/3 w - - 0 1",
			"parse FEN: no white king, expected one (column 1)"},
		{s, "k2/3/K1K w - - 0 1",
			"parse FEN: a second white king, expected one (column 8)"},
		{s, "k1P/3/K2 w - - 0 1",
			"parse FEN: a white pawn on c3, expected no pawn there, since white pawns promote on the top rank (column 3)"},
		{s, "k2/3/K1p w - - 0 1",
			"parse FEN: a black pawn on c1, expected no pawn there, since black pawns promote on rank 1 (column 8)"},
		{s, "kK1/3/3 w - - 0 1",
			"parse FEN: the black king on a3 is attacked with White to move, " +
				"expected a king that cannot be captured (column 1)"},
		{s, "k2/2R/K2 w X - 0 1",
			"parse FEN: unknown castling right 'X', expected - or some of KQkq, each at most once (column 12)"},
		{s, "r3k3/8/8/8/8/8/8/R3K3 w QqQ - 0 1",
			"parse FEN: duplicate castling right 'Q', expected - or some of KQkq, each at most once (column 27)"},
		{s, "r3k3/8/8/8/8/8/8/R3K3 w K - 0 1",
			"parse FEN: castling right 'K' is impossible, " +
				"expected a white rook on h1 and the white king on that rank with two or three squares between (column 25)"},
		{s, "r1k4/7/7/7/7/7/7/R1K4 w Q - 0 1",
			"parse FEN: castling right 'Q' is impossible, " +
				"expected a white rook on a1 and the white king on that rank with two or three squares between (column 25)"},
		{s, "r3k3/8/8/8/8/8/8/R3K3 w - e9 0 1",
			"parse FEN: unknown square \"e9\", expected - or the name of a square of the board (column 27)"},
		{s, "r3k3/8/8/8/8/8/8/R3K3 w - e6 0 1",
			"parse FEN: en passant on e6 is impossible, expected a black pawn on e5 (column 27)"},
		{s, "r3k3/8/8/8/8/R3K3 w - e4 0 1",
			"parse FEN: en passant on e4 is impossible, expected -, since double steps need eight ranks (column 23)"},
		{s, "4k3/p1p5/8/2pP4/8/8/8/4K3 w - c6 0 1",
			"parse FEN: en passant on c6 is impossible, expected no piece on c7, where the pawn came from (column 31)"},
		{s, "4k3/p7/8/2pP4/8/8/8/4K3 w - c5 0 1",
			"parse FEN: en passant on c5 is impossible, expected a square on rank 6 (column 29)"},
		{s, "4k3/p7/2n5/2pP4/8/8/8/4K3 w - c6 0 1",
			"parse FEN: en passant on c6 is impossible, expected no piece on c6 (column 31)"},
		{s, "4k2r/8/8/8/3pP3/8/R3K3 b - e3 0 1",
			"parse FEN: en passant on e3 is impossible, expected a square on rank 2 (column 28)"},
		{s, "4k3/8/2pP4/8/8/8/4K3 w - c7 0 1",
			"parse FEN: en passant on c7 is impossible, expected a square on rank 6 (column 26)"},
		{o, "7/7/7/7/7/7/k6/6K w - - 0 1",
			"parse FEN: the board has 7×8 squares, expected 8×8 (column 1)"},
		{o, "k7/8/8/8/8/8/8/P6K w - - 0 1",
			"parse FEN: a white pawn on a1, expected no pawn there, since pawns stand on ranks 2 to 7 (column 16)"},
		{o, "k7/8/8/8/8/8/8/3K3R w K - 0 1",
			"parse FEN: castling right 'K' is impossible, expected the white king on e1 and a white rook on h1 (column 23)"},
		{o, "k3r3/8/8/8/8/8/8/4K3 b - - 0 1",
			"parse FEN: the white king on e1 is attacked with Black to move, " +
				"expected a king that cannot be captured (column 19)"},
	} {
		_, err := c.g.Parse(c.fen)
		if err == nil {
			t.Errorf("%s: %s is accepted", c.g.Name(), c.fen)
			continue
		}
		if !errors.As(err, new(*game.FENError)) {
			t.Errorf("%s: %T, want *game.FENError", c.fen, err)
		}
		if got := err.Error(); got != c.want {
			t.Errorf("%s, %s:\n got %s\nwant %s", c.g.Name(), c.fen, got, c.want)
		}
	}
}

// Odd positions are read: no game need have led to them.
func TestParseAccepts(t *testing.T) {
	s, o := New(), NewChess()
	for _, c := range []struct {
		g               game.Game
		name, fen, want string // want is "" where the FEN is kept
	}{
		{s, "a white pawn on rank 1, a black one on the top rank", "2k1p/5/5/5/P1K2 w - - 0 1", ""},
		{s, "ranks and files that no piece stood on", "8/1k6/8/8/8/8/5K2/8 w - - 0 1", ""},
		{s, "one rank", "k2R2K b - - 0 1", ""},
		{s, "the smallest board", "k/R/K b - - 0 1", ""},
		{s, "rights on a narrow board", "r2k2r/7/R2K2R w KQkq - 0 1", ""},
		{s, "rights with three squares on the h-file's side", "k4/5/K3R w K - 0 1", ""},
		{s, "rights with pieces between", "rnbk1br/ppppppp/7/RNBK1BR b KQkq - 0 1", ""},
		{s, "rights in another order", "r3k2r/8/8/8/8/8/8/R3K2R w kqKQ - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
		{s, "en passant, the rank of the start empty", "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1", ""},
		{s, "en passant without a capturing pawn", "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"},
		{s, "en passant after the rank has gone, without a capturing pawn", "4k3/8/8/8/4P3/8/4K3 b - e2 0 1",
			"4k3/8/8/8/4P3/8/4K3 b - - 0 1"},
		{s, "en passant beside another piece's check", "k7/p7/8/3pP3/8/8/8/4K2r w - d6 0 1", ""},
		{s, "a count past the draw", "k7/8/8/8/8/8/8/6QK w - - 250 300", ""},
		{o, "nine queens, no pawn and three checks", "k2Q4/QQ6/8/8/Q2Q4/8/QQQQ4/K7 b - - 0 1", ""},
		{o, "rights in another order", "r3k2r/8/8/8/8/8/8/R3K2R w qKk - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w Kkq - 0 1"},
		{o, "en passant that a pin forbids", "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1", ""},
	} {
		p, err := c.g.Parse(c.fen)
		switch {
		case err != nil:
			t.Errorf("%s, %s: %s: %v", c.g.Name(), c.name, c.fen, err)
		case p.String() != cmp.Or(c.want, c.fen):
			t.Errorf("%s, %s: %s is read as %s", c.g.Name(), c.name, c.fen, p)
		}
	}
}
