package shrink

import (
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
)

// find returns the legal move with that text.
func find(p game.Position, text string) (game.Move, bool) {
	for _, m := range p.Legal(nil) {
		if p.UCI(m) == text {
			return m, true
		}
	}
	return game.NoMove, false
}

// play makes moves given in UCI.
func play(t *testing.T, p game.Position, moves string) {
	t.Helper()
	for _, text := range strings.Fields(moves) {
		m, ok := find(p, text)
		if !ok {
			t.Fatalf("%s is not legal in %s", text, p)
		}
		p.Make(m)
	}
}

func parse(t testing.TB, g game.Game, fen string) game.Position {
	t.Helper()
	p, err := g.Parse(fen)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return p
}

const illegal = "illegal"

// Each ruling by examples: the position after a move, or that it is illegal.
func TestRulings(t *testing.T) {
	for _, c := range []struct{ name, fen, move, want string }{
		{"R1: ranks that were always empty stay", "4k2r/8/8/8/8/8/8/R3K3 w - - 0 1", "e1d1",
			"4k2r/8/8/8/8/8/8/R2K4 b - - 1 1"},
		{"R1: rank and file go together", "4k2r/8/8/8/3B4/8/8/R3K3 w - - 0 1", "d4f6", "3k2r/7/4B2/7/7/7/R2K3 b - - 1 1"},
		{"R1: along the rank only the file can go", "4k2r/8/8/8/3Q4/8/8/R3K3 w - - 0 1", "d4f4",
			"3k2r/7/7/7/4Q2/7/7/R2K3 b - - 1 1"},
		{"R1: along the file only the rank can go", "4k2r/8/8/8/3Q4/8/8/R3K3 w - - 0 1", "d4d6",
			"4k2r/8/3Q4/8/8/8/R3K3 b - - 1 1"},
		{"R1: the captured piece's rank stays", "4k2r/8/8/3p4/4P3/8/8/R3K3 w - - 0 1", "e4d5",
			"4k2r/8/8/3P4/8/8/R3K3 b - - 0 1"},
		{"R1: en passant clears rank and file", "4k3/p7/8/2pP4/8/8/8/4K3 w - c6 0 1", "d5c6",
			"3k3/p6/2P4/7/7/7/3K3 b - - 0 1"},
		{"R1: en passant where the rank is kept", "4k3/p7/8/N1pP4/8/8/8/4K3 w - c6 0 1", "d5c6",
			"3k3/p6/2P4/N6/7/7/7/3K3 b - - 0 1"},
		{"R1: castling clears two files", "3k4/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "3k2/6/6/6/6/6/6/R3RK b - - 1 1"},
		{"R1: castling clears two files, long", "3k3r/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1",
			"2k2r/6/6/6/6/6/6/1KR2R b - - 1 1"},
		{"R2: the collapse takes the bishop off the line", "k7/2p5/5b2/8/8/2N5/8/K7 w - - 0 1", "c3e4",
			"k7/2p5/5b2/8/4N3/8/K7 b - - 1 1"},
		{"R2: the collapse brings a bishop onto a line", "k7/5b2/8/8/8/7N/8/K7 w - - 0 1", "h3g5", illegal},
		{"R2: the collapse brings the kings together", "8/8/4k3/7R/4K3/8/8/8 w - - 0 1", "h5h8", illegal},
		{"R2: a collapse of a file leaves the kings apart", "8/8/4k3/7R/4K3/8/8/8 w - - 0 1", "h5a5",
			"7/7/4k2/R6/4K2/7/7/7 b - - 1 1"},
		{"R3: the opponent's pawns promote", "7k/8/8/8/8/6K1/pp6/2R5 w - - 0 1", "c1c5nb", "7k/8/8/2R5/8/6K1/nb6 b - - 1 1"},
		{"R3: the choices belong to the move", "7k/8/8/8/8/6K1/pp6/2R5 w - - 0 1", "c1c5", illegal},
		{"R3: White's pawns promote by Black's move", "1r6/PP6/7k/8/7K/8/8/8 b - - 0 1", "b8b7r",
			"Rr6/7k/8/7K/8/8/8 w - - 0 2"},
		{"R3: both sides' pawns, own first from the a-file", "K2pk/2P2 w - - 0 1", "c1c2nb", "K1Nbk b - - 0 1"},
		{"R3: a pawn that is taken does not promote", "K2pk/2P2 w - - 0 1", "c1d2q", "K1Qk b - - 0 1"},
		{"R3: not so as to check oneself", "7k/8/8/8/8/K7/1p6/2R5 w - - 0 1", "c1c5n", "7k/8/8/2R5/8/K7/1n6 b - - 1 1"},
		{"R1: a king's capture clears rank and file", "k7/8/8/3p4/2K5/8/8/8 w - - 0 1", "c4d5", "k6/7/7/2K4/7/7/7 b - - 0 1"},
		{"R3: a white pawn on rank 1 goes one step", "4k2r/8/8/8/8/8/8/P3K3 w - - 0 1", "a1a2",
			"4k2r/8/8/8/8/8/P7/4K3 b - - 0 1"},
		{"R3: but not two", "4k2r/8/8/8/8/8/8/P3K3 w - - 0 1", "a1a3", illegal},
		{"R3: alone on rank 1, it makes Black's pawns promote", "4k3/8/8/8/8/4K3/pp6/2P5 w - - 0 1", "c1c2rn",
			"4k3/8/8/8/8/4K3/rnP5 b - - 0 1"},
		{"R4: double step on eight ranks", "4k2r/3p4/8/8/8/8/3P4/R3K3 w - - 0 1", "d2d4",
			"4k2r/3p4/8/8/3P4/8/R3K3 b - - 0 1"},
		{"R4: none on seven", "4k2r/3p4/8/8/8/3P4/R3K3 w - - 0 1", "d2d4", illegal},
		{"R4: none for Black on seven", "4k2r/3p4/8/8/8/3P4/R3K3 b - - 0 1", "d6d4", illegal},
		{"R5: the en passant square follows", "4k2r/8/8/8/3p4/8/4P3/R3K3 w - - 0 1", "e2e4",
			"4k2r/8/8/8/3pP3/8/R3K3 b - e2 0 1"},
		{"R5: or stays, as Black's ranks come down above it", "4k3/3p4/8/4P3/8/8/8/4K3 b - - 0 1", "d7d5",
			"4k3/8/3pP3/8/8/8/4K3 w - d6 0 2"},
		{"R5: the capture on seven ranks", "4k3/8/3pP3/8/8/8/R3K3 w - d6 0 2", "e5d6", "4k3/3P4/8/8/8/R3K3 b - - 0 2"},
		{"R5: or stays", "4k2r/8/8/8/3p4/8/P3P3/4K3 w - - 0 1", "e2e4", "4k2r/8/8/8/3pP3/8/P7/4K3 b - e3 0 1"},
		{"R6: long", "r3k2r/p6p/8/8/8/8/P6P/R3K2R w KQkq - 0 1", "e1c1", "r3k2r/p6p/8/8/8/8/P6P/2KR3R b kq - 1 1"},
		{"R6: two squares on the queen's side", "r5k/7/7/7/7/7/7/R2K3 w Q - 0 1", "d1b1", "r4k/6/6/6/6/6/6/1KR3 b - - 1 1"},
		{"R6: not out of check", "4r2k/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", illegal},
		{"R6: not across an attacked square", "3r3k/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", illegal},
		{"R6: the rook may cross one", "1r5k/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "r4k/6/6/6/6/6/6/1KR3 b - - 1 1"},
		{"R6: not into check", "2r3k/7/7/7/7/7/7/R2K3 w Q - 0 1", "d1b1", illegal},
		{"R6: a collapsed file ends the rights beside it", "r3k2r/8/8/8/8/5N2/8/R3K2R w KQkq - 0 1", "f3e5",
			"r3k1r/7/7/4N2/7/7/R3K1R b Qq - 1 1"},
		{"R6: but not those with two files left", "r3k2r/1p4p1/8/8/8/3N4/1P4P1/R3K2R w KQkq - 0 1", "d3e5",
			"r2k2r/1p3p1/7/3N3/7/1P3P1/R2K2R b KQkq - 1 1"},
		{"R6: rook takes rook", "r3k2r/8/8/8/8/5N2/8/R3K2R w KQkq - 0 1", "h1h8", "r3k2R/8/8/8/8/5N2/8/R3K3 b Qq - 0 1"},
	} {
		p := parse(t, New(), c.fen)
		m, ok := find(p, c.move)
		if !ok {
			if c.want != illegal {
				t.Errorf("%s: %s: %s is illegal", c.name, c.fen, c.move)
			}
			continue
		}
		if p.Make(m); p.String() != c.want {
			t.Errorf("%s: %s: %s leads to %s, want %s", c.name, c.fen, c.move, p, c.want)
		}
	}
}

// R3: the mover may choose for each pawn only what leaves its king alone.
func TestChoicesByAttack(t *testing.T) {
	p := parse(t, New(), "7k/8/8/8/8/K7/1p6/2R5 w - - 0 1") // after the collapse Ka2, pawn b1
	var got []string
	for _, m := range p.Legal(nil) {
		if s := p.UCI(m); strings.HasPrefix(s, "c1c5") {
			got = append(got, s)
		}
	}
	slices.Sort(got)
	if want := []string{"c1c5n", "c1c5r"}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// R3: eight pawns at once, in every way.
func TestEightPromotions(t *testing.T) {
	p := parse(t, New(), "k6K/6BP/8/8/8/8/pppppppp/4N3 w - - 0 1")
	moves := p.Legal(nil)
	// 8 pawns by Nd3 and Nf3, 7 by Nxc2 and Nxg2, the rest do not collapse.
	const want = 2*1<<16 + 2*1<<14 + 8
	if len(moves) != want || p.LegalCount() != want {
		t.Errorf("%d moves listed, %d counted, want %d", len(moves), p.LegalCount(), want)
	}
	play(t, p, "e1d3qrbnqrbn")
	if want := "k6K/6BP/8/8/8/3N4/qrbnqrbn b - - 1 1"; p.String() != want {
		t.Errorf("%s, want %s", p, want)
	}
}

// The inventor's game and ending, in UCI (his 15…Kc1–b1 is a slip for
// Kc4–b4).
func TestGames(t *testing.T) {
	for _, c := range []struct{ fen, moves, want string }{
		{startFEN, "e2e4 d7d5 e4d5 c6c5 d4c5 b6c4 d2d3 c4e3 f2e3 c5e3 c1e3 f4e3 d3e4 d5d1 e1d1 " +
			"f5e4 d1e1 d4f2 e1f2 d3e2 d1c1 d4c4 b1d2 e3d2 c1d2 e4e2 e1e2 d3e2 d1e3 c4b4 c2c3", ""},
		{"2k/1R1/K2 w - - 0 1", "b2c2 b3a3 b2a2", "k/R/K b - - 3 2"},
	} {
		p := parse(t, New(), c.fen)
		play(t, p, c.moves)
		if c.want != "" && p.String() != c.want {
			t.Errorf("%s, want %s", p, c.want)
		}
		if o := p.Outcome(); o != game.Win(game.White, game.Checkmate) {
			t.Errorf("%s: %v, want White's mate", p, o)
		}
	}
}
