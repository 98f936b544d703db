// Package notationtest makes random annotated games for tests: of every variant, from random
// positions, with nested variations, comments that PGN might read as something else, arrows,
// clocks, glyphs and odd tags, also behind automatic draws.
package notationtest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
	"pgregory.net/rapid"
)

// texts are texts for comments and the values of tags.
func texts() *rapid.Generator[string] {
	return rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{
		"", "}", "{", "a } b ; c", "; x", "%x", "% y", "(1. e4)", ")", "1-0", "*", "1/2-1/2",
		`"\`, `\`, `"`, `a "b" c`, `]`,
		`"]`, `[a "b"]`, `[Event "b"]`, "so\n[Event \"b\"]\n\n[White \"c\"]\n\n1. e4 *",
		"[pgn]", "x [/pgn] y", "[pgn]1. e4 *[/pgn]", "\r\n\n x", "  a  b ", "\ufeff", "\x1a",
		"é – ½ 王 \u00a0 x", "\xff\xfe", "$1", "!?", "N", "±", "--", "1...", "-0",
		strings.Repeat("y", 79) + ` [Event "b"] ` + strings.Repeat("y", 79),
		strings.Repeat("%% ", 60), strings.Repeat(`[Event "b"] `, 12), strings.Repeat("long", 50),
		strings.Repeat("a b c ", 40),
		"[%csl Ge4,Rd5]", "[%cal Ge2e4,Bd7d5] [%csl Yb1]", "[%clk 0:01:03]", "so [%clk 1:00:08.5] on", "[%emt 0:00:01]",
		"[%eval -0.34] x", "[%eval #3]", "[%", "[% ]", "[%x y", "a [%cal Ge2e4", "White wins on time.",
	}))
}

// names are the names of tags: of those that every game has, and others.
func names() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.SampledFrom([]string{
			"Event", "Site", "Date", "Round", "White", "Black", "Orientation", "Termination",
			"x", "X-Y", "_", "9", "SETUP", "variant", "Opening", "ChapterName", "TimeControl",
		}),
		rapid.StringMatching(`[A-Za-z0-9_-]{1,12}`),
	)
}

// Games are all games: those of the list, and others of Diminuendo Chess's family.
func Games() *rapid.Generator[game.Game] {
	return rapid.Custom(func(t *rapid.T) game.Game {
		if rapid.IntRange(0, 5).Draw(t, "family") > 0 {
			return rapid.SampledFrom(rules.All()).Draw(t, "game")
		}
		ranking := string(rapid.Permutation([]byte("pbnrqk")).Draw(t, "ranking"))
		options := rapid.SampledFrom([]string{"", "+qk", "+fp", "+qk+fp"}).Draw(t, "options")
		g, err := rules.ByName("diminuendo:" + ranking + options)
		if err != nil {
			t.Fatal(err)
		}
		return g
	})
}

// Trees are annotated games.
func Trees() *rapid.Generator[*notation.Tree] { return rapid.Custom(tree) }

func tree(t *rapid.T) *notation.Tree {
	g := Games().Draw(t, "game")
	fen := ""
	if rapid.Bool().Draw(t, "elsewhere") {
		fen = position(t, g, rapid.IntRange(1, 60).Draw(t, "plies")).String()
	}
	tree, err := notation.NewTree(g, fen)
	if err != nil {
		t.Fatal(err)
	}
	for range rapid.IntRange(0, 4).Draw(t, "tags") {
		name := names().Draw(t, "name")
		if slices.Contains([]string{"Variant", "SetUp", "FEN", "Result"}, name) {
			continue
		}
		value := texts().Draw(t, "value")
		if value == "?" { // a tag that PGN's seven are filled up with
			continue
		}
		if err := tree.SetTag(name, value); err != nil {
			t.Fatal(err)
		}
	}
	c := tree.Cursor()
	for range rapid.IntRange(0, 40).Draw(t, "steps") {
		step(t, c)
	}
	tree.Result = game.Result(rapid.IntRange(0, 3).Draw(t, "result"))
	return tree
}

// position plays random moves, also on behind automatic draws.
func position(t *rapid.T, g game.Game, plies int) game.Position {
	p := g.Start()
	for range plies {
		legal := p.Legal(nil)
		if len(legal) == 0 {
			break
		}
		p.Make(rapid.SampledFrom(legal).Draw(t, "move"))
	}
	return p
}

