package notation

import (
	"errors"
	"strings"
	"testing"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/rules/shrink"
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
