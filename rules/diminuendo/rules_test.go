package diminuendo

import (
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
)

func parse(t testing.TB, name, fen string) game.Position {
	t.Helper()
	p, err := named(t, name).Parse(fen)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return p
}

// moves returns the legal moves in UCI that begin with a text, in
// order, without that text.
func moves(p game.Position, prefix string) string {
	var list []string
	for _, m := range p.Legal(nil) {
		if text, ok := strings.CutPrefix(p.UCI(m), prefix); ok {
			list = append(list, text)
		}
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

// Rankings that the tests below use: crescendo makes kings of queens, twoKings
// of pawns, and both let a king step down.
const (
	plain     = "diminuendo"
	crescendo = "diminuendo:pbnrqk"
	twoKings  = "diminuendo:pkqrnb"
	queenish  = "diminuendo:kqrnbp+qk"
	flexible  = "diminuendo:kqrnbp+fp"
)

// TestPiece checks where one piece can go.
func TestPiece(t *testing.T) {
	for _, c := range []struct{ why, name, fen, prefix, want string }{
		{"R1: a rook on z acts from both halves", plain, "K4/6/7/3R3/7/6/4k w - - 0 1", "z",
			"a2 a4 a5 b2 b3 b4 b5 c3 c4 c5 d1 d2 d3 d6 d7 d8 e3 e4 e5 f2 f3 f4 f5 g1 g2 g4"},
		{"R1: a bishop on z acts from both halves", plain, "K4/6/7/3B3/7/6/4k w - - 0 1", "z",
			"b1 b3 b4 b6 c2 c3 c5 c6 e2 e3 e5 e6 f1 f3 f4 f6"},
		{"R1: a knight on z acts from both halves", plain, "K4/6/7/3N3/7/6/4k w - - 0 1", "z",
			"a2 a3 a4 b1 b2 b5 b6 c1 c2 c6 c7 e1 e2 e6 e7 f1 f2 f5 f6 g2 g3 g4"},
		{"R1: a queen on z acts from both halves", plain, "K4/6/7/3Q3/7/6/4k w - - 0 1", "z",
			"a2 a4 a5 b1 b2 b3 b4 b5 b6 c2 c3 c4 c5 c6 d1 d2 d3 d6 d7 d8 e2 e3 e4 e5 e6 f1 f2 f3 f4 f5 f6 g1 g2 g4"},
		{"R1: a king on z steps from both halves", crescendo, "5/6/7/3K3/7/6/4k w - - 0 1", "z", "c3 c4 c5 d3 d6 e3 e4 e5"},
		{"R1: d3, z and d6 are one line", plain, "K4/6/7/2R4/7/6/4k w - - 0 1", "d3d", "1 2 6 7 8"},
		{"R1: a piece on z bars it", plain, "K4/6/7/2Rb3/7/6/4k w - - 0 1", "d3d", "1 2"},
		{"R1: a line through the lower half", plain, "K4/6/2R4/7/7/6/4k w - - 0 1", "c3",
			"a3 b2 b3 c1 c2 c4 c5 c6 c7 d3 e2 e4 f1 f4 g4 z"},
		{"R1: a line that ends in the lower half", plain, "K4/6/2R4/3n3/7/6/4k w - - 0 1", "c3",
			"a3 b2 b3 c1 c2 c4 c5 c6 c7 d3 e2 f1 z"},
		{"R1: a bishop passes between the halves, z empty", plain, "K4/6/3B3/7/7/6/4k w - - 0 1", "c4",
			"a3 b2 b5 d3 d6 e1 e4 e7 g3"},
		{"R1: a bishop passes between the halves, z occupied", plain, "K4/6/3B3/3n3/7/6/4k w - - 0 1", "c4",
			"a3 b2 b5 d3 d6 e1 e4 e7 g3"},
		{"R1: a bishop's line through a half", plain, "K4/2B3/7/7/7/6/4k w - - 0 1", "b3", "a4 c2 c5 d1 d7 f3 z"},
		{"R1: a bishop's line that ends in a half", plain, "K4/2B3/7/3n3/7/6/4k w - - 0 1", "b3", "a4 c2 c5 d1 d7 z"},
		{"R1: a white pawn on z", plain, "K4/6/1pppppp/3P3/1pppppp/6/4k w - - 0 1", "z", "c4 c5 d6 e4 e5"},
		{"R1: a black pawn on z", plain, "K4/6/PPPPPP1/3p3/PPPPPP1/6/4k b - - 0 1", "z", "c3 c4 d3 e3 e4"},
		{"R1: pawns capture on either half", plain, "K4/6/2PPP2/3n3/7/6/4k w - - 0 1", "c", "3z 4z 5c6"},
		{"R3: a pawn may enter z", plain, "K4/6/7/2P4/7/6/4k w - - 0 1", "d3", "z"},
		{"a pawn does not capture straight ahead", plain, "K4/6/7/2Pn3/7/6/4k w - - 0 1", "d3", ""},
		{"R5: promotion ahead and by capture, never to a king", plain, "K4/5r/5P1/7/7/6/4k w - - 0 1", "c6",
			"b6b b6n b6q b6r c7b c7n c7q c7r"},
		{"R5: a black pawn promotes on rank 1", plain, "K4/6/7/7/1p5/6/4k b - - 0 1", "e2", "e1b e1n e1q e1r"},
		{"R8: the flexible pawn moves sideways-forward, and promotes there", flexible, "K4/4P1/7/7/7/6/4k w - - 0 1", "b5",
			"a5b a5n a5q a5r b6b b6n b6q b6r c6"},
		{"R8: the flexible pawn does not capture straight ahead", flexible, "K4/2Pn2/7/7/7/6/4k w - - 0 1", "b3", ""},
		{"R8: the flexible pawn on z", flexible, "K4/6/7/3P3/7/6/4k w - - 0 1", "z", "c4 c5 d6 e4 e5"},
		{"R8: the flexible pawn enters either half", flexible, "K4/6/7/7/2PPP2/6/4k w - - 0 1", "e",
			"3f3 3z 4f4 4z 5d6 5e6 5f5"},
		{"a rookish king steps to six squares", plain, "5/6/1K5/7/7/6/4k w - - 0 1", "c2", "b1 b2 c1 c3 d2 d3"},
		{"R8: a queenish king to twelve", queenish, "5/6/7/2K4/7/6/4k w - - 0 1", "d3", "b2 c1 c2 c3 c4 d2 e1 e2 e3 e4 f2"},
		{"R8: it, too, passes between the halves of z, occupied or not", queenish, "5/6/3K3/3N3/7/6/4k w - - 0 1", "c4",
			"a3 b2 b3 b4 b5 c3 c5 d3 d6 e4"},
		{"R4: kings are never captured, not even after a drop check", plain,
			"K4/6/7/3R2k/7/6/5 w - - 0 1", "zd", "1 2 3 6 7"},
		{"R3: the last king may not enter z", crescendo, "5/6/7/2K4/7/6/4k w - - 0 1", "d3", "c2 c3 d2 e2 e3"},
		{"R7: one king of two may enter z", twoKings, "4K/6/7/2K4/7/6/4k w - - 0 1", "d3", "c2 c3 d2 e2 e3 z"},
		{"R7: a piece may become a king on z", twoKings, "K4/6/7/2P4/7/6/4k w - - 0 1", "d3", "z"},
		{"R7: but not where it would be attacked", twoKings, "K4/6/7/2P4/7/1r4/4k w - - 0 1", "d3", ""},
		{"R7: nor where entering opens a line to it", twoKings, "K4/6/7/r1P4/7/6/4k w - - 0 1", "d3", ""},
		{"R7: two kings bind a piece twice", twoKings, "5/2K3/K1R2r1/7/7/r5/4k w - - 0 1", "c3", ""},
	} {
		if got := moves(parse(t, c.name, c.fen), c.prefix); got != c.want {
			t.Errorf("%s: %s in %s goes to\n got [%s]\nwant [%s]", c.why, c.prefix, c.fen, got, c.want)
		}
	}
}
