package cheshire

import (
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
)

// moves returns the legal moves in UCI that begin with a text, without
// it, in order.
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

// find returns the legal move with that UCI.
func find(t *testing.T, p game.Position, text string) game.Move {
	t.Helper()
	for _, m := range p.Legal(nil) {
		if p.UCI(m) == text {
			return m
		}
	}
	t.Fatalf("%s is not legal in %s", text, p)
	return game.NoMove
}

// TestAttackers attacks squares beside a king, which only it and the rook attack.
func TestAttackers(t *testing.T) {
	p := parse(t, "k7/8/8/8/8/8/N7/B3K2R w - - 0 1")
	for sq, want := range map[string]string{"f2": "e1", "f1": "e1 h1", "h5": "h1", "c1": "a2"} {
		var from []string
		for _, s := range p.Attackers(game.SquareByName(p, sq), game.White) {
			from = append(from, p.View().Board.Name(int(s)))
		}
		if got := strings.Join(from, " "); got != want {
			t.Errorf("%s is attacked from %s, want %s", sq, got, want)
		}
	}
}

// TestPiece checks where one piece can go, free, pinned or answering a check.
func TestPiece(t *testing.T) {
	for _, c := range []struct{ name, fen, square, want string }{
		{"R1: a rook passes over vanished squares and does not stop there",
			"4k3/8/3*4/8/1*1R**1p/3*4/8/3K4 w - - 0 1", "d4", "a4 c4 d2 d5 d7 d8 g4 h4"},
		{"R1: a bishop too", "4k3/8/1*3*2/8/3B4/4*3/5p2/3K4 w - - 0 1", "d4", "a1 a7 b2 c3 c5 e5 f2 g7 h8"},
		{"R1: a knight needs its landing square", "4k3/8/2*1*3/1*6/3N4/8/8/3K4 w - - 0 1", "d4", "b3 c2 e2 f3 f5"},
		{"R1: a king needs existing squares", "4k3/8/8/8/2*1*3/3K4/8/8 w - - 0 1", "d3", "c2 c3 d2 d4 e2 e3"},
		{"R1: a pawn stops before a vanished square", "4k3/8/8/8/8/4*3/8/3K4 w - - 0 1", "e2", ""},
		{"R1: it jumps over one in its double step", "4k3/8/8/8/8/4*3/4P3/3K4 w - - 0 1", "e2", "e4"},
		{"R1: a double step does not stop on one", "4k3/8/8/8/4*3/8/4P3/3K4 w - - 0 1", "e2", "e3"},
		{"a double step does not jump over a piece", "4k3/8/8/8/8/4n3/4P3/K7 w - - 0 1", "e2", ""},
		{"R3: two squares on the large board, never three", "4k5/10/10/10/10/10/10/10/4P5/3K6 w - - 0 1", "e2", "e3 e4"},
		{"R3: Black's start rank on the large board", "4k5/7p2/10/10/10/10/10/10/10/3K6 b - - 0 1", "h9", "h7 h8"},
		{"R3: no double step from further on", "4k5/10/10/10/10/10/10/4P5/10/3K6 w - - 0 1", "e3", "e4"},
		{"R4: promotion on the tenth rank", "9k/4P5/10/10/10/10/10/10/10/3K6 w - - 0 1", "e9", "e10b e10n e10q e10r"},
		{"R4: no promotion on the eighth", "9k/10/10/4P5/10/10/10/10/10/3K6 w - - 0 1", "e7", "e8"},
		{"R4: capturing promotions, the square ahead gone",
			"3r*n3k/4P5/10/10/10/10/10/10/10/2K7 w - - 0 1", "e9", "d10b d10n d10q d10r f10b f10n f10q f10r"},

		{"R2: an unmoved king goes as a queen", "7k/1*6/8/8/3*4/8/2**1p2/4K3 w K - 0 1", "e1",
			"a1 a5 b1 b4 c1 c3 d1 e2 e3 e4 e5 e6 e7 e8 f1 f2 h1"},
		{"R2: not where it is attacked", "k7/8/8/8/7r/8/3P1P2/4K3 w K - 0 1", "e1", "a1 b1 c1 d1 e2 e3 e5 e6 e7 e8 f1 g1"},
		{"R2: once moved, it is a king", "7k/8/8/8/8/8/8/4K3 w - - 0 1", "e1", "d1 d2 e2 f1 f2"},
		{"R2: two unmoved kings pin a piece", "4k3/8/8/8/4B3/8/8/4K3 w Kk - 0 1", "e4", ""},
		{"R2: moves along the line", "4k3/4p3/8/8/8/8/4P3/4K3 w Kk - 0 1", "e2", "e3 e4"},
		{"R2: one unmoved king pins for the other", "4k3/8/8/8/4B3/8/8/4K3 w k - 0 1", "e4", ""},
		{"R2: two moved kings do not", "4k3/8/8/8/4B3/8/8/4K3 w - - 0 1", "e4",
			"a8 b1 b7 c2 c6 d3 d5 f3 f5 g2 g6 h1 h7"},
		{"R2: an unmoved king's check is blocked", "4k3/8/8/8/8/R2*4/8/4K3 w k - 0 1", "a3", "e3"},
		{"R1, R2: but not on a vanished square", "4k3/8/8/8/8/R3*3/8/4K3 w k - 0 1", "a3", ""},
		{"R2: it is not pinned away from the neighbor's square", "8/8/8/8/8/5k2/8/4K3 w K - 0 1", "e1",
			"a1 a5 b1 b4 c1 c3 d1 d2 e5 e6 e7 e8 f1 g1 h1 h4"},

		{"R1: pins run over vanished squares", "4k3/4r3/4*3/8/4B3/4*3/8/4K3 w - - 0 1", "e4", ""},
		{"a pinned rook keeps to its line", "4k3/4r3/4*3/8/4R3/4*3/8/4K3 w - - 0 1", "e4", "e2 e5 e7"},
		{"a pinned queen", "k7/8/7b/6*1/5Q2/8/3K4/8 w - - 0 1", "f4", "e3 h6"},
		{"a pinned pawn captures the pinner", "k7/8/8/8/5b2/4P3/3K4/8 w - - 0 1", "e3", "f4"},
		{"a pawn pinned along its rank", "k7/8/8/8/1r2P2K/8/8/8 w - - 0 1", "e4", ""},
		{"two pieces on a line are not pinned", "4k3/4r3/8/4N3/4B3/8/8/4K3 w - - 0 1", "e5",
			"c4 c6 d3 d7 f3 f7 g4 g6"},

		{"R1: a check is blocked on squares that are there", "4k3/4r3/4*3/8/4*2R/R7/8/4K3 w - - 0 1", "h4", ""},
		{"an unpinned rook blocks", "4k3/4r3/4*3/8/4*2R/R7/8/4K3 w - - 0 1", "a3", "e3"},
		{"R1: a king does not step back along the line through its square",
			"k7/8/8/8/r3K3/8/8/8 w - - 0 1", "e4", "d3 d5 e3 e5 f3 f5"},
		{"R2: an unmoved king neither", "k7/8/8/8/8/8/3PPP2/r3K3 w K - 0 1", "e1", "a1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := gameOf(c.fen).Parse(c.fen)
			if err != nil {
				t.Fatal(err)
			}
			if got := moves(p, c.square); got != c.want {
				t.Errorf("%s in %s goes to [%s], want [%s]", c.square, c.fen, got, c.want)
			}
		})
	}
}

