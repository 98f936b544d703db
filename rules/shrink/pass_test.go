package shrink

import (
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
)

func TestMakeNull(t *testing.T) {
	for _, c := range []struct {
		why  string
		g    game.Game
		fen  string
		want string // the FEN after it; empty: refused
	}{
		{"at the start", NewChess(), startFEN, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"},
		{"the right to take en passant is lost", NewChess(), "4k2n/8/8/3pP3/8/8/8/N3K3 w - d6 0 2", "4k2n/8/8/3pP3/8/8/8/N3K3 b - - 0 2"},
		{"in check", NewChess(), "4k3/8/8/8/8/8/4r3/N3K3 w - - 0 1", ""},
		{"king and pawns", NewChess(), "4k2r/8/8/8/8/8/4P3/4K3 w - - 0 1", ""},
		{"the other side has king and pawns", NewChess(), "4k3/4p3/8/8/8/8/8/N3K3 w - - 0 1", "4k3/4p3/8/8/8/8/8/N3K3 b - - 0 1"},
		{"at the start", New(), startFEN, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"},
		{"in check", New(), "4k3/pppp3p/8/8/8/8/PPPPr3/NR2K3 w - - 0 1", ""},
		{"few men", New(), "4k3/pp6/8/8/8/8/8/NR2K3 w - - 0 1", ""},
		{"a small board", New(), "kpppr/5/5/PPPRK w - - 0 1", ""},
	} {
		p, err := c.g.Parse(c.fen)
		if err != nil {
			t.Fatalf("%s: %v", c.why, err)
		}
		switch ok := p.MakeNullMove(); {
		case ok != (c.want != ""):
			t.Errorf("%s, %s: MakeNull is %v", c.g.Name(), c.why, ok)
		case ok && trimmed(p.String()) != trimmed(c.want):
			t.Errorf("%s, %s: MakeNull leads to %s, want %s", c.g.Name(), c.why, p, c.want)
		}
	}
}

// trimmed returns a FEN without its counts.
func trimmed(fen string) string { return strings.Join(strings.Fields(fen)[:4], " ") }

// A pass ends what can be repeated: by way of it a side could come back to
// positions that it cannot come back to by moves.
func TestRepetitionAcrossPass(t *testing.T) {
	for _, g := range []game.Game{NewChess(), New()} {
		p, err := g.Parse("rn2k2r/pppppppp/8/8/8/8/PPPPPPPP/RN2K2R w - - 0 1")
		if err != nil {
			t.Fatal(err)
		}
		play(t, p, "h1g1 h8g8 g1h1 g8h8")
		if n := p.Repetitions(); n != 1 {
			t.Errorf("%s: %d repetitions after going and coming back, want 1", g.Name(), n)
		}
		p.MakeNullMove()
		play(t, p, "h8g8 h1g1 g8h8")
		p.MakeNullMove()
		if n := p.Repetitions(); n != 0 {
			t.Errorf("%s: %d repetitions by way of a pass, want none", g.Name(), n)
		}
		play(t, p, "h8g8 g1h1 g8h8 h1g1")
		if n := p.Repetitions(); n != 1 {
			t.Errorf("%s: %d repetitions since the pass, want 1", g.Name(), n)
		}
		for range 9 {
			p.Unmake()
		}
		if n := p.Repetitions(); n != 1 {
			t.Errorf("%s: %d repetitions when all is taken back, want 1", g.Name(), n)
		}
	}
}
