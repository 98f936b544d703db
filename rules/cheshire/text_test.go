package cheshire

import (
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/gametest"
)

// TestParseErrors checks that each refusal tells what, where, and what instead.
func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ fen, want string }{
		{"8/8/8/8/8/8/8/8 w - - 0", "FEN, move number, column 24: the field is missing; expected six fields: board, side, rights, en passant square, halfmove clock, move number"},
		{"4k3/8/8/8/8/8/8/9 w - - 0 1", "FEN, board, column 17: a row of at least 9 squares; expected at most 8"},
		{"4k2/7/7/7/7/7/7/4K2 w - - 0 1", "FEN, board, column 1: the board is 7 wide and 8 high; expected 8 wide and 8 high"},
		{"4k3/8/8/8/8/8/4K3 w - - 0 1", "FEN, board, column 1: the board is 8 wide and 7 high; expected 8 wide and 8 high"},
		{"4x3/8/8/8/8/8/8/4K3 w - - 0 1", `FEN, board, column 2: unknown letter 'x'; expected a letter of KQRBNP or kqrbnp, a number of empty squares, or *`},
		{"4k3/8/8/8/8/8/8/4K2K w - - 0 1", "FEN, board, column 20: a second white king; expected one"},
		{"4k3/8/8/8/8/8/8/8 w - - 0 1", "FEN, board, column 1: no white king; expected one"},
		{"8/8/8/8/8/8/8/4K3 w - - 0 1", "FEN, board, column 1: no black king; expected one"},
		{"4k3/8/8/8/8/8/8/P3K3 w - - 0 1", "FEN, board, column 17: a white pawn on a1; expected no pawn there, since pawns start on the second rank and promote on the last"},
		{"4k2P/8/8/8/8/8/8/4K3 w - - 0 1", "FEN, board, column 4: a white pawn on h8; expected no pawn there, since pawns start on the second rank and promote on the last"},
		{"4k3/8/8/8/8/8/8/4K2p w - - 0 1", "FEN, board, column 20: a black pawn on h1; expected no pawn there, since pawns start on the second rank and promote on the last"},
		{"4k3/8/8/8/8/8/8/4K3 w KQ - 0 1", `FEN, rights, column 24: unknown rights "KQ"; expected K, k, Kk or -, for the kings that have not moved yet`},
		{"4k3/4p3/8/8/8/8/8/4K3 w kKk - 0 1", `FEN, rights, column 27: unknown rights "kKk"; expected K, k, Kk or -, for the kings that have not moved yet`},
		{"4k3/8/8/8/8/8/4K3/8 w K - 0 1", "FEN, rights, column 23: K says that the white king has not moved, but it stands on e2; expected it on e1, or no K"},
		{"3k4/8/8/8/8/8/8/4K3 w Kk - 0 1", "FEN, rights, column 24: k says that the black king has not moved, but it stands on d8; expected it on e8, or no k"},
		{"3k4/8/8/8/8/8/8/4K3 w k - 0 1", "FEN, rights, column 23: k says that the black king has not moved, but it stands on d8; expected it on e8, or no k"},
		{"3k4/8/8/8/8/8/8/4K3 w - e9 0 1", `FEN, en passant, column 25: "e9" is no square of the board; expected a square such as e6, or -`},
		{"3k4/8/8/8/8/8/8/4K3 w - e06 0 1", `FEN, en passant, column 25: "e06" is no square of the board; expected a square such as e6, or -`},
		{"3k4/8/8/8/8/8/8/4K3 w - e3 0 1", "FEN, en passant, column 25: no pawn of Black can have passed over e3; expected a square on rank 6 with White to move, or -"},
		{"3k4/8/8/8/8/8/8/4K3 w - e6 0 1", "FEN, en passant, column 25: nothing stands on e5, beyond e6; expected a black pawn there, or -"},
		{"3k4/8/8/4p3/8/8/8/4K3 w - e6 0 1", "FEN, en passant, column 27: e7 is still there, though the pawn on e5 must just have left it; expected e7 vanished, or -"},
		{"3k4/4*3/4n3/4p3/8/8/8/4K3 w - e6 0 1", "FEN, en passant, column 31: a black knight stands on e6, which a pawn must just have passed over; expected nothing there, or -"},
		{"3k4/8/8/8/8/8/8/4K3 x - - 0 1", `FEN, side, column 21: unknown side "x"; expected w or b`},
		{"3k4/8/8/8/8/8/8/4K3 w - - -1 1", `FEN, halfmove clock, column 27: bad count "-1"; expected a whole number from 0 to 9999`},
		{"3k4/8/8/8/8/8/8/3RK3 w - - 0 1", "FEN, board, column 2: Black has left its king on d8 attacked, with White to move; expected a king that cannot be taken"},
		{"4k3/4*3/8/8/8/8/8/4K3 b Kk - 0 1", "FEN, board, column 20: White has left its king on e1 attacked, with Black to move; expected a king that cannot be taken"},
		{"4k3/4*3/8/8/8/8/8/4K3 w K - 0 1", "FEN, board, column 2: Black has left its king on e8 attacked, with White to move; expected a king that cannot be taken"},
	} {
		_, err := NewSmall().Parse(c.fen)
		if err == nil {
			t.Errorf("%s is read; want the error %q", c.fen, c.want)
		} else if err.Error() != c.want {
			t.Errorf("%s:\n got %q\nwant %q", c.fen, err, c.want)
		}
	}
	const ten = "4k5/10/10/10/10/10/10/10/10/4K5 w - e10 0 1"
	want := "FEN, en passant, column 37: no pawn of Black can have passed over e10; expected a square on rank 8 with White to move, or -"
	if _, err := New().Parse(ten); err == nil || err.Error() != want {
		t.Errorf("%s: %v, want %s", ten, err, want)
	}
}

// TestParseDrops checks what a FEN may say without need.
func TestParseDrops(t *testing.T) {
	for _, c := range []struct{ name, fen, want string }{
		{"an en passant square that nobody can take on",
			"3k4/4*3/8/4p3/8/8/8/4K3 w - e6 0 1", "3k4/4*3/8/4p3/8/8/8/4K3 w - - 0 1"},
		{"one that has vanished",
			"3k4/4*3/4*3/3Pp3/8/8/8/4K3 w - e6 0 1", "3k4/4*3/4*3/3Pp3/8/8/8/4K3 w - - 0 1"},
		{"one that is of use, though a pin forbids it",
			"3r3k/4*3/8/3Pp3/8/8/8/3K4 w - e6 0 1", "3r3k/4*3/8/3Pp3/8/8/8/3K4 w - e6 0 1"},
		{"rights in another order", "4k3/4p3/8/8/8/8/8/4K3 w kK - 0 1", "4k3/4p3/8/8/8/8/8/4K3 w Kk - 0 1"},
		{"spaces", "  3k4/8/8/8/8/8/8/4K3  w - -  0 1 ", "3k4/8/8/8/8/8/8/4K3 w - - 0 1"},
		{"a king at home without his right", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
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
