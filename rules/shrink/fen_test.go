package shrink

import (
	"cmp"
	"errors"
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
			"board, column 1: a row of at least 9 squares; expected at most 8"},
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
			"rights, column 12: unknown right 'X'; expected - or some of KQkq, each at most once"},
		{s, "r3k3/8/8/8/8/8/8/R3K3 w QqQ - 0 1",
			"rights, column 27: 'Q' stands here twice; expected - or some of KQkq, each at most once"},
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
		{s, "4k3/p1p5/8/2pP4/8/8/8/4K3 w - c6 0 1",
			"en passant, column 31: no pawn can just have passed over c6; expected no man on c7, where the pawn came from"},
		{s, "4k3/p7/8/2pP4/8/8/8/4K3 w - c5 0 1",
			"en passant, column 29: no pawn can just have passed over c5; expected a square on row 6"},
		{s, "4k3/p7/2n5/2pP4/8/8/8/4K3 w - c6 0 1",
			"en passant, column 31: no pawn can just have passed over c6; expected no man on c6"},
		{s, "4k2r/8/8/8/3pP3/8/R3K3 b - e3 0 1",
			"en passant, column 28: no pawn can just have passed over e3; expected a square on row 2"},
		{s, "4k3/8/2pP4/8/8/8/4K3 w - c7 0 1",
			"en passant, column 26: no pawn can just have passed over c7; expected a square on row 6"},
		{o, "7/7/7/7/7/7/k6/6K w - - 0 1",
			"board, column 1: the board is 7 wide and 8 high; expected 8 wide and 8 high"},
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
		if !errors.As(err, new(*game.FENError)) {
			t.Errorf("%s: %T, want *game.FENError", c.fen, err)
		}
		if got := strings.TrimPrefix(err.Error(), "FEN, "); got != c.want {
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
		{s, "a white pawn on row 1, a black one on the top row", "2k1p/5/5/5/P1K2 w - - 0 1", ""},
		{s, "rows and columns that nobody stood on", "8/1k6/8/8/8/8/5K2/8 w - - 0 1", ""},
		{s, "one row", "k2R2K b - - 0 1", ""},
		{s, "the smallest board", "k/R/K b - - 0 1", ""},
		{s, "rights on a narrow board", "r2k2r/7/R2K2R w KQkq - 0 1", ""},
		{s, "rights with three squares on the h-file's side", "k4/5/K3R w K - 0 1", ""},
		{s, "rights with men between", "rnbk1br/ppppppp/7/RNBK1BR b KQkq - 0 1", ""},
		{s, "rights in another order", "r3k2r/8/8/8/8/8/8/R3K2R w kqKQ - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
		{s, "en passant, the row of the start empty", "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 1", ""},
		{s, "en passant without a taker", "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"},
		{s, "en passant after the row has gone, without a taker", "4k3/8/8/8/4P3/8/4K3 b - e2 0 1", "4k3/8/8/8/4P3/8/4K3 b - - 0 1"},
		{s, "en passant beside another man's check", "k7/p7/8/3pP3/8/8/8/4K2r w - d6 0 1", ""},
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
