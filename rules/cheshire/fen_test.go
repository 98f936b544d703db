package cheshire

import (
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/gametest"
)

// TestParseErrors checks that errors say what is wrong, where, and what is expected.
func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ fen, want string }{
		{"8/8/8/8/8/8/8/8 w -", "parse FEN: no en passant square, expected four to six fields: board, side to move, " +
			"castling rights, en passant square, halfmove clock, move number (column 20)"},
		{"4k3/8/8/8/8/8/8/9 w - - 0 1", "parse FEN: rank 1 has at least 9 squares, expected at most 8 (column 17)"},
		{"4k2/7/7/7/7/7/7/4K2 w - - 0 1", "parse FEN: the board has 7×8 squares, expected 8×8 (column 1)"},
		{"4k3/8/8/8/8/8/4K3 w - - 0 1", "parse FEN: the board has 8×7 squares, expected 8×8 (column 1)"},
		{"4x3/8/8/8/8/8/8/4K3 w - - 0 1",
			`parse FEN: unknown letter 'x', expected a piece (KQRBNP or kqrbnp), a number of empty squares, or * (column 2)`},
		{"4k3/8/8/8/8/8/8/4K2K w - - 0 1", "parse FEN: a second white king, expected one (column 20)"},
		{"4k3/8/8/8/8/8/8/8 w - - 0 1", "parse FEN: no white king, expected one (column 1)"},
		{"8/8/8/8/8/8/8/4K3 w - - 0 1", "parse FEN: no black king, expected one (column 1)"},
		{"4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "parse FEN: a white pawn on a1, expected no pawn there, " +
			"since pawns start on the second rank and promote on the last (column 17)"},
		{"4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "parse FEN: a white pawn on h8, expected no pawn there, " +
			"since pawns start on the second rank and promote on the last (column 4)"},
		{"4k3/8/8/8/8/8/8/4K2p w - - 0 1", "parse FEN: a black pawn on h1, expected no pawn there, " +
			"since pawns start on the second rank and promote on the last (column 20)"},
		{"4k3/8/8/8/8/8/8/4K3 w KQ - 0 1",
			`parse FEN: unknown castling rights "KQ", expected K, k, Kk or -, for the kings that have not moved (column 24)`},
		{"4k3/4p3/8/8/8/8/8/4K3 w kKk - 0 1",
			`parse FEN: unknown castling rights "kKk", expected K, k, Kk or -, for the kings that have not moved (column 27)`},
		{"4k3/8/8/8/8/8/4K3/8 w K - 0 1",
			"parse FEN: castling right 'K' is impossible, expected the white king on e1 (column 23)"},
		{"3k4/8/8/8/8/8/8/4K3 w Kk - 0 1",
			"parse FEN: castling right 'k' is impossible, expected the black king on e8 (column 24)"},
		{"3k4/8/8/8/8/8/8/4K3 w k - 0 1",
			"parse FEN: castling right 'k' is impossible, expected the black king on e8 (column 23)"},
		{"3k4/8/8/8/8/8/8/4K3 w - e9 0 1",
			`parse FEN: unknown square "e9", expected - or the name of a square of the board (column 25)`},
		{"3k4/8/8/8/8/8/8/4K3 w - e06 0 1",
			`parse FEN: unknown square "e06", expected - or the name of a square of the board (column 25)`},
		{"3k4/8/8/8/8/8/8/4K3 w - e3 0 1",
			"parse FEN: en passant on e3 is impossible, expected a square on rank 6 with White to move (column 25)"},
		{"3k4/8/8/8/8/8/8/4K3 w - e6 0 1",
			"parse FEN: en passant on e6 is impossible, expected a black pawn on e5 (column 25)"},
		{"3k4/8/8/4p3/8/8/8/4K3 w - e6 0 1",
			"parse FEN: en passant on e6 is impossible, expected e7 vanished, where the pawn came from (column 27)"},
		{"3k4/4*3/4n3/4p3/8/8/8/4K3 w - e6 0 1",
			"parse FEN: en passant on e6 is impossible, expected no piece on e6 (column 31)"},
		{"3k4/8/8/8/8/8/8/4K3 x - - 0 1", `parse FEN: unknown side to move "x", expected w or b (column 21)`},
		{"3k4/8/8/8/8/8/8/4K3 w - - -1 1",
			`parse FEN: invalid halfmove clock "-1", expected a whole number (0–9999) (column 27)`},
		{"3k4/8/8/8/8/8/8/3RK3 w - - 0 1", "parse FEN: the black king on d8 is attacked with White to move, " +
			"expected a king that cannot be captured (column 2)"},
		{"4k3/4*3/8/8/8/8/8/4K3 b Kk - 0 1", "parse FEN: the white king on e1 is attacked with Black to move, " +
			"expected a king that cannot be captured (column 20)"},
		{"4k3/4*3/8/8/8/8/8/4K3 w K - 0 1", "parse FEN: the black king on e8 is attacked with White to move, " +
			"expected a king that cannot be captured (column 2)"},
	} {
		_, err := NewSmall().Parse(c.fen)
		if err == nil {
			t.Errorf("%s is read; want the error %q", c.fen, c.want)
		} else if err.Error() != c.want {
			t.Errorf("%s:\n got %q\nwant %q", c.fen, err, c.want)
		}
	}
	const ten = "4k5/10/10/10/10/10/10/10/10/4K5 w - e10 0 1"
	want := "parse FEN: en passant on e10 is impossible, expected a square on rank 8 with White to move (column 37)"
	if _, err := New().Parse(ten); err == nil || err.Error() != want {
		t.Errorf("%s: %v, want %s", ten, err, want)
	}
}

