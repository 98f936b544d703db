package rulekit

import (
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
)

const (
	orthodox = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
	allSix   = "four to six fields: board, side to move, castling rights, en passant square, halfmove clock, move number"
)

func TestSplitFEN(t *testing.T) {
	f, wrong := SplitFEN("  8/8 b  Kq e3 120 9999 ")
	if wrong != nil {
		t.Fatal(wrong)
	}
	want := Fields{Field{"board", "8/8", 3}, Field{"castling rights", "Kq", 10},
		Field{"en passant square", "e3", 13}, game.Black, 120, 9999}
	if f != want {
		t.Errorf("got %+v, want %+v", f, want)
	}
}

func TestSplitFENErrors(t *testing.T) {
	for _, c := range []struct{ fen, want string }{
		{"", "parse FEN: no board, expected " + allSix + " (column 1)"},
		{"8/8 w -", "parse FEN: no en passant square, expected " + allSix + " (column 8)"},
		{"8/8 w - - 0 1 and a long text after",
			`parse FEN: unexpected text "and", expected the end after six fields (column 15)`},
		{"8/8 white - - 0 1", `parse FEN: unknown side to move "white", expected w or b (column 5)`},
		{"8/8 w - - 1e3 1", `parse FEN: invalid halfmove clock "1e3", expected a whole number (0–9999) (column 11)`},
		{"8/8 w - - 007 1", `parse FEN: invalid halfmove clock "007", expected a whole number (0–9999) (column 11)`},
		{"8/8 w - - 0 0", `parse FEN: invalid move number "0", expected a whole number (1–9999) (column 13)`},
		{"8/8 w - - 0 10000", `parse FEN: invalid move number "10000", expected a whole number (1–9999) (column 13)`},
		{"8/8 w - - 0 " + strings.Repeat("9", 40),
			`parse FEN: invalid move number "999999999999999999999999…", expected a whole number (1–9999) (column 13)`},
	} {
		if _, wrong := SplitFEN(c.fen); len(wrong) != 1 || wrong[0].Error() != c.want {
			t.Errorf("%q:\n got %v\nwant %s", c.fen, wrong, c.want)
		}
	}
}

// What can be read is read, and everything that cannot is reported.
func TestSplitFENReportsAllErrors(t *testing.T) {
	f, wrong := SplitFEN("8/8 x KQ e3 -1 0 more")
	want := Fields{Field{"board", "8/8", 1}, Field{"castling rights", "KQ", 7},
		Field{"en passant square", "e3", 10}, game.White, 0, 1}
	if f != want || len(wrong) != 4 {
		t.Errorf("got %+v and %v, want %+v", f, wrong, want)
	}
	f, wrong = SplitFEN("8/8 b")
	want = Fields{Field{"board", "8/8", 1}, Field{"castling rights", "-", 6},
		Field{"en passant square", "-", 6}, game.Black, 0, 1}
	if f != want || len(wrong) != 1 {
		t.Errorf("got %+v and %v, want %+v", f, wrong, want)
	}
}

// The counts may be missing. Operations of EPD may follow the fields, and two of them
// are counts.
func TestSplitEPD(t *testing.T) {
	for _, c := range []struct {
		fen                 string
		halfmoves, fullmove int
	}{
		{"8/8 b Kq e3", 0, 1},
		{"8/8 b Kq e3 7", 7, 1},
		{"8/8 b Kq e3 7 8", 7, 8},
		{`8/8 b Kq e3 bm Nf3 e4; id "a; name";`, 0, 1},
		{"8/8 b Kq e3 hmvc 7; fmvn 8;", 7, 8},
		{"8/8 b Kq e3 fmvn  8 ;noop ;  hmvc 7;  ", 7, 8},
		{`8/8 b Kq e3 7 8 c0 "";`, 7, 8},
		{"8/8 b Kq e3 7 fmvn 8; v_1 2;", 7, 8},
	} {
		f, wrong := SplitFEN(c.fen)
		board, rights := Field{"board", "8/8", 1}, Field{"castling rights", "Kq", 7}
		want := Fields{board, rights, Field{"en passant square", "e3", 10}, game.Black, c.halfmoves, c.fullmove}
		if f != want || wrong != nil {
			t.Errorf("%q: %+v, %v; want %+v", c.fen, f, wrong, want)
		}
	}
}

