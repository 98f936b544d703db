package shrink

import (
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
)

func TestMakeNullMove(t *testing.T) {
	for _, c := range []struct {
		why  string
		g    game.Game
		fen  string
		want string // the FEN after it; empty: refused
	}{
		{"at the start", chessGame, startFEN, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"},
		{"the right to capture en passant is lost", chessGame, "4k2n/8/8/3pP3/8/8/8/N3K3 w - d6 0 2",
			"4k2n/8/8/3pP3/8/8/8/N3K3 b - - 0 2"},
		{"in check", chessGame, "4k3/8/8/8/8/8/4r3/N3K3 w - - 0 1", ""},
		{"king and pawns", chessGame, "4k2r/8/8/8/8/8/4P3/4K3 w - - 0 1", ""},
		{"the other side has king and pawns", chessGame, "4k3/4p3/8/8/8/8/8/N3K3 w - - 0 1",
			"4k3/4p3/8/8/8/8/8/N3K3 b - - 0 1"},
		{"at the start", shrinkGame, startFEN, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"},
		{"in check", shrinkGame, "4k3/pppp3p/8/8/8/8/PPPPr3/NR2K3 w - - 0 1", ""},
		{"few pieces", shrinkGame, "4k3/pp6/8/8/8/8/8/NR2K3 w - - 0 1", ""},
		{"a small board", shrinkGame, "kpppr/5/5/PPPRK w - - 0 1", ""},
	} {
		b := boardAt(t, c.g, c.fen)
		switch ok := b.MakeNullMove(); {
		case ok != (c.want != ""):
			t.Errorf("%s, %s: MakeNullMove is %v", c.g.Name(), c.why, ok)
		case ok && trimmed(b.Position().String()) != trimmed(c.want):
			t.Errorf("%s, %s: MakeNullMove leads to %s, want %s", c.g.Name(), c.why, b.Position(), c.want)
		}
	}
}

// trimmed returns a FEN without its counts.
func trimmed(fen string) string { return strings.Join(strings.Fields(fen)[:4], " ") }

// A null move ends what can be repeated: across it a side could come back to
// positions that it cannot come back to by moves.
func TestRepetitionAcrossNullMove(t *testing.T) {
	for _, g := range []game.Game{chessGame, shrinkGame} {
		b := boardAt(t, g, "rn2k2r/pppppppp/8/8/8/8/PPPPPPPP/RN2K2R w - - 0 1")
		play(t, b, "h1g1 h8g8 g1h1 g8h8")
		if n := b.Repetitions(); n != 1 {
			t.Errorf("%s: %d repetitions after going and coming back, want 1", g.Name(), n)
		}
		b.MakeNullMove()
		play(t, b, "h8g8 h1g1 g8h8")
		b.MakeNullMove()
		if n := b.Repetitions(); n != 0 {
			t.Errorf("%s: %d repetitions across a null move, want none", g.Name(), n)
		}
	}
}
