package notation

import (
	"errors"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/cheshire"
	"github.com/wane-chess/wane/rules/convergent"
	"github.com/wane-chess/wane/rules/shrink"
)

// sample picks the moves of a position to try: all, or every so many of very
// many.
func sample(moves []game.Move, most int) []game.Move {
	if len(moves) <= most {
		return moves
	}
	var out []game.Move
	step := len(moves)/most | 1
	for i := 0; i < len(moves); i += step {
		out = append(out, moves[i])
	}
	return out
}

// Both notations distinguish all legal moves and can be read back.
func TestRoundTrip(t *testing.T) {
	walkAll(t, 120, func(p game.Position) {
		ms := NewMoves(p)
		seen := map[string]game.Move{}
		for _, m := range sample(ms.Legal(), 700) {
			san := ms.SAN(m)
			if other, twice := seen[san]; twice {
				t.Errorf("%s %s: %s and %s are both %s", p.Game().Name(), p, p.UCI(other), p.UCI(m), san)
			}
			seen[san] = m
			got, err := ms.Parse(san)
			if err != nil {
				t.Errorf("%s %s: %s: %v", p.Game().Name(), p, san, err)
			} else if got.Move != m || len(got.Notes) > 0 {
				t.Errorf("%s %s: %s reads back as %s %v", p.Game().Name(), p, san, p.UCI(got.Move), got.Notes)
			}
			text := p.UCI(m)
			if got, err := ms.ParseUCI(text); err != nil || got != m {
				t.Errorf("%s %s: %s reads back as %s, %v", p.Game().Name(), p, text, p.UCI(got), err)
			}
			if got, err := ms.ParseSAN(text); err != nil || got != m {
				t.Errorf("%s %s: ParseSAN of %s is %s, %v", p.Game().Name(), p, text, p.UCI(got), err)
			}
		}
	})
}

