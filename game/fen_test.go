package game

import (
	"strings"
	"testing"
)

const (
	orthodox = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
	allSix   = "six fields: board, side, rights, en passant square, halfmove clock, move number"
)

func TestSplitFEN(t *testing.T) {
	f, wrong := SplitFEN("  8/8 b  Kq e3 120 9999 ")
	if wrong != nil {
		t.Fatal(wrong)
	}
	want := Fields{Field{"board", "8/8", 3}, Field{"rights", "Kq", 10}, Field{"en passant", "e3", 13}, Black, 120, 9999}
	if f != want {
		t.Errorf("got %+v, want %+v", f, want)
	}
}

func TestSplitFENErrors(t *testing.T) {
	for _, c := range []struct{ fen, want string }{
		{"", "FEN, board, column 1: the field is missing; expected " + allSix},
		{"8/8 w -", "FEN, en passant, column 8: the field is missing; expected " + allSix},
		{"8/8 w - - 0 1 and a long text after", `FEN, column 15: more text "and"; expected the end after six fields`},
		{"8/8 white - - 0 1", `FEN, side, column 5: unknown side "white"; expected w or b`},
		{"8/8 w - - 1e3 1", `FEN, halfmove clock, column 11: bad count "1e3"; expected a whole number from 0 to 9999`},
		{"8/8 w - - 007 1", `FEN, halfmove clock, column 11: bad count "007"; expected a whole number from 0 to 9999`},
		{"8/8 w - - 0 0", `FEN, move number, column 13: bad count "0"; expected a whole number from 1 to 9999`},
		{"8/8 w - - 0 10000", `FEN, move number, column 13: bad count "10000"; expected a whole number from 1 to 9999`},
		{"8/8 w - - 0 " + strings.Repeat("9", 40),
			`FEN, move number, column 13: bad count "999999999999999999999999…"; expected a whole number from 1 to 9999`},
	} {
		if _, wrong := SplitFEN(c.fen); len(wrong) != 1 || wrong[0].Error() != c.want {
			t.Errorf("%q:\n got %v\nwant %s", c.fen, wrong, c.want)
		}
	}
}

// What can be read is read, and everything that cannot is told.
func TestSplitFENGoesOn(t *testing.T) {
	f, wrong := SplitFEN("8/8 x KQ e3 -1 0 more")
	want := Fields{Field{"board", "8/8", 1}, Field{"rights", "KQ", 7}, Field{"en passant", "e3", 10}, White, 0, 1}
	if f != want || len(wrong) != 4 {
		t.Errorf("got %+v and %v, want %+v", f, wrong, want)
	}
	f, wrong = SplitFEN("8/8 b")
	want = Fields{Field{"board", "8/8", 1}, Field{"rights", "-", 6}, Field{"en passant", "-", 6}, Black, 0, 1}
	if f != want || len(wrong) != 1 {
		t.Errorf("got %+v and %v, want %+v", f, wrong, want)
	}
}

func TestGridGoesOn(t *testing.T) {
	for _, c := range []struct {
		text, want   string
		files, ranks int // the size that it must be
		wrong        int
	}{
		{"k♔K/9/pp", "k1K1/4/pp2", 4, 3, 3},
		{"k2/8/KPPPPP", "k3/4/KPPP", 4, 3, 2},
		{"k2/1R1/K2", "k2/1R1/K2", 3, 3, 0},
		{"k2/1R1/K2", "k3/1R2/K3/4", 4, 4, 1},
		{"8/8/kK", "4/4", 4, 2, 4},
		{"//", "4/4/4", 4, 3, 4},
	} {
		f := Field{"board", c.text, 1}
		g, wrong := f.ReadGrid(4, 4)
		if err := g.MustBe(f, c.files, c.ranks); err != nil {
			wrong = append(wrong, err)
		}
		if g.String() != c.want || len(wrong) != c.wrong {
			t.Errorf("%s is read as %s with %v, want %s with %d errors", c.text, g, wrong, c.want, c.wrong)
		}
	}
}

func TestJoinFEN(t *testing.T) {
	if got, want := JoinFEN("8/8", Black, "", "e3", 5, 6), "8/8 b - e3 5 6"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Boards of any size and with any squares missing print as they were read.
func TestGridRoundTrip(t *testing.T) {
	for _, c := range []struct {
		text         string
		files, ranks int
	}{
		{orthodox, 8, 8}, {"k/R/K", 1, 3}, {"k2RK", 5, 1}, {"***qk***/*6*", 8, 2},
		{"10/*8*/k8K", 10, 3}, {"16/pP14", 16, 2}, {"**/**", 2, 2},
	} {
		g, wrong := Field{Text: c.text}.ReadGrid(16, 16)
		if wrong != nil {
			t.Errorf("%s: %v", c.text, wrong)
		} else if g.Files != c.files || g.Ranks != c.ranks || g.String() != c.text {
			t.Errorf("%s is read as %s, %d by %d", c.text, g, g.Files, g.Ranks)
		}
	}
}

func TestGridErrors(t *testing.T) {
	const letters = "a letter of KQRBNP or kqrbnp, a number of empty squares, or *"
	for _, c := range []struct{ text, want string }{
		{"8/8/8/8/8/8/8/8/8", "column 5: 9 rows; expected at most 8 rows"},
		{"8/44", "column 7: a row of at least 44 squares; expected at most 8"},
		{"8/PPPPPPPPP", "column 15: a row of at least 9 squares; expected at most 8"},
		{"8/7", "column 7: row 2 from the top has 7 squares; expected 8, as in the top row"},
		{"8//8", "column 7: the row is empty; expected at least one square"},
		{"8/p0", "column 8: unknown letter '0'; expected " + letters},
		{"8/p♔", "column 8: unknown letter '♔'; expected " + letters},
		{"8/p\xff", "column 8: unknown letter '�'; expected " + letters},
		{"8/-", "column 7: unknown letter '-'; expected " + letters},
	} {
		_, wrong := Field{"board", c.text, 5}.ReadGrid(8, 8)
		if want := "FEN, board, " + c.want; len(wrong) != 1 || wrong[0].Error() != want {
			t.Errorf("%q:\n got %v\nwant %s", c.text, wrong, want)
		}
	}
}

// An error about a square points at what stands for it in the text.
func TestGridPlaces(t *testing.T) {
	f := Field{"board", "3k4/10/2K", 7}
	f.Text = "3k6/10/2K7"
	g, wrong := f.ReadGrid(10, 10)
	if wrong != nil {
		t.Fatal(wrong)
	}
	for _, c := range []struct{ rank, file, column int }{{2, 0, 7}, {2, 3, 8}, {2, 9, 9}, {1, 9, 11}, {0, 2, 15}} {
		if fault := g.Errorf(f, c.rank, c.file, "", ""); fault.Column != c.column {
			t.Errorf("rank %d, file %d: %+v, want column %d", c.rank, c.file, fault, c.column)
		}
	}
	if err := g.MustBe(f, 10, 3); err != nil {
		t.Error(err)
	}
	want := "FEN, board, column 7: the board is 10 wide and 3 high; expected 8 wide and 3 high"
	if err := g.MustBe(f, 8, 3); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