// Of the operations, those that are no counts are ignored, and named.
func TestIgnoredOperations(t *testing.T) {
	for _, c := range []struct{ fen, want string }{
		{"8/8 b Kq e3 7 8", ""},
		{"8/8 b Kq e3 hmvc 7; fmvn 8;", ""},
		{`8/8 b Kq e3 bm Nf3 e4; hmvc 7; id "a; name"; acd 12;`, "bm id acd"},
	} {
		if got := strings.Join(IgnoredOperations(c.fen), " "); got != c.want {
			t.Errorf("%q: %q, want %q", c.fen, got, c.want)
		}
	}
}

func TestSplitEPDErrors(t *testing.T) {
	const opcode = `an opcode of EPD, as in id "a name";`
	for _, c := range []struct{ fen, want string }{
		{"8/8 w - - dm", `invalid halfmove clock "dm", ` +
			`expected a whole number (0–9999) or operations that end with ; (column 11)`},
		{"8/8 w - - bm Nf3; id", `the operation id does not end, expected ; behind it (column 21)`},
		{`8/8 w - - id "a; b`, `a text of the operation id does not end, expected a " at its end (column 14)`},
		{"8/8 w - - bm Nf3; +id 3;", `unexpected text "+id", expected ` + opcode + ` (column 19)`},
		{"8/8 w - - bm Nf3;;", `unexpected text ";", expected ` + opcode + ` (column 18)`},
		{"8/8 w - - b\xff 3;", `unexpected text "b\xff", expected ` + opcode + ` (column 11)`},
		{"8/8 w - - anOpcodeTooLong1 3;", `unexpected text "anOpcodeTooLong1", expected ` + opcode + ` (column 11)`},
		{"8/8 w - - hmvc x;", `invalid halfmove clock "x", expected a whole number (0–9999) (column 16)`},
		{"8/8 w - - fmvn;", `invalid move number "", expected a whole number (1–9999) (column 15)`},
		{"8/8 w - - 0 1 2 id 3;", `unexpected text "2", expected the end after six fields (column 15)`},
	} {
		if _, wrong := SplitFEN(c.fen); len(wrong) != 1 || wrong[0].Error() != "parse FEN: "+c.want {
			t.Errorf("%q:\n got %v\nwant %s", c.fen, wrong, c.want)
		}
	}
}

func TestGridReportsAllErrors(t *testing.T) {
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
	if got, want := JoinFEN("8/8", game.Black, "", "e3", 5, 6), "8/8 b - e3 5 6"; got != want {
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
	const letters = "a piece (KQRBNP or kqrbnp), a number of empty squares, or *"
	for _, c := range []struct{ text, want string }{
		{"8/8/8/8/8/8/8/8/8", "9 ranks, expected at most 8 (column 5)"},
		{"8/44", "rank 1 has at least 44 squares, expected at most 8 (column 7)"},
		{"8/PPPPPPPPP", "rank 1 has at least 9 squares, expected at most 8 (column 15)"},
		{"8/7", "rank 1 has 7 squares, expected 8 as on the top rank (column 7)"},
		{"8//8", "rank 2 has no squares, expected at least one (column 7)"},
		{"8/p0", "unknown letter '0', expected " + letters + " (column 8)"},
		{"8/p♔", "unknown letter '♔', expected " + letters + " (column 8)"},
		{"8/p\xff", "unknown letter '�', expected " + letters + " (column 8)"},
		{"8/-", "unknown letter '-', expected " + letters + " (column 7)"},
	} {
		_, wrong := Field{"board", c.text, 5}.ReadGrid(8, 8)
		if want := "parse FEN: " + c.want; len(wrong) != 1 || wrong[0].Error() != want {
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
	want := "parse FEN: the board has 10×3 squares, expected 8×3 (column 7)"
	if err := g.MustBe(f, 8, 3); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
