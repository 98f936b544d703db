package diminuendo

import (
	"errors"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/game/gametest"
)

func TestParseErrors(t *testing.T) {
	const rest = " w - - 0 1"
	const kings = "5/6/7/k5K/7/6/5"
	for _, c := range []struct{ name, fen, want string }{
		{"diminuendo", "", "parse FEN: no board, expected four to six fields: board, side to move, castling rights, " +
			"en passant square, halfmove clock, move number (column 1)"},
		{"diminuendo", "5/6/7/K5k/7/6" + rest,
			"parse FEN: the board has only 6 files, expected 7, from a to g, with / between (column 14)"},
		{"diminuendo", "5/6/7/K5k/7/6/" + rest, "parse FEN: file g has 0 squares, expected 5 (column 15)"},
		{"diminuendo", "5/6/7/K5k/7/6/5/5" + rest,
			"parse FEN: unexpected text \"/5\", expected the end after file g (column 16)"},
		{"diminuendo", "5/6/7/K6k/7/6/5" + rest,
			"parse FEN: file d has at least 8 squares, expected 7 with z counted once (column 9)"},
		{"diminuendo", "5/6/7/K4k/7/6/5" + rest,
			"parse FEN: file d has 6 squares, expected 7 with z counted once (column 7)"},
		{"diminuendo", "5/5/7/K5k/7/6/5" + rest, "parse FEN: file b has 5 squares, expected 6 (column 3)"},
		{"diminuendo", "5/6/7/K5k/7/6/14" + rest, "parse FEN: file g has at least 14 squares, expected 5 (column 15)"},
		{"diminuendo", "5/6/7/K5k/6x/6/5" + rest,
			"parse FEN: unknown letter 'x', expected a piece (KQRBNP or kqrbnp), a number of empty squares, or / (column 12)"},
		{"diminuendo", "5/6/7/K5k/0n6/6/5" + rest,
			"parse FEN: unknown letter '0', expected a piece (KQRBNP or kqrbnp), a number of empty squares, or / (column 11)"},
		{"diminuendo", "5/6/7/K5k/é/6/5" + rest,
			"parse FEN: unknown letter 'é', expected a piece (KQRBNP or kqrbnp), a number of empty squares, or / (column 11)"},
		{"diminuendo", "5/6/7/K5k/6P/6/5" + rest, "parse FEN: a white pawn on e7, expected no pawn there, " +
			"since pawns promote on the last square of their file (column 12)"},
		{"diminuendo", "p4/6/7/K5k/7/6/5" + rest, "parse FEN: a black pawn on a1, expected no pawn there, " +
			"since pawns promote on the last square of their file (column 1)"},
		{"diminuendo", "5/6/7/7/7/6/K4" + rest, "parse FEN: no black king, expected one (column 1)"},
		{"diminuendo", "5/6/7/k6/7/6/5" + rest, "parse FEN: no white king, expected one (column 1)"},
		{"diminuendo", "5/6/7/K5k/6K/6/5" + rest,
			"parse FEN: a second white king, expected one, since no piece becomes a king in this ranking (column 12)"},
		{"diminuendo", "5/6/7/3K2k/7/6/5" + rest,
			"parse FEN: a white king on z, expected another square, since no piece becomes a king in this ranking (column 8)"},
		{"diminuendo:pbnrqk", "5/6/7/K6/7/6/5" + rest,
			"parse FEN: no black king, expected at least one with White to move (column 1)"},
		{"diminuendo", kings + " w KQ - 0 1",
			"parse FEN: castling rights \"KQ\", expected -, since the game has neither castling nor en passant (column 19)"},
		{"diminuendo", kings + " w - c3 0 1",
			"parse FEN: en passant square \"c3\", expected -, since the game has neither castling nor en passant (column 21)"},
		{"diminuendo", kings + " x - - 0 1", "parse FEN: unknown side to move \"x\", expected w or b (column 17)"},
		{"diminuendo", "5/6/7/k1R3K/7/6/5" + rest, "parse FEN: the black king on d1 is attacked with White to move, " +
			"expected a king that is not attacked, except from z by a drop check (column 7)"},
		{"diminuendo:pbnrqk", "5/6/7/K2kR2/7/6/5" + rest, "parse FEN: the black king on z is attacked with White to move, " +
			"expected a king that is not attacked, except from z by a drop check (column 9)"},
		{"diminuendo:kqrnbp+qk", "5/6/7/k6/K6/6/5" + rest,
			"parse FEN: the black king on d1 is attacked with White to move, " +
				"expected a king that is not attacked, except from z by a drop check (column 7)"},
	} {
		p, err := named(t, c.name).Parse(c.fen)
		var fault *game.FENError
		switch {
		case err == nil:
			t.Errorf("%s: %s is accepted: %s", c.name, c.fen, p)
		case err.Error() != c.want:
			t.Errorf("%s: %s:\n got %v\nwant %s", c.name, c.fen, err, c.want)
		case !errors.As(err, &fault):
			t.Errorf("%s: the error is a %T", c.fen, err)
		}
	}
}

// TestParseAccepts reads positions that look odd but can be played.
func TestParseAccepts(t *testing.T) {
	for _, c := range []struct{ why, name, fen string }{
		{"a drop check on the side not to move", "diminuendo", "5/6/7/2KN2k/7/6/5 b - - 0 1"},
		{"the piece on z attacks the side not to move", "diminuendo", "5/6/7/k2R2K/7/6/5 w - - 0 1"},
		{"the last king of the side to move is gone", "diminuendo:pbnrqk", "5/6/7/K6/7/6/5 b - - 0 1"},
		{"kings beside each other, one of them on z", "diminuendo:pbnrqk", "5/6/7/2Kk3/7/6/5 b - - 0 1"},
		{"three kings", "diminuendo:pbnrqk", "4K/6/7/K5k/7/6/4K w - - 0 1"},
		{"pawns on their own side's last row", "diminuendo", "P3p/P4p/P5p/K5k/P5p/P4p/P3p b - - 3 9"},
		{"a queen on z", "diminuendo", "5/6/7/K2Q3/7/6/k4 w - - 0 1"},
		{"a full board", "diminuendo", "PPPpp/PPPppp/PPPPppp/KPPPppk/PPPPppp/PPPppp/PPPpp w - - 9999 9999"},
	} {
		p, err := named(t, c.name).Parse(c.fen)
		if err != nil {
			t.Errorf("%s: %v", c.why, err)
		} else if p.String() != c.fen {
			t.Errorf("%s: %s reads back as %s", c.why, c.fen, p)
		}
	}
}

// FuzzParse feeds the parser with anything. What it accepts must print stably
// and survive every method.
func FuzzParse(f *testing.F) {
	f.Add("diminuendo", startBoard+" w - - 0 1")
	f.Add("diminuendo", "5/6/7/2KN2k/7/6/5 b - - 99 1")
	f.Add("diminuendo:pbnrqk", "4K/6/7/K2k3/3n3/q5/4K w - - 0 9999")
	f.Add("diminuendo:qkrbnp+qk+fp", "3p1/6/2P4/K1Qp2k/7/4p1/P4 b - - 9999 1")
	f.Fuzz(func(t *testing.T, name, fen string) {
		g, err := ByName(name)
		if err != nil {
			return
		}
		if h, err := ByName(g.Name()); err != nil || h != g {
			t.Fatalf("%q is named %q, which is another game: %v", name, g.Name(), err)
		}
		p, err := g.Parse(fen)
		if err != nil {
			return
		}
		gametest.Exercise(t, p, gametest.EveryMove, 1)
	})
}
