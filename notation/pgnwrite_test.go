package notation

import (
	"errors"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/cheshire"
	"github.com/wane-chess/wane/rules/convergent"
	"github.com/wane-chess/wane/rules/shrink"
	"pgregory.net/rapid"
)

func TestWritePGN(t *testing.T) {
	tree, err := NewTree(shrink.New(), "")
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(tree.SetTag("Opening", `a "quoted" \ one`), tree.SetTag("White", "Anna")); err != nil {
		t.Fatal(err)
	}
	tree.Root.Comments = []string{"It begins."}
	c := tree.Cursor()
	play(t, c, "e4", "d5")
	c.Node().NAGs = []int{2}
	play(t, c, "exd5")
	c.Node().Comments = []string{"rank 4 } goes"}
	c.Back()
	play(t, c, "e5")
	c.Node().StartingComments = []string{strings.Repeat("word ", 20)}
	tree.Result = game.Draw
	want := `[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "Anna"]
[Black "?"]
[Result "1/2-1/2"]
[Variant "shrink"]
[Opening "a \"quoted\" \\ one"]

{It begins.} 1. e4 d5 $2 2. exd5 ; rank 4 } goes
({word word word word word word word word word word word word word word word
word word word word word} 2. e5) 1/2-1/2

`
	if got := tree.PGN(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func play(t *testing.T, c *Cursor, moves ...string) {
	t.Helper()
	for _, s := range moves {
		m, err := ParseSAN(c.Position(), s)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Play(m); err != nil {
			t.Fatal(err)
		}
	}
}

// Lines do not end within what programs look for in comments.
func TestCommandsStayWhole(t *testing.T) {
	tree, err := NewTree(shrink.NewChess(), "")
	if err != nil {
		t.Fatal(err)
	}
	c := tree.Cursor()
	for i := range 40 {
		n, err := c.Play(c.Position().Legal(nil)[0])
		if err != nil {
			t.Fatal(err)
		}
		n.comment(strings.Repeat("x", i) + " [%eval 0.34] [%clk 0:01:02] and [% this")
	}
	text := tree.PGN()
	if got := strings.Count(text, "[%eval 0.34]"); got != 40 {
		t.Errorf("%d of 40 evaluations are whole:\n%s", got, text)
	}
	for line := range strings.Lines(text) {
		if len(line) > pgnWidth+1 {
			t.Errorf("a line is longer than %d: %s", pgnWidth, line)
		}
	}
}

// Whatever trees are made of, PGN brings them back.
func TestPGNRoundTrip(t *testing.T) {
	games := []game.Game{shrink.New(), shrink.NewChess(), convergent.New(), cheshire.New(), cheshire.NewSmall(), diminuendoGame(t, "diminuendo")}
	text := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{
		"}", "{", "a } b ; c", "%x", "% y", "(1. e4)", "1-0", `"\`, "[a \"b\"]", "\r\n\n x", strings.Repeat("%% ", 60), strings.Repeat("long", 50),
	}))
	rapid.Check(t, func(t *rapid.T) {
		tree, err := NewTree(rapid.SampledFrom(games).Draw(t, "game"), "")
		if err != nil {
			t.Fatal(err)
		}
		for range rapid.IntRange(0, 3).Draw(t, "tags") {
			if err := tree.SetTag(rapid.StringMatching(`[A-Z][a-z_0-9]{0,5}`).Draw(t, "name"), text.Draw(t, "value")); err != nil {
				t.Fatal(err)
			}
		}
		c := tree.Cursor()
		for range rapid.IntRange(0, 30).Draw(t, "steps") {
			switch rapid.IntRange(0, 5).Draw(t, "step") {
			case 0:
				c.Back()
			case 1:
				c.Node().comment(text.Draw(t, "comment"))
			case 2:
				if n := c.Node(); n.Parent != nil {
					n.NAGs = append(n.NAGs, rapid.IntRange(0, 255).Draw(t, "nag"))
				}
			default:
				if legal := c.Position().Legal(nil); len(legal) > 0 {
					n, err := c.Play(rapid.SampledFrom(legal).Draw(t, "move"))
					if err != nil {
						t.Fatal(err)
					}
					if n.Parent.Children[0] != n && len(n.StartingComments) == 0 {
						if s := Comment(text.Draw(t, "before")); s != "" {
							n.StartingComments = []string{s}
						}
					}
				}
			}
		}
		tree.Result = game.Result(rapid.IntRange(0, 3).Draw(t, "result"))
		once := tree.PGN()
		for line := range strings.Lines(once) {
			if strings.HasPrefix(line, "%") {
				t.Fatalf("a line begins with %%:\n%s", once)
			}
		}
		trees, _, err := readPGN(once, ReadOptions{Lookup: lookup})
		if err != nil || len(trees) != 1 {
			t.Fatalf("%d games, %v:\n%s", len(trees), err, once)
		}
		if got, want := sketch(trees[0]), sketch(tree); got != want {
			t.Fatalf("got  %s\nwant %s\nfrom\n%s", got, want, once)
		}
		if twice := trees[0].PGN(); twice != once {
			t.Fatalf("written again:\n%s\nfirst:\n%s", twice, once)
		}
	})
}