// TestEnPassant plays a double step and looks at what it left (R1, R3).
func TestEnPassant(t *testing.T) {
	for _, c := range []struct {
		name, fen, step string
		field           string // in the FEN after the step
		pawn, want      string // where it can go then
		counts          bool   // whether the right is part of the key
	}{
		{"captured", "4k3/8/8/8/3p4/8/4P3/K7 w - - 0 1", "e2e4", "e3", "d4", "d3 e3", true},
		{"on the large board", "k9/4p5/10/5P4/10/10/10/10/10/9K b - - 0 1", "e9e7", "e8", "f7", "e8 f8", true},
		{"no pawn near", "4k3/8/8/8/2p5/8/4P3/K7 w - - 0 1", "e2e4", "-", "c4", "c3", false},
		{"the en passant square has vanished", "4k3/8/8/8/3p4/4*3/4P3/K7 w - - 0 1", "e2e4", "-", "d4", "d3", false},
		{"the two pieces hid the king", "8/8/8/8/k2p3R/8/4P3/K7 w - - 0 1", "e2e4", "e3", "d4", "d3", false},
		{"the pawn is pinned on its file", "3k4/8/8/8/3p4/8/4P3/K2R4 w - - 0 1", "e2e4", "e3", "d4", "d3", false},
		{"it answers the pawn's own check", "8/8/8/3k4/3p4/8/4P3/K7 w - - 0 1", "e2e4", "e3", "d4", "e3", true},
		{"it does not answer the check uncovered", "4k3/8/8/8/3p4/8/4P3/K3R3 w - - 0 1", "e2e4", "e3", "d4", "d3 e3", true},
		{"the pawn is between unmoved kings (R2)", "4k3/8/8/8/4p3/8/3P4/4K3 w Kk - 0 1", "d2d4", "d3", "e4", "e3", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := parse(t, c.fen)
			p.Make(find(t, p, c.step))
			fen := p.String()
			if got := strings.Fields(fen)[3]; got != c.field {
				t.Errorf("the field after %s is %s, want %s", c.step, got, c.field)
			}
			if got := moves(p, c.pawn); got != c.want {
				t.Errorf("%s then goes to [%s], want [%s]", c.pawn, got, c.want)
			}
			without := parse(t, strings.Replace(fen, " "+c.field+" ", " - ", 1))
			if (without.Key() != p.Key()) != c.counts {
				t.Errorf("the right is part of the key: %v, want %v", !c.counts, c.counts)
			}
		})
	}
}

