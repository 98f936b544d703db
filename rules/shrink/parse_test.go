package shrink

import (
	"strings"
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
			"board, column 1: the row has more squares than that: at least 9; expected at most 8"},
		{s, "k1*/3/2K w - - 0 1",
			"board, column 3: a square that does not exist; expected a man or empty squares"},
		{s, "k2/3/3 w - - 0 1",
			"board, column 1: no white king; expected one king on each side"},
		{s, "k2/3/K1K w - - 0 1",
			"board, column 8: a second white king; expected one king on each side"},
		{s, "k1P/3/K2 w - - 0 1",
			"board, column 3: a white pawn on row 3 of 3; expected no white pawn on the top row, where it would have promoted"},
		{s, "k2/3/K1p w - - 0 1",
			"board, column 8: a black pawn on row 1 of 3; expected no black pawn on row 1, where it would have promoted"},
		{s, "kK1/3/3 w - - 0 1",
			"board, column 1: White is to move and attacks the black king; expected a position in which the side that has just moved is not in check"},
		{s, "k2/2R/K2 w X - 0 1",
			"rights, column 12: unknown right 'X'; expected - or some of KQkq, each once and in this order"},
		{s, "r3k3/8/8/8/8/8/8/R3K3 w QK - 0 1",
			"rights, column 26: 'K' twice or out of order; expected - or some of KQkq, each once and in this order"},
		{s, "r3k3/8/8/8/8/8/8/R3K3 w K - 0 1",
			"rights, column 25: 'K' is impossible here; expected a white rook on h1 and the white king on that row, two or three squares between them"},
		{s, "r1k4/7/7/7/7/7/7/R1K4 w Q - 0 1",
			"rights, column 25: 'Q' is impossible here; expected a white rook on a1 and the white king on that row, two or three squares between them"},
		{s, "r3k3/8/8/8/8/8/8/R3K3 w - e9 0 1",
			"en passant, column 27: unknown square \"e9\"; expected - or the name of a square of the board"},
		{s, "r3k3/8/8/8/8/8/8/R3K3 w - e6 0 1",
			"en passant, column 27: no pawn can just have passed over e6; expected a black pawn on e5"},
		{s, "r3k3/8/8/8/8/R3K3 w - e4 0 1",
			"en passant, column 23: no pawn can just have passed over e4; expected -, as double steps need eight rows"},
		{s, "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1",
			"en passant, column 28: no pawn can just have passed over c6; expected a man on row 7, which would have vanished otherwise"},
		{s, "4k3/p1p5/8/2pP4/8/8/8/4K3 w - c6 0 1",
			"en passant, column 31: no pawn can just have passed over c6; expected no man on c6 nor on the square before"},
		{s, "4k3/p7/8/2pP4/8/8/8/4K3 w - c5 0 1",
			"en passant, column 29: no pawn can just have passed over c5; expected a square on row 6"},
		{s, "k7/p7/8/3pP3/8/8/8/4K2r w - d6 0 1",
			"en passant, column 29: the king was in check before a pawn passed over d6; expected a check that the pawn's double step can have given"},
		{o, "7/7/7/7/7/7/k6/6K w - - 0 1",
			"board, column 1: the board has 7 files and 8 rows; expected eight rows of eight squares"},
		{o, "k7/8/8/8/8/8/8/P6K w - - 0 1",
			"board, column 16: a white pawn on row 1 of 8; expected pawns on rows 2 to 7 only"},
		{o, "k7/8/8/8/8/8/8/3K3R w K - 0 1",
			"rights, column 23: 'K' is impossible here; expected the white king on e1 and a white rook on h1"},
		{o, "k3r3/8/8/8/8/8/8/4K3 b - - 0 1",
			"board, column 19: Black is to move and attacks the white king; expected a position in which the side that has just moved is not in check"},
	} {
		_, err := c.g.Parse(c.fen)
		if err == nil {
			t.Errorf("%s: %s is accepted", c.g.Name(), c.fen)
			continue
		}
		if _, ok := err.(*game.FENError); !ok {
			t.Errorf("%s: %T, want *game.FENError", c.fen, err)
		}
		if got := strings.TrimPrefix(err.Error(), "FEN, "); got != c.want {
			t.Errorf("%s, %s:\n got %s\nwant %s", c.g.Name(), c.fen, got, c.want)
		}
	}
}
