package notation

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/cheshire"
	"github.com/wane-chess/wane/rules/convergent"
	"github.com/wane-chess/wane/rules/diminuendo"
	"github.com/wane-chess/wane/rules/shrink"
)

// lookup finds the games that the tests read.
func lookup(name string) (game.Game, error) {
	for _, g := range []game.Game{shrink.New(), shrink.NewChess(), convergent.New(), cheshire.New(), cheshire.NewSmall()} {
		if g.Name() == name {
			return g, nil
		}
	}
	if strings.HasPrefix(name, "diminuendo") {
		return diminuendo.ByName(name)
	}
	return nil, fmt.Errorf("no game is called %q", name)
}

// readPGN reads all games of a PGN text.
func readPGN(text string, o ReadOptions) ([]*Tree, []Warning, error) {
	o.Format = PGN
	return ReadString(text, o)
}

// sketch writes a tree in one line: moves in UCI, variations in brackets,
// comments in braces before and behind the moves.
func sketch(t *Tree) string {
	var b strings.Builder
	notes := func(list []string) {
		for _, s := range list {
			b.WriteString("{" + s + "} ")
		}
	}
	var line func(c *Cursor, n *Node)
	line = func(c *Cursor, n *Node) {
		home := c.Node()
		for ; n != nil; n = n.Next() {
			notes(n.StartingComments)
			b.WriteString(c.Position().UCI(n.Move) + " ")
			for _, nag := range n.NAGs {
				fmt.Fprintf(&b, "$%d ", nag)
			}
			notes(n.Comments)
			if n.Parent.Children[0] == n {
				for _, other := range n.Parent.Children[1:] {
					b.WriteString("( ")
					line(c, other)
					b.WriteString(") ")
				}
			}
			c.step(n)
		}
		c.rewind(home)
	}
	notes(t.Root.Comments)
	if n := t.Root.Next(); n != nil {
		line(t.Cursor(), n)
	}
	b.WriteString(t.Result.String())
	return b.String()
}

func TestReadPGN(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"plain", "1. e4 e5 2. Nf3 *", "e2e4 e7e5 g1f3 *"},
		{"no numbers", "e4 e5 Nf3", "e2e4 e7e5 g1f3 *"},
		{"tight", "1.e4 e5 2.Nf3", "e2e4 e7e5 g1f3 *"},
		{"BOM, CRLF, percent line", "\ufeff[Event \"x\"]\r\n% nothing e5\r\n\r\n1. e4\r\ne5 1-0\r\n", "e2e4 e7e5 1-0"},
		{"comments", "{a  b\nc} 1. e4 {d} {e} e5 ; f } g\n2. Nf3 *", "{a b c} e2e4 {d} {e} e7e5 {f } g} g1f3 *"},
		{"glyphs", "1. e4! e5?! $13 2. Nf3 !? *", "e2e4 $1 e7e5 $6 $13 g1f3 $5 *"},
		{"variations", "1. e4 (1. d4 d5 (1... Nf6 {x} 2. c4) 2. c4) ({y} 1. c4) 1... e5 *",
			"e2e4 ( d2d4 d7d5 ( g8f6 {x} c2c4 ) c2c4 ) ( {y} c2c4 ) e7e5 *"},
		{"comment behind a variation", "1. e4 (1. d4) {z} e5 *", "e2e4 {z} ( d2d4 ) e7e5 *"},
		{"promotion in brackets", "[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n1. a8(Q) (1. a8(N) Kg7) Kg7 1/2-1/2",
			"a7a8q ( a7a8n h7g7 ) h7g7 1/2-1/2"},
		{"castling with zeros", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 1-0", "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 1-0"},
		{"UCI", "1. e2e4 e7e5 0-1", "e2e4 e7e5 0-1"},
		{"result from the board", "1. f3 e5 2. g4 Qh4#", "f2f3 e7e5 g2g4 d8h4 0-1"},
		{"result from the tag", "[Result \"1-0\"]\n\n1. e4", "e2e4 1-0"},
		{"dots", "1. e4 1... e5 2. ... Nc6 *", ""},
		{"ellipsis", "1. e4 1… e5 *", "e2e4 e7e5 *"},
		{"no moves", "[White \"A\"]\n\n*", "*"},
	}
	for _, tt := range tests {
		trees, _, err := readPGN(tt.text, ReadOptions{Lookup: lookup})
		if tt.want == "" {
			if err == nil {
				t.Errorf("%s: read without an error", tt.name)
			}
			continue
		}
		if err != nil || len(trees) != 1 {
			t.Errorf("%s: %d games, %v", tt.name, len(trees), err)
			continue
		}
		if got := sketch(trees[0]); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.name, got, tt.want)
		}
	}
}

