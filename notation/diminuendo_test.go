package notation

import (
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/diminuendo"
)

func diminuendoGame(t testing.TB, name string) game.Game {
	t.Helper()
	g, err := diminuendo.ByName(name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

const diminuendoFirst = "d3f5 g5f5 ze5 d7e5 e3e4 c6e4 c2e4 zf1 e2f4"

// The printed games play to mate, from the score alone and from the page.
func TestImportDiminuendo(t *testing.T) {
	for _, file := range []string{"diminuendo-games.txt", "diminuendo-page.txt"} {
		trees, warnings, err := ReadString(testdata(t, file), ReadOptions{Game: diminuendoGame(t, "diminuendo")})
		if err != nil || len(trees) != 2 {
			t.Fatalf("%s: %d games, %v", file, len(trees), err)
		}
		if got := engineForms(trees[0]); got != diminuendoFirst {
			t.Errorf("%s: the first game is %s", file, got)
		}
		if n := len(trees[1].Moves()); n != 78 {
			t.Errorf("%s: the third game has %d plies, want 78", file, n)
		}
		for i, want := range []game.Result{game.WhiteWins, game.BlackWins} {
			if trees[i].Result != want {
				t.Errorf("%s: game %d ends with %v, want %v", file, i+1, trees[i].Result, want)
			}
		}
		if trees[1].Tag("White") != "Second Try" || trees[1].Tag("Black") != "Third Try" {
			t.Errorf("%s: tags %v", file, trees[1].Tags())
		}
		for _, w := range warnings {
			if !strings.Contains(w.Problem, "ignored") {
				t.Errorf("%s: %v", file, w)
			}
		}
	}
}

// Both games in short algebraic.
func TestSANDiminuendo(t *testing.T) {
	trees, _, err := ReadString(testdata(t, "diminuendo-games.txt"), ReadOptions{Game: diminuendoGame(t, "diminuendo")})
	if err != nil {
		t.Fatal(err)
	}
	wants := []string{
		"Bxf5+ gxf5>P zxe5 Bxe5 e4 Nxe4 Nxe4>B Bxf1>N Nf4#",
		"c4 a4 b3 b4 a2 a3 f3 f4 g2 e4 Nxf4+ Rxf4>B Bxe6>B Bxc2>B Bzxc6>B Bzxe6>P " +
			"Bxd8>P Bxd1>P Bxe6>P Kxe6>P Qxd1>P g4 exz>- bxc4 bxc4 exf3 Bxf4>N+ Ke7+ cxz>- fxg2 Qxg4 Rb2+ " +
			"Bd2 Rxg4>R Rxg2 Kd8 Rxg4>N Be4+ Kd1 Nxg4>N Nxc7>R Rxa2 Bxe4>P zxe4>P Na4 cxz>- Rf5 Rxd2>P+ " +
			"Kxd2>N Nxf5>N Nxf5>B+ Ke7 Ra1 Bf1+ Kd3 Bxa1>N Nxa3 Ke6 Nd8 e3+ Kc3 e2 N4z>B+ Bxz>P+ " +
			"Nxz>B+ Nxz>B+ Kb2 Bac2 Nb5+ Kd7 Nxz>B Bxz>P Kc2 e1=Q+ Kb1 d3 Ka1 Qc2#",
	}
	for i, tree := range trees {
		var out []string
		for n, p := range tree.Replay() {
			out = append(out, SAN(p, n.Move))
		}
		if got := strings.Join(out, " "); got != wants[i] {
			t.Errorf("game %d:\n got %s\nwant %s", i+1, got, wants[i])
		}
		pgn := tree.PGN()
		again, _, err := readPGN(pgn, ReadOptions{Game: tree.Game()})
		if err != nil || !slices.Equal(again[0].Moves(), tree.Moves()) {
			t.Errorf("game %d comes back from PGN otherwise: %v", i+1, err)
		}
	}
}

// What the printed scores state, and what is wrong about it.
func TestLongForm(t *testing.T) {
	const (
		opened = "P3p/RP2pr/QNP1pnq/BBB1bbb/KNP1pnk/RP2pr/P3p w - - 0 1"
		ending = "3P1/5r/5P1/K5k/7/1p4/5 w - - 0 1"
		center = "P3p/RP2pr/QNP1pnq/BBBNbbb/K1P1pnk/RP2pr/P3p w - - 0 1" // a knight on z
	)
	g := diminuendoGame(t, "diminuendo")
	tests := []struct{ fen, text, want string }{
		{opened, "B(d3) x P(f5)+", "d3f5"},
		{opened, "B(d3)xP(f5)", "d3f5"},
		{opened, "Bd3-f5", "d3f5; written with a dash, but it captures the black pawn"},
		{opened, "Bd3xf5>P", "no piece changes in this move"},
		{opened, "Bd3xf5>-", "d3f5"},
		{opened, "B(d3) x P(f5)++", "d3f5; marked as checkmate, but it is check"},
		{opened, "B(d3) x P(f5)(drop check)", "d3f5; marked as a drop check, but it is none"},
		{opened, "B(d3) x N(f5)", "the piece captured on f5 is a pawn, not a knight"},
		{opened, "N(d3) x P(f5)", "the piece on d3 is a white bishop"},
		{opened, "N(c2) - z>B", "c2z"},
		{opened, "N(c2) - z>P", "the moving piece becomes a bishop"},
		{opened, "Nc2>B - z", "c2z"},
		{opened, "N(c2) - d4", "c2z"},
		{ending, "cxb6=Q>N", "c6b6q"},
		{ending, "c6xb6>N=R", "c6b6r"},
		{ending, "P(c6) x R(b6)>N(promotes to B)", "c6b6b"},
		{ending, "cxb6>N", "the pawn on b6 promotes, but no letter is given"},
		{center, "zb6", "zb6"},
		{center, "N(z) x R(b6)>N(z)", "zb6"},
		{center, "N(z) x R(b6)>B", "the captured piece becomes a knight"},
		{center, "Nzxb6>N", "zb6"},
	}
	for _, tt := range tests {
		p := position(t, g, tt.fen)
		r, err := NewMoves(p).Parse(tt.text)
		got := strings.Join(append([]string{p.UCI(r.Move)}, r.Notes...), "; ")
		if err != nil {
			got = err.Error()
		}
		if err == nil && got != tt.want || err != nil && !strings.Contains(got, tt.want) {
			t.Errorf("%q: %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

func TestNarrateDiminuendo(t *testing.T) {
	g := diminuendoGame(t, "diminuendo")
	p := g.Start()
	var got []string
	for _, text := range strings.Fields(diminuendoFirst) {
		m, err := ParseUCI(p, text)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, strings.Join(Narrate(p, m), " "))
		p.Make(m)
	}
	for i, want := range map[int]string{
		0: "The white bishop goes from d3 to f5 and captures the pawn there. Black is in check.",
		1: "The black pawn goes from g5 to f5 and captures the bishop there. The white bishop drops on z as a pawn.",
		7: "The black bishop goes from z to f1 and captures the rook there. The white rook drops on z as a knight. " +
			"The white knight on z now attacks the king on e7: a drop check, which does not count this turn.",
		8: "The white knight goes from e2 to f4. Black is checkmated.",
	} {
		if got[i] != want {
			t.Errorf("ply %d:\n got %s\nwant %s", i+1, got[i], want)
		}
	}
}