func position(t testing.TB, g game.Game, fen string) game.Position {
	t.Helper()
	if fen == "" {
		return g.Start()
	}
	p, err := g.Parse(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The marks of check and mate agree with what the rules say after the move.
func TestMarks(t *testing.T) {
	kings := 0
	walkAll(t, 120, func(p game.Position) {
		ms := NewMoves(p)
		for _, m := range sample(ms.Legal(), 60) {
			san := ms.SAN(m)
			p.Make(m)
			o, want := p.Outcome(), ""
			switch {
			case o.Reason == game.Checkmate || o.Reason == game.KingLost:
				want = "#"
			case p.InCheck():
				want = "+"
			}
			if o.Reason == game.KingLost {
				kings++
			}
			p.Unmake()
			if got := strings.TrimLeft(san[len(san)-1:], "abcdefghijz0123456789KQRBNPO-"); got != want {
				t.Errorf("%s %s: %s, want the mark %q: %v", p.Game().Name(), p, san, want, o)
			}
		}
	})
	if kings == 0 {
		t.Error("no king was lost in any of these games")
	}
}

// Texts of known moves, by their UCI.
func TestSAN(t *testing.T) {
	chess, shrinking, converging := shrink.NewChess(), shrink.New(), convergent.New()
	const (
		knights  = "7k/8/8/1N3N2/8/1N3N2/8/K7 w - - 0 1"
		castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
		passing  = "4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1"
		corner   = "***qk***/*P5*/*P5*/*6*/*6*/*6*/*6*/***QK*** w - - 0 1"
		pawns    = "***qk***/*6*/*6*/*1p4*/*PPP3*/*6*/*6*/***QK*** w - - 0 1"
	)
	tests := []struct {
		game          game.Game
		fen, move, as string
	}{
		{chess, "", "e2e4", "e4"},
		{chess, "", "g1f3", "Nf3"},
		{chess, knights, "b5d4", "Nb5d4"},
		{chess, knights, "b3d2", "Nbd2"},
		{chess, "7k/8/8/1N6/8/1N6/8/K7 w - - 0 1", "b5d4", "N5d4"},
		{chess, castling, "e1g1", "O-O"},
		{chess, castling, "e1c1", "O-O-O"},
		{chess, castling, "h1h8", "Rxh8+"},
		{chess, passing, "e5d6", "exd6"},
		{chess, passing, "e5e6", "e6"},
		{chess, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"},
		{chess, "1n6/P6k/8/8/8/8/8/K7 w - - 0 1", "a7b8n", "axb8=N"},
		{shrinking, "2k/1R1/K2 w - - 0 1", "b2c2", "Rc2+"},
		{converging, pawns, "b4c5", "bxc5"},
		{converging, pawns, "d4c5", "dxc5"},
		{converging, pawns, "b4b5", "bb5"},
		{converging, pawns, "c4b5", "cb5"},
		{converging, pawns, "d4e5", "e5"},
		{converging, pawns, "c4d5", "cd5"},
		{converging, pawns, "d4d5", "dd5"},
		{converging, corner, "b7c7", "b7c7"},
		{converging, corner, "b6c7", "b6c7"},
	}
	for _, tt := range tests {
		p := position(t, tt.game, tt.fen)
		m, err := ParseUCI(p, tt.move)
		if err != nil {
			t.Errorf("%s: %v", p, err)
			continue
		}
		if got := SAN(p, m); got != tt.as {
			t.Errorf("%s: %s is written %s, want %s", p, tt.move, got, tt.as)
		}
	}
	if got := SAN(chess.Start(), game.NewMove(0, 63)); got != NoMoveText {
		t.Errorf("an illegal move is written %s", got)
	}
}

// One move in many writings.
func TestLenient(t *testing.T) {
	chess := shrink.NewChess()
	tests := []struct {
		fen, move string
		texts     []string
	}{
		{"", "g1f3",
			[]string{"Nf3", "nf3", "Ngf3", "N1f3", "Ng1f3", "Ng1-f3", "Ng1 – f3", "N(g1) - f3", "g1-f3", "g1f3", "Nf3!?",
				"Nf3.", " Nf3 ", "N-f3", "♘f3", "N->f3", "Ng1—f3,"}},
		{"", "e2e4", []string{"e4", "P-e4", "Pe4", "e2-e4", "e2e4", "pe4", "P - e4.", "P(e2) - e4"}},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1",
			[]string{"O-O", "0-0", "o-o", "O–O", "e1g1", "Ke1-g1", "Kg1", "O-O+"}},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1c1", []string{"O-O-O", "0-0-0", "e1c1"}},
		{"1n6/P6k/8/8/8/8/8/K7 w - - 0 1", "a7a8q",
			[]string{"a8=Q", "a8Q", "a8q", "a8(Q)", "a8/Q", "a7-a8=Q", "a8=Queen", "Pa8=Q", "P - a8(promotes to Q)"}},
		{"1n6/P6k/8/8/8/8/8/K7 w - - 0 1", "a7b8r",
			[]string{"axb8=R", "ab8R", "ab8=R", "a7b8r", "a7xb8=R", "a7 x Nb8=R", "P(a7) x N(b8)(promotes to rook)",
				"a:b8=R", "axb8(R)+"}},
		{"4k3/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", "e5d6",
			[]string{"exd6", "exd6 e.p.", "ed6", "e5d6", "e5xd6", "exd6ep", "e5 x Pd6"}},
		{"4k3/8/8/8/8/2p5/1B6/4K3 w - - 0 1", "b2c3",
			[]string{"Bxc3", "Bc3", "bxc3+", "bc3", "Bb2xc3", "B×c3", "B:c3", "BxPc3"}},
	}
	for _, tt := range tests {
		p := position(t, chess, tt.fen)
		for _, text := range tt.texts {
			m, err := ParseSAN(p, text)
			if err != nil {
				t.Errorf("%q: %v", text, err)
			} else if got := p.UCI(m); got != tt.move {
				t.Errorf("%q is read as %s, want %s", text, got, tt.move)
			}
		}
	}
}

// Castling may be written as the king's move to its own rook, where it is legal and
// nowhere else.
func TestKingTakesRook(t *testing.T) {
	chess, shrinking := shrink.NewChess(), shrink.New()
	const both, black = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"
	for _, c := range []struct {
		game            game.Game
		fen, text, want string // no move if want is empty
	}{
		{chess, both, "e1h1", "e1g1"},
		{chess, both, "e1a1", "e1c1"},
		{chess, black, "e8h8", "e8g8"},
		{chess, black, "e8a8", "e8c8"},
		{chess, both, "e1g1", "e1g1"},
		{chess, "r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1", "e1h1", ""},
		{chess, "4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", ""},
		{chess, both, "h1e1", ""},
		{chess, both, "e1h1q", ""},
		{chess, both, "e1h8", ""},
		{shrinking, both, "e1h1", "e1g1"},
		{shrinking, "r3k2r/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1a1", "e1c1"},
		{shrinking, "3k2/6/6/6/R2K2 w Q - 0 1", "d1a1", "d1b1"},
		{cheshire.NewSmall(), "1k6/8/8/8/8/8/8/R3K2R w K - 0 1", "e1h1", ""},
		{convergent.New(), "***k1***/*6*/*6*/*6*/*6*/*6*/*6*/***KR*** w - - 0 1", "d1e1", ""},
	} {
		p := position(t, c.game, c.fen)
		for name, read := range map[string]func(game.Position, string) (game.Move, error){"UCI": ParseUCI, "SAN": ParseSAN} {
			m, err := read(p, c.text)
			if got := p.UCI(m); (err == nil) != (c.want != "") || err == nil && got != c.want {
				t.Errorf("%s, %s as %s: %s, %v; want %q", c.fen, c.text, name, got, err, c.want)
			}
		}
	}
}

func TestReadErrors(t *testing.T) {
	chess, shrinking := shrink.NewChess(), shrink.New()
	tests := []struct {
		game            game.Game
		fen, text, says string
		choices         int // how many the error lists
	}{
		{chess, "", "e9", "no square e9: the board has files a to h and ranks 1 to 8", 0},
		{chess, "", "Ne5", "no white knight can go to e5", 4},
		{chess, "", "Nb1-e5", "the white knight on b1 cannot go to e5", 2},
		{chess, "", "Ne4-e5", "no piece on e4; white knight on b1 and g1", 4},
		{chess, "", "Bb1-c3", "the piece on b1 is a white knight; white bishop on c1 and f1", 0},
		{chess, "", "Nb8-c6", "the black knight on b8 cannot move: White is to move", 4},
		{chess, "", "e7e5", "the black pawn on e7 cannot move: White is to move", 0},
		{chess, "", "e4xd5", "no piece on e4", 0},
		{chess, "", "Nxf3", "no capture on f3", 1},
		{chess, "", "O-O", "White cannot castle on that side", 0},
		{chess, "", "e4=Q", "no pawn promotes in this move, but 1 letter is given", 0},
		{chess, "", "e4>B", "no piece changes", 1},
		{chess, "", "Nf3 and", "unexpected text after the move Nf3", 0},
		{chess, "", "", "not a move, expected something like", 0},
		{chess, "7k/8/8/1N3N2/8/1N3N2/8/K7 w - - 0 1", "Nd4", "4 moves fit", 4},
		{chess, "7k/8/8/1N3N2/8/1N3N2/8/K7 w - - 0 1", "Nbd4", "2 moves fit", 2},
		{chess, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "d5", "only by capturing", 1},
		{chess, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4 x Nd5", "the piece captured on d5 is a pawn, not a knight", 1},
		{chess, "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "Qe5", "no white queen on the board", 0},
		{chess, "1n6/P6k/8/8/8/8/8/K7 w - - 0 1", "a8",
			"the pawn on a8 promotes, but no letter is given, expected one of Q R B N", 0},
		{chess, "1n6/P6k/8/8/8/8/8/K7 w - - 0 1", "a8=K", "the pawn on a8 cannot become 'K', expected one of Q R B N", 0},
		{chess, "1n6/P6k/8/8/8/8/8/K7 w - - 0 1", "a8=QQ", "the pawn on a8 promotes, but 2 letters are given", 0},
		{chess, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "Kg8", "the game is over (White wins: checkmate)", 0},
		{shrinking, "k7/8/8/8/8/8/p1p5/4K3 w - - 0 1", "Kd2",
			"2 pawns promote, on a1 and c1 in this order, but no letter is given", 0},
		{shrinking, "k7/8/8/8/8/8/p1p5/4K3 w - - 0 1", "Ke2=B",
			"2 pawns promote, on a1 and c1 in this order, but 1 letter is given", 0},
		{shrinking, "k7/8/8/8/8/8/p1p5/4K3 w - - 0 1", "Kf1=QQ", "no pawn promotes", 0},
	}
	for _, tt := range tests {
		p := position(t, tt.game, tt.fen)
		_, err := ParseSAN(p, tt.text)
		e, ok := errors.AsType[*MoveError](err)
		if !ok || !strings.Contains(e.Problem, tt.says) || len(e.Choices) != tt.choices {
			t.Errorf("%q: %v\nwant it to contain %q, with %d choices", tt.text, err, tt.says, tt.choices)
		}
	}
}

func TestParseUCIErrors(t *testing.T) {
	tests := []struct{ fen, text, says string }{
		{"", "", "expected two squares"},
		{"", "e4", "expected two squares such as"},
		{"", "Nf3", "expected two squares"},
		{"", "e2e9", "no square e9"},
		{"", "j2e4", "no square j2"},
		{"", "e3e4", "no piece on e3"},
		{"", "e7e5", "the black pawn on e7 cannot move: White is to move"},
		{"", "e2e5", "the white pawn on e2 cannot go to e5: a pawn does not move like that; possible: e2e3, e2e4"},
		{"", "a1a2", "the white rook on a1 cannot go to a2: the white pawn is there; it has no legal move"},
		{"", "e2e4q", "no pawn promotes in this move, but 1 letter is given"},
		{"k7/8/8/8/8/8/p1p5/4K3 w - - 0 1", "e1d2", "2 pawns promote, on a1 and c1 in this order, " +
			"but no letter is given, expected 2 letters of q r b n such as"},
		{"k7/8/8/8/8/8/p1p5/4K3 w - - 0 1", "e1e2kk", "the pawn on a1 cannot become 'k', expected one of q r b n"},
		{"k7/8/8/8/8/8/p1p5/4K3 w - - 0 1", "e1d2bq", "illegal promotions, expected others such as"},
		{"4k3/8/8/8/8/8/4r3/K3B3 w - - 0 1", "e1e2", "the white bishop on e1 cannot go to e2"},
	}
	for _, tt := range tests {
		p := position(t, shrink.New(), tt.fen)
		if _, err := ParseUCI(p, tt.text); err == nil || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%q: %v\nwant it to contain %q", tt.text, err, tt.says)
		}
	}
}

// A move with all choices of eight promotions is written and read like any other.
func TestManyPromotions(t *testing.T) {
	p := position(t, shrink.New(), "7k/8/8/K7/8/8/pppppppp/3N4 w - - 0 1")
	ms := NewMoves(p)
	if len(ms.Legal()) < 20000 {
		t.Fatalf("only %d moves", len(ms.Legal()))
	}
	for _, m := range sample(ms.Legal(), 300) {
		if got, err := ms.ParseSAN(ms.SAN(m)); err != nil || got != m {
			t.Fatalf("%s: %s reads back as %s, %v", p.UCI(m), ms.SAN(m), p.UCI(got), err)
		}
	}
	if m, err := ms.ParseSAN("Ne3=NNBRNNBN"); err != nil || p.UCI(m) != "d1e3nnbrnnbn" {
		t.Errorf("got %s, %v", p.UCI(m), err)
	}
}

// Prose is not taken for moves.
func TestScanProse(t *testing.T) {
	for _, s := range []string{
		"The Rook is well protected", "causes any current", "transmutes into", "a piece", "e4's weakness", "e4-square",
		"d4/5", "Black had", "Bad", "Be", "Kings", "a", "e", "z-cell", "No", "O", "Oh", "x", "+", "Ne", "Rook", "b4b5b6",
		"e4x", "",
	} {
		if c, n, ok := scanMove(s, false); ok {
			t.Errorf("%q: %q is taken for a move: %+v", s, s[:n], c)
		}
	}
	for s, want := range map[string]string{
		"e2 – e4, d7":                     "e2 – e4",
		"P - c4                  P - a4.": "P - c4",
		"Nc4 – e3!? a":                    "Nc4 – e3!?",
		"c2-c3++ mate":                    "c2-c3++",
		"B(f4) - d2(in between)?     R":   "B(f4) - d2(in between)?",
		"e4 x d5 and":                     "e4 x d5",
		"R x N(f4)>B.":                    "R x N(f4)>B",
		"P(e3)>'' x P(z)   ":              "P(e3)>'' x P(z)",
		"K(e6) - e7+(so it goes). ":       "K(e6) - e7+(so it goes)",
		"e4 - and":                        "e4",
		"Nf3 - Nc6":                       "Nf3",
		"e4+-":                            "e4+",
		"e4 (good)":                       "e4",
		"O-O x":                           "O-O",
		"zf1":                             "zf1",
	} {
		if _, n, ok := scanMove(s, false); !ok || s[:n] != want {
			t.Errorf("%q: read %q, want %q", s, s[:n], want)
		}
	}
}

// The texts of very many promotions are written in time that grows with their number.
func TestSANOfManyPromotions(t *testing.T) {
	p, err := shrink.New().Parse("7R/PPPPPPP1/8/8/k7/8/8/K7 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	ms, seen := NewMoves(p), map[string]bool{}
	for i, m := range ms.Legal() {
		if i%100 != 0 {
			continue
		}
		san := ms.SAN(m)
		if got, err := ms.ParseSAN(san); err != nil || got != m || seen[san] {
			t.Fatalf("%v is %s, which is %v, %v", m, san, got, err)
		}
		seen[san] = true
	}
	if len(seen) < 1000 {
		t.Errorf("only %d texts", len(seen))
	}
}
