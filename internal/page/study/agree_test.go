package study

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/notation/notationtest"
	"github.com/wane-chess/wane/rules"
)

// rounds is how often a property is checked 100 times.
func rounds() int {
	if testing.Short() {
		return 2
	}
	return 20
}

// Studies and their PGN agree: all of an annotated game is in the study, which is written as PGN
// that reads back as the same, here and by package notation. It checks 2,000 games; a long run is
// 'go test ./internal/page/study -run Agree -rapid.checks 5000', 100,000 games.
func TestAgree(t *testing.T) {
	for range rounds() {
		rapid.Check(t, func(t *rapid.T) {
			tree := notationtest.Trees().Draw(t, "game")
			turned := rapid.SampledFrom([]string{"", "black", "Black", "white"}).Draw(t, "turned")
			if err := tree.SetTag("Orientation", turned); err != nil {
				t.Fatal(err)
			}
			g := readOne(t, tree.PGN())
			agree(t, tree, g)
			text, err := Write(g, rules.ByName)
			if err != nil {
				t.Fatalf("%v:\n%s", err, tree.PGN())
			}
			if again := readOne(t, text); !reflect.DeepEqual(again, g) {
				t.Fatalf("written as\n%s\nread as\n%+v\nwas\n%+v", text, again, g)
			}
			trees, _, err := notation.ReadString(text, notation.ReadOptions{Lookup: rules.ByName})
			if err != nil || len(trees) != 1 {
				t.Fatalf("%d games, %v:\n%s", len(trees), err, text)
			}
			agree(t, trees[0], g)
		})
	}
}

func readOne(t *rapid.T, text string) Game {
	t.Helper()
	got, err := Read(t.Context(), text, options("chess"))
	if err != nil || len(got.Games) != 1 || len(got.Skipped) > 0 {
		t.Fatalf("%d games, %+v, %v:\n%s", len(got.Games), got.Skipped, err, text)
	}
	return got.Games[0]
}

// agree compares a tree with what is read of it.
func agree(t *rapid.T, tree *notation.Tree, g Game) {
	t.Helper()
	if tree.Game().Name() != g.Variant || tree.FEN() != g.FEN || tree.Result.String() != g.Result ||
		tree.Flipped() != g.Flipped {
		t.Fatalf("%s, %q, %s became %s, %q, %s", tree.Game().Name(), tree.FEN(), tree.Result, g.Variant, g.FEN, g.Result)
	}
	for _, tag := range tree.Tags() {
		unknown := strings.Trim(tag.Value, "?.") == "" && slices.Contains(roster, tag.Name)
		if !unknown && tag.Value != "" && !slices.Contains(g.Tags, Tag{tag.Name, tag.Value}) {
			t.Fatalf("the tag %q is not in %q", tag, g.Tags)
		}
	}
	agreeNode(t, tree.Cursor(), &g.Root)
}

func agreeNode(t *rapid.T, at *notation.Cursor, n *Node) {
	t.Helper()
	node := at.Node()
	before, after := strings.Join(node.StartingComments, " "), strings.Join(node.Comments, " ")
	if before != n.Before || prose(after) != prose(n.After) || !slices.Equal(node.NAGs, n.NAGs) {
		t.Fatalf("%q, %q, %v became %q, %q, %v", before, after, node.NAGs, n.Before, n.After, n.NAGs)
	}
	if len(node.Children) != len(n.Children) {
		t.Fatalf("%d moves became %d", len(node.Children), len(n.Children))
	}
	for i := range n.Children {
		if move := at.Position().UCI(node.Children[i].Move); move != n.Children[i].Move {
			t.Fatalf("the move %s became %s", move, n.Children[i].Move)
		}
		at.Forward(i)
		agreeNode(t, at, &n.Children[i])
		at.Back()
	}
}

var command = regexp.MustCompile(`\[%(cal|csl|eval|clk) [^\[\]]*\]`)

// prose returns a comment without its commands, which become fields of the node if they are sound.
func prose(text string) string {
	for last := ""; last != text; {
		last, text = text, notation.Comment(command.ReplaceAllString(text, " "))
	}
	return text
}