// TestSquareOfTakenPawnStays checks R1: of en passant's three squares one goes.
func TestSquareOfTakenPawnStays(t *testing.T) {
	p := parse(t, "4k3/3*4/8/3pP3/8/8/8/4K3 w - d6 0 30")
	p.Make(find(t, p, "e5d6"))
	if got, want := p.String(), "4k3/3*4/3P4/4*3/8/8/8/4K3 b - - 0 30"; got != want {
		t.Errorf("after e5d6: %s, want %s", got, want)
	}
}

// TestFirstKingMove checks that any first move of a king ends its right (R2),
// and that the right is part of the key.
func TestFirstKingMove(t *testing.T) {
	for _, text := range []string{"e1e2", "e1a5", "e1h1"} {
		p := parse(t, "7k/8/8/8/8/8/8/4K3 w K - 0 1")
		p.Make(find(t, p, text))
		if got := strings.Fields(p.String())[2]; got != "-" {
			t.Errorf("the rights after %s are %s, want -", text, got)
		}
	}
	with, without := parse(t, "7k/8/8/8/8/8/8/4K3 w K - 0 1"), parse(t, "7k/8/8/8/8/8/8/4K3 w - - 0 1")
	if with.Key() == without.Key() {
		t.Error("the right to move as a queen is not part of the key")
	}
}

// TestOutcome checks how games end.
func TestOutcome(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		want      game.Outcome
		over      bool // whether Over knows
	}{
		{"the start", small.start, game.Outcome{}, false},
		{"mate", "R5k1/5***/8/8/8/8/8/K7 b - - 0 60", game.Win(game.White, game.Checkmate), false},
		{"stalemate: lines run over vanished squares (R1)", "7k/6**/8/8/8/8/6R1/K7 b - - 0 60",
			game.Drawn(game.Stalemate), false},
		{"mate by an unmoved king (R2)", "4k3/3***2/8/8/8/8/8/4K3 b K - 0 60", game.Outcome{}, false},
		{"stalemate on an island (R4)", "k*6/**6/8/8/8/8/8/7K b - - 0 60", game.Drawn(game.Stalemate), false},
		{"two bare kings play on", "k7/8/8/8/8/8/8/7K b - - 0 60", game.Outcome{}, false},
		{"the move count", "k7/8/8/8/8/8/8/7K b - - 100 60", game.Drawn(game.FiftyMoves), true},
		{"mate on the hundredth halfmove", "R5k1/5***/8/8/8/8/8/K7 b - - 100 60",
			game.Win(game.White, game.Checkmate), false},
		{"one short of it", "k7/8/8/8/8/8/8/7K b - - 99 60", game.Outcome{}, false},
	} {
		p := parse(t, c.fen)
		if got := p.Outcome(); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
		if _, over := p.Terminal(); over != c.over {
			t.Errorf("%s: Over is %v, want %v", c.name, over, c.over)
		}
	}
	got := parse(t, "k7/8/8/8/8/8/8/7K b - - 0 60").TimeoutOutcome(game.White)
	if got != game.Win(game.Black, game.TimeOut) {
		t.Errorf("White's time runs out against a bare king: %v, want a win for Black", got)
	}
}

// TestEffects checks what moves do, and in which order.
func TestEffects(t *testing.T) {
	white, black := game.White, game.Black
	for _, c := range []struct {
		fen, move string
		want      []game.Effect
	}{
		{small.start, "e2e4", []game.Effect{
			{Kind: game.Slide, From: 14, To: 34, Piece: game.Pawn.Of(white)},
			{Kind: game.Vanish, From: 14}}},
		{"4k3/3*4/8/3pP3/8/8/8/4K3 w - d6 0 30", "e5d6", []game.Effect{
			{Kind: game.Slide, From: 44, To: 53, Piece: game.Pawn.Of(white)},
			{Kind: game.Capture, To: 43, Piece: game.Pawn.Of(black)},
			{Kind: game.Vanish, From: 44}}},
		{"9k/10/10/10/10/10/10/10/4p5/K4R4 b - - 0 30", "e2f1n", []game.Effect{
			{Kind: game.Slide, From: 14, To: 5, Piece: game.Pawn.Of(black)},
			{Kind: game.Capture, To: 5, Piece: game.Rook.Of(white)},
			{Kind: game.Vanish, From: 14},
			{Kind: game.Promote, To: 5, Piece: game.Pawn.Of(black), Into: game.Knight.Of(black)}}},
	} {
		p := parse(t, c.fen)
		if got := p.Effects(find(t, p, c.move)); !slices.Equal(got, c.want) {
			t.Errorf("%s in %s does %+v, want %+v", c.move, c.fen, got, c.want)
		}
	}
}
