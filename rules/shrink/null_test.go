package shrink

import (
	"testing"

	"github.com/wane-chess/wane/game"
)

// nullMover is Position or ChessPosition.
type nullMover interface {
	game.Position
	MakeNullMove()
}

func TestMakeNullMove(t *testing.T) {
	for _, c := range []struct {
		why       string
		g         game.Game
		fen, want string
	}{
		{"at the start", NewChess(), startFEN, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1"},
		{"the en passant square is gone", NewChess(), "4k2n/8/8/3pP3/8/8/8/N3K3 w - d6 0 2",
			"4k2n/8/8/3pP3/8/8/8/N3K3 b - - 1 2"},
		{"the halfmove clock goes on", NewChess(), "4k3/8/8/8/8/8/8/N3K3 b - - 30 40", "4k3/8/8/8/8/8/8/N3K3 w - - 31 41"},
		{"at the start", New(), startFEN, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 1 1"},
		{"nothing collapses", New(), "kppp1/5/5/PPPRK w - - 3 9", "kppp1/5/5/PPPRK b - - 4 9"},
	} {
		p := parse(t, c.g, c.fen).(nullMover)
		p.MakeNullMove()
		if p.String() != c.want {
			t.Errorf("%s, %s: MakeNullMove leads to %s, want %s", c.g.Name(), c.why, p, c.want)
		}
		again := parse(t, c.g, c.want)
		if p.Key() != again.Key() {
			t.Errorf("%s, %s: after MakeNullMove the key is %x, from scratch it is %x", c.g.Name(), c.why, p.Key(), again.Key())
		}
		if p.Unmake(); p.String() != c.fen {
			t.Errorf("%s, %s: Unmake leads to %s, want %s", c.g.Name(), c.why, p, c.fen)
		}
	}
}

// A null move ends what can be repeated: across it a side could come back to
// positions that it cannot come back to by moves.
func TestRepetitionAcrossNullMove(t *testing.T) {
	for _, g := range []game.Game{NewChess(), New()} {
		p := parse(t, g, "rn2k2r/pppppppp/8/8/8/8/PPPPPPPP/RN2K2R w - - 0 1").(nullMover)
		play(t, p, "h1g1 h8g8 g1h1 g8h8")
		if n := p.Repetitions(); n != 1 {
			t.Errorf("%s: %d repetitions after going and coming back, want 1", g.Name(), n)
		}
		p.MakeNullMove()
		play(t, p, "h8g8 h1g1 g8h8")
		p.MakeNullMove()
		if n := p.Repetitions(); n != 0 {
			t.Errorf("%s: %d repetitions across a null move, want none", g.Name(), n)
		}
		play(t, p, "h8g8 g1h1 g8h8 h1g1")
		if n := p.Repetitions(); n != 1 {
			t.Errorf("%s: %d repetitions since the null move, want 1", g.Name(), n)
		}
		for range 9 {
			p.Unmake()
		}
		if n := p.Repetitions(); n != 1 {
			t.Errorf("%s: %d repetitions when all is taken back, want 1", g.Name(), n)
		}
	}
}
