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
		{"diminuendo", "", "FEN, board, column 1: the field is missing; expected six fields: board, side, rights, en passant square, halfmove clock, move number"},
		{"diminuendo", "5/6/7/K5k/7/6" + rest, "FEN, board, column 14: the board ends after 6 of its files; expected 7, a to g, with / between"},
		{"diminuendo", "5/6/7/K5k/7/6/" + rest, "FEN, board, column 15: file g has 0 cells; expected 5"},
		{"diminuendo", "5/6/7/K5k/7/6/5/5" + rest, "FEN, board, column 16: more text \"/5\"; expected the end after file g"},
		{"diminuendo", "5/6/7/K6k/7/6/5" + rest, "FEN, board, column 9: file d has at least 8 cells; expected 7, z counted once"},
		{"diminuendo", "5/6/7/K4k/7/6/5" + rest, "FEN, board, column 7: file d has 6 cells; expected 7, z counted once"},
		{"diminuendo", "5/5/7/K5k/7/6/5" + rest, "FEN, board, column 3: file b has 5 cells; expected 6"},
		{"diminuendo", "5/6/7/K5k/7/6/14" + rest, "FEN, board, column 15: file g has at least 14 cells; expected 5"},
		{"diminuendo", "5/6/7/K5k/6x/6/5" + rest, "FEN, board, column 12: unknown letter 'x'; expected a letter of KQRBNP or kqrbnp, a number of empty cells, or /"},
		{"diminuendo", "5/6/7/K5k/0n6/6/5" + rest, "FEN, board, column 11: unknown letter '0'; expected a letter of KQRBNP or kqrbnp, a number of empty cells, or /"},
		{"diminuendo", "5/6/7/K5k/é/6/5" + rest, "FEN, board, column 11: unknown letter 'é'; expected a letter of KQRBNP or kqrbnp, a number of empty cells, or /"},
		{"diminuendo", "5/6/7/K5k/6P/6/5" + rest, "FEN, board, column 12: a white pawn on e7; expected no pawn there, since pawns promote on the last cell of their file"},
		{"diminuendo", "p4/6/7/K5k/7/6/5" + rest, "FEN, board, column 1: a black pawn on a1; expected no pawn there, since pawns promote on the last cell of their file"},
		{"diminuendo", "5/6/7/7/7/6/K4" + rest, "FEN, board, column 1: no black king; expected one"},
		{"diminuendo", "5/6/7/k6/7/6/5" + rest, "FEN, board, column 1: no white king; expected one"},
		{"diminuendo", "5/6/7/K5k/6K/6/5" + rest, "FEN, board, column 12: a second white king; expected one, since no man becomes a king in this ranking"},
		{"diminuendo", "5/6/7/3K2k/7/6/5" + rest, "FEN, board, column 8: a white king on z; expected another cell, since no man becomes a king in this ranking"},
		{"diminuendo:pbnrqk", "5/6/7/K6/7/6/5" + rest, "FEN, board, column 1: no black king; expected one at least, with White to move"},
		{"diminuendo", kings + " w KQ - 0 1", "FEN, rights, column 19: the field is not empty; expected -, since the game has neither castling nor en passant"},
		{"diminuendo", kings + " w - c3 0 1", "FEN, en passant, column 21: the field is not empty; expected -, since the game has neither castling nor en passant"},
		{"diminuendo", kings + " x - - 0 1", "FEN, side, column 17: unknown side \"x\"; expected w or b"},
		{"diminuendo", "5/6/7/k1R3K/7/6/5" + rest, "FEN, board, column 7: Black has left its king on d1 attacked, with White to move; expected a king that no man attacks, unless a man on z by a drop check"},
		{"diminuendo:pbnrqk", "5/6/7/K2kR2/7/6/5" + rest, "FEN, board, column 9: Black has left its king on z attacked, with White to move; expected a king that no man attacks, unless a man on z by a drop check"},
		{"diminuendo:kqrnbp+qk", "5/6/7/k6/K6/6/5" + rest, "FEN, board, column 7: Black has left its king on d1 attacked, with White to move; expected a king that no man attacks, unless a man on z by a drop check"},
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
		{"the man on z attacks the side not to move", "diminuendo", "5/6/7/k2R2K/7/6/5 w - - 0 1"},
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