func TestReadPGNSeveral(t *testing.T) {
	text := `[White "A \"B\" \\ C"]
[Variant "Shrink Chess"]

1. e4 d5 2. exd5 1-0

[White "D"]
[Variant "CONVERGENT"]
1. Nb4 *
1. e4 e5 1/2-1/2`
	trees, _, err := readPGN(text, ReadOptions{Lookup: lookup})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, tree := range trees {
		got = append(got, tree.Game().Name()+" "+tree.Tag("White")+" "+tree.Result.String())
	}
	want := []string{`shrink A "B" \ C 1-0`, "convergent D *", "chess  1/2-1/2"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestReadPGNErrors(t *testing.T) {
	deep := "1. e4 " + strings.Repeat("(1. d4 ", MaxNesting+1)
	tests := []struct {
		name, text   string
		line, column int
		says         string
	}{
		{"illegal move", "1. e4 e5\n2. Ke3 *", 2, 4, "no white king can go to e3"},
		{"not a move", "1. e4 hello *", 1, 7, "not a move"},
		{"null move", "1. e4 -- *", 1, 7, "null move"},
		{"open comment", "1. e4 {abc", 1, 7, "expected }"},
		{"open variation", "1. e4 (1. d4", 1, 7, "expected )"},
		{"variation first", "(1. e4)", 1, 1, "must follow the move"},
		{"closed twice", "1. e4 ) *", 1, 7, "no variation is open"},
		{"tag without value", "[White]\n1. e4", 1, 7, "quotation marks"},
		{"tag not closed", "[White \"A\"\n1. e4", 2, 1, "expected ]"},
		{"tag value not closed", "[White \"A]\n1. e4", 1, 8, "does not end on its line"},
		{"bad glyph", "1. e4 $999", 1, 7, "0–255"},
		{"unknown variant", "[Event \"x\"]\n[Variant \"hopscotch\"]\n*", 2, 1, "hopscotch"},
		{"bad FEN", "[FEN \"8/8 w\"]\n*", 1, 1, "FEN"},
		{"deep", deep, 1, 7 + 7*MaxNesting, "deeper than 200"},
		{"past the end", "1. f3 e5 2. g4 Qh4# 3. a3", 1, 24, "the game is over"},
		{"promotion missing", "[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n1. a8", 2, 4, "expected one of Q R B N"},
	}
	for _, tt := range tests {
		_, _, err := readPGN(tt.text, ReadOptions{Lookup: lookup})
		var e *ParseError
		if !errors.As(err, &e) {
			t.Errorf("%s: %v, want a ParseError", tt.name, err)
			continue
		}
		if e.Line != tt.line || e.Column != tt.column || !strings.Contains(e.Problem, tt.says) {
			t.Errorf("%s: %v, want %q at %d:%d", tt.name, err, tt.says, tt.line, tt.column)
		}
	}
}

func TestCursor(t *testing.T) {
	tree, _ := NewTree(shrink.NewChess(), "")
	c := tree.Cursor()
	play(t, c, "e4", "e5", "Nf3")
	end := c.Node()
	c.Back()
	play(t, c, "Nc3")
	c.Seek(end)
	if got := c.Position().String(); got != "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2" {
		t.Errorf("after Seek: %s", got)
	}
	if _, err := c.Play(game.NewMove(0, 8)); err == nil {
		t.Error("an illegal move was played")
	}
	var seen []string
	for n, p := range tree.Replay() {
		seen = append(seen, SAN(p, n.Move))
	}
	if want := []string{"e4", "e5", "Nf3"}; !reflect.DeepEqual(seen, want) {
		t.Errorf("Replay gives %v, want %v", seen, want)
	}
	if got := end.Parent.Children; len(got) != 2 {
		t.Errorf("%d children, want 2", len(got))
	}
}