// TestParseDrops checks what a FEN may say without need.
func TestParseDrops(t *testing.T) {
	for _, c := range []struct{ name, fen, want string }{
		{"an en passant square that no pawn attacks",
			"3k4/4*3/8/4p3/8/8/8/4K3 w - e6 0 1", "3k4/4*3/8/4p3/8/8/8/4K3 w - - 0 1"},
		{"one that has vanished",
			"3k4/4*3/4*3/3Pp3/8/8/8/4K3 w - e6 0 1", "3k4/4*3/4*3/3Pp3/8/8/8/4K3 w - - 0 1"},
		{"one that is of use, though a pin forbids it",
			"3r3k/4*3/8/3Pp3/8/8/8/3K4 w - e6 0 1", "3r3k/4*3/8/3Pp3/8/8/8/3K4 w - e6 0 1"},
		{"rights in another order", "4k3/4p3/8/8/8/8/8/4K3 w kK - 0 1", "4k3/4p3/8/8/8/8/8/4K3 w Kk - 0 1"},
		{"spaces", "  3k4/8/8/8/8/8/8/4K3  w - -  0 1 ", "3k4/8/8/8/8/8/8/4K3 w - - 0 1"},
		{"a king on its start square without the right", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
	} {
		if got := parse(t, c.fen).String(); got != c.want {
			t.Errorf("%s: %s reads as %s, want %s", c.name, c.fen, got, c.want)
		}
	}
}

// TestCounts checks that the counts stop at their largest.
func TestCounts(t *testing.T) {
	p := parse(t, "3k4/8/8/8/8/8/8/4K3 b - - 9999 9999")
	p.Make(find(t, p, "d8d7"))
	if got := strings.Fields(p.String())[4:]; got[0] != "9999" || got[1] != "9999" {
		t.Errorf("the counts after 9999 are %v", got)
	}
}

// FuzzParse checks that whatever is read can be written again and be played.
func FuzzParse(f *testing.F) {
	for _, fen := range append(append([]string{large.start, small.start}, largeFENs...), smallFENs...) {
		f.Add(fen)
	}
	queens := strings.Repeat("QQQQQQQQQQ/", 9)
	f.Add("kP8/*9/" + strings.TrimSuffix(queens[:11*7], "/") + "/9K b - - 0 1")
	f.Add("10/k*8/**8/" + queens[:11*6] + "9K b - - 0 1")
	f.Fuzz(func(t *testing.T, fen string) {
		for _, g := range []game.Game{New(), NewSmall()} {
			p, err := g.Parse(fen)
			if err != nil {
				continue
			}
			gametest.Exercise(t, p, 40, 2)
		}
	})
}