// step goes back, notes something, plays a move or repeats the position.
func step(t *rapid.T, c *notation.Cursor) {
	n := c.Node()
	switch rapid.IntRange(0, 9).Draw(t, "step") {
	case 0, 1:
		c.Back()
	case 2:
		n.Comments = comment(t, n.Comments)
	case 3:
		if n.Parent != nil {
			n.NAGs = append(n.NAGs, rapid.IntRange(0, 255).Draw(t, "glyph"))
		}
	case 4:
		for range rapid.IntRange(2, 8).Draw(t, "far") {
			c.Back()
		}
	case 5:
		repeat(c)
	default:
		play(t, c)
	}
}

func comment(t *rapid.T, comments []string) []string {
	if s := notation.Comment(texts().Draw(t, "comment")); s != "" {
		comments = append(comments, s)
	}
	return comments
}

// play plays a random move, and may say something before it.
func play(t *rapid.T, c *notation.Cursor) {
	legal := c.Position().Legal(nil)
	if len(legal) == 0 {
		return
	}
	n, err := c.Play(rapid.SampledFrom(legal).Draw(t, "move"))
	if err != nil {
		t.Fatal(err)
	}
	if n.Parent.Children[0] != n && rapid.IntRange(0, 3).Draw(t, "before") == 0 {
		n.StartingComments = comment(t, n.StartingComments)
	}
}

// repeat moves pieces to and fro until the game is drawn, if they can.
func repeat(c *notation.Cursor) {
	for range 3 {
		for _, back := range []bool{false, true} {
			for range 2 {
				if !shuffle(c, back) {
					return
				}
			}
		}
	}
}

// shuffle plays the first move that can be taken back, or takes it back.
func shuffle(c *notation.Cursor, back bool) bool {
	var last game.Move
	if back {
		last = c.Node().Parent.Move
	}
	for _, m := range c.Position().Legal(nil) {
		if back && (m.From() != last.To() || m.To() != last.From()) {
			continue
		}
		if _, err := c.Play(m); err == nil {
			return true
		}
	}
	return false
}

// Different returns a sentence about the first difference of two games, or "". The order of
// tags is none: PGN begins with seven.
func Different(a, b *notation.Tree) string {
	for _, c := range []struct{ what, a, b string }{
		{"game", a.Game().Name(), b.Game().Name()},
		{"start", a.Start().String(), b.Start().String()},
		{"result", a.Result.String(), b.Result.String()},
		{"tags", tags(a), tags(b)},
	} {
		if c.a != c.b {
			return fmt.Sprintf("the %s %s became %s", c.what, c.a, c.b)
		}
	}
	return differentNodes(a.Root, b.Root)
}

func tags(t *notation.Tree) string {
	sorted := slices.SortedFunc(slices.Values(t.Tags()), func(a, b notation.Tag) int {
		return strings.Compare(a.Name, b.Name)
	})
	return fmt.Sprintf("%q", sorted)
}

func differentNodes(a, b *notation.Node) string {
	at := func(what string, x, y any) string {
		return fmt.Sprintf("after %v, the %s %q became %q", moves(a), what, x, y)
	}
	switch {
	case a.Move != b.Move:
		return at("move", fmt.Sprint(a.Move), fmt.Sprint(b.Move))
	case !slices.Equal(a.StartingComments, b.StartingComments):
		return at("comments before", a.StartingComments, b.StartingComments)
	case !slices.Equal(a.Comments, b.Comments):
		return at("comments", a.Comments, b.Comments)
	case !slices.Equal(a.NAGs, b.NAGs):
		return at("glyphs", fmt.Sprint(a.NAGs), fmt.Sprint(b.NAGs))
	case len(a.Children) != len(b.Children):
		return at("moves", moves(a.Children...), moves(b.Children...))
	}
	for i := range a.Children {
		if d := differentNodes(a.Children[i], b.Children[i]); d != "" {
			return d
		}
	}
	return ""
}

func moves(nodes ...*notation.Node) []string {
	var out []string
	for _, n := range nodes {
		out = append(out, fmt.Sprint(n.Move))
	}
	return out
}
