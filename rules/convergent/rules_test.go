package convergent

import (
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
)

func parse(t *testing.T, fen string) game.Position {
	t.Helper()
	p, err := New().Parse(fen)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return p
}

// moves returns the legal moves in UCI that begin with a text, in order.
func moves(p game.Position, prefix string) string {
	var list []string
	for _, m := range p.Legal(nil) {
		if text := p.UCI(m); strings.HasPrefix(text, prefix) {
			list = append(list, strings.TrimPrefix(text, prefix))
		}
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

// play makes the moves, given in UCI.
func play(t *testing.T, p game.Position, texts string) {
	t.Helper()
next:
	for text := range strings.FieldsSeq(texts) {
		for _, m := range p.Legal(nil) {
			if p.UCI(m) == text {
				p.Make(m)
				continue next
			}
		}
		t.Fatalf("%s is not legal in %s", text, p)
	}
}

// TestPiece checks where one piece can go, free or pinned.
func TestPiece(t *testing.T) {
	for _, c := range []struct{ name, fen, square, want string }{
		{"R1: the queen knightSteps over pieces of both sides",
			"***1k***/*6*/*6*/*1pPp2*/*2Q3*/*6*/*6*/***1K*** w - - 0 1", "d4",
			"b2 b4 b6 c3 c4 c5 d2 d3 d6 e3 e4 e5 f2 f4 f6"},
		{"R1: the queen on her home square",
			"***1k***/*6*/*6*/*6*/*6*/*6*/*6*/***QK*** w - - 0 1", "d1", "b3 c2 d2 d3 e2 f3"},
		{"a rook slides three squares",
			"***1k***/*6*/*6*/*6*/*6*/*6*/*R5*/***1K*** w - - 0 1", "b2", "b3 b4 b5 c2 d2 e2"},
		{"a rook slides to a royal square, up to an enemy, short of a friend",
			"***1k***/*6*/*2p3*/*6*/*2R1P1*/*6*/*6*/***1K*** w - - 0 1", "d4",
			"b4 c4 d1 d2 d3 d5 d6 e4"},
		{"a bishop slides three squares, up to an enemy, short of a friend",
			"***1k***/*6*/*3p2*/*6*/*1B4*/*P5*/*6*/***1K*** w - - 0 1", "c4", "b5 d3 d5 e2 e6"},
		{"a bishop's line ends where the board does",
			"***1k***/*6*/*6*/*6*/*6*/*1B4*/*6*/***1K*** w - - 0 1", "c3", "b2 b4 d2 d4 e5 f6"},
		{"a knight knightSteps from a royal square",
			"***1k***/*6*/*6*/*6*/*6*/*6*/*6*/***NK*** w - - 0 1", "d1", "b2 c3 e3 f2"},
		{"R2: a pawn goes diagonally without capturing",
			"***1k***/*6*/*6*/*6*/*6*/*2P3*/*6*/***1K*** w - - 0 1", "d3", "c4 d4 e4"},
		{"R2: a pawn captures diagonally, not rookSteps ahead",
			"***1k***/*6*/*6*/*6*/*2pp2*/*2P3*/*6*/***1K*** w - - 0 1", "d3", "c4 e4"},
		{"R2: a black pawn goes the other way",
			"***1k***/*6*/*3p2*/*2PP2*/*6*/*6*/*6*/***1K*** b - - 0 1", "e6", "d5 f5"},
		{"R2: a white pawn in the corner b7 can only go sideways",
			"***1k***/*P5*/*6*/*6*/*6*/*6*/*6*/***1K*** w - - 0 1", "b7", "c7"},
		{"R2: sideways it does not capture",
			"***1k***/*Pn4*/*6*/*6*/*6*/*6*/*6*/***1K*** w - - 0 1", "b7", ""},
		{"R2: a white pawn in the corner g2",
			"***1k***/*6*/*6*/*6*/*6*/*6*/*5P*/***1K*** w - - 0 1", "g2", "f2 f3 g3"},
		{"R2: a black pawn in the corner g2",
			"***1k***/*6*/*6*/*6*/*6*/*6*/*5p*/***1K*** b - - 0 1", "g2", "f2"},
		{"R2: a black pawn in the corner b7",
			"***1k***/*p5*/*6*/*6*/*6*/*6*/*6*/***1K*** b - - 0 1", "b7", "b6 c6 c7"},
		{"R2: no pawn goes sideways elsewhere",
			"***1k***/*1P4*/*6*/*6*/*6*/*6*/*6*/***1K*** w - - 0 1", "c7", "d8"},
		{"R2: a pawn enters the royal square ahead only if it is empty",
			"***1n***/*3P2*/*6*/*5k*/*6*/*6*/*6*/***1K*** w - - 0 1", "e7", "d8"},
		{"own pieces enter their own royal squares",
			"***1k***/*6*/*6*/*6*/*6*/*6*/*2R3*/***1K*** w - - 0 1", "d2", "b2 c2 d1 d3 d4 d5 e2 f2 g2"},

		{"a pinned rook stays on its line",
			"***2***/*5k*/*6*/*r1RK2*/*6*/*6*/*6*/***2*** w - - 0 1", "d5", "b5 c5"},
		{"a rook four squares away does not pin",
			"***2***/*5k*/*6*/*r1R1K1*/*6*/*6*/*6*/***2*** w - - 0 1", "d5", "b5 c5 d2 d3 d4 d6 d7 d8 e5"},
		{"a pinned queen stays between or captures",
			"***2***/*5k*/*6*/*r1QK2*/*6*/*6*/*6*/***2*** w - - 0 1", "d5", "b5 c5"},
		{"a pinned queen does not leap over the pinner",
			"***2***/*5k*/*6*/*1rQK2*/*6*/*6*/*6*/***2*** w - - 0 1", "d5", "c5"},
		{"a pinned bishop", "***2***/*k4b*/*6*/*3B2*/*2K3*/*6*/*6*/***2*** w - - 0 1", "e5", "f6 g7"},
		{"a pinned knight", "***2***/*k4b*/*6*/*3N2*/*2K3*/*6*/*6*/***2*** w - - 0 1", "e5", ""},
		{"a pawn pinned on its file", "***2***/*k5*/*6*/*3r2*/*6*/*3P2*/*3K2*/***2*** w - - 0 1", "e3", "e4"},
		{"a pawn pinned on a bishopSteps", "***2***/*k5*/*6*/*6*/*5b*/*4P1*/*3K2*/***2*** w - - 0 1", "f3", "g4"},
		{"two pieces on the line are not pinned",
			"***2***/*5k*/*6*/*rNRK2*/*6*/*6*/*6*/***2*** w - - 0 1", "c5", "b3 b7 d3 d7 e4 e6"},
	} {
		if got := moves(parse(t, c.fen), c.square); got != c.want {
			t.Errorf("%s: %s in %s goes to [%s], want [%s]", c.name, c.square, c.fen, got, c.want)
		}
	}
}

// TestCheck checks every legal move where the mover is in check (R3), or nearly.
func TestCheck(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		check     bool
		want      string
	}{
		{"an intruder must be captured, wherever the king is",
			"***1k***/*6*/*6*/*6*/*2R3*/*6*/*K5*/***p1*** w - - 0 1", true, "d4d1"},
		{"a king captures an intruder that is not guarded",
			"***1k***/*6*/*6*/*6*/*6*/*6*/*6*/***nK*** w - - 0 1", true, "e1d1"},
		{"a king does not capture a guarded intruder",
			"***1k***/*6*/*6*/*6*/*6*/*1n4*/*6*/***nK*** w - - 0 1", true, ""},
		{"no piece captures two intruders",
			"***1k***/*6*/*6*/*6*/*6*/*6*/*2KR2*/***nr*** w - - 0 1", true, ""},
		{"an intruder and another checker are not both captured",
			"***1k***/*6*/*6*/*6*/*2R3*/*r5*/*K5*/***p1*** w - - 0 1", true, ""},
		{"a piece pinned elsewhere does not capture the intruder",
			"***1k***/*6*/*6*/*6*/*K1Rr2*/*6*/*6*/***p1*** w - - 0 1", true, ""},
		{"R1: a queen checks through a piece; capture or flight answer, nothing between",
			"***1k***/*6*/*3N2*/*6*/*KPq3*/*6*/*1R4*/***2*** w - - 0 1", true, "b4b3 b4b5 e6d4"},
		{"a slider's check is blocked",
			"***1k***/*6*/*6*/*6*/*K2r2*/*6*/*2R3*/***2*** w - - 0 1", true, "b4b3 b4b5 b4c3 b4c5 d2d4"},
		{"the king withdraws out of a slider's three squares",
			"***2***/*k5*/*6*/*r2K2*/*6*/*6*/*6*/***2*** w - - 0 1", true, "e5d4 e5d6 e5e4 e5e6 e5f4 e5f5 e5f6"},
		{"the king does not retreat along its line within them",
			"***2***/*k5*/*6*/*1r1K2*/*6*/*6*/*6*/***2*** w - - 0 1", true, "e5d4 e5d6 e5e4 e5e6 e5f4 e5f6"},
		{"a slider four squares away does not check",
			"***2***/*k5*/*6*/*r3K1*/*6*/*6*/*6*/***2*** w - - 0 1", false,
			"f5e4 f5e6 f5f4 f5f6 f5g4 f5g5 f5g6"},
		{"two checks, one answer: the king",
			"***2***/*5k*/*3n2*/*4R1*/*2K1r1*/*6*/*6*/***2*** w - - 0 1", true, "d4c3 d4d3 d4d5 d4e3 d4e5"},
		{"kings keep apart, and an attacked royal square is closed to the king (R5)",
			"***2***/*3K1k*/*6*/*2r3*/*6*/*6*/*6*/***2*** w - - 0 1", false, "e7e6 e7e8"},
	} {
		p := parse(t, c.fen)
		if got := moves(p, ""); got != c.want || p.InCheck() != c.check || p.LegalCount() != len(p.Legal(nil)) {
			t.Errorf("%s: %s has [%s], check %v, count %d; want [%s], check %v",
				c.name, c.fen, got, p.InCheck(), p.LegalCount(), c.want, c.check)
		}
	}
}
