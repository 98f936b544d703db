package sharedstudy_test

import (
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/wane-chess/wane/internal/server/sharedstudy"
	"github.com/wane-chess/wane/notation/notationtest"
	"github.com/wane-chess/wane/rules"
)

// Shared studies and their PGN agree: what an annotated game becomes is written as PGN that
// becomes the same chapter, in this study and in others. It checks 2,000 games; a long run is
// 'go test ./internal/server/sharedstudy -run Agree -rapid.checks 5000', 100,000 games.
func TestAgree(t *testing.T) {
	rounds := 20
	if testing.Short() {
		rounds = 2
	}
	for range rounds {
		rapid.Check(t, func(t *rapid.T) {
			tree := notationtest.Trees().Draw(t, "game")
			set := func(name string, values ...string) {
				if err := tree.SetTag(name, rapid.SampledFrom(values).Draw(t, name)); err != nil {
					t.Fatal(err)
				}
			}
			set("Orientation", "", "black", "Black", "white")
			set("ChapterMode", "", "find", "gamebook")
			first := chapterOf(t, tree.PGN(), "first")
			if first.Flipped != tree.Flipped() || (first.Mode == sharedstudy.Find) != (tree.Tag("ChapterMode") == "find") {
				t.Fatalf("flipped %v, mode %q:\n%s", first.Flipped, first.Mode, tree.PGN())
			}
			again := chapterOf(t, first.pgn, rapid.SampledFrom([]string{"first", "other"}).Draw(t, "name"))
			head := again.Head
			if !reflect.DeepEqual(head, first.Head) {
				t.Fatalf("the chapter\n%+v became\n%+v:\n%s", first.Head, head, first.pgn)
			}
			if !reflect.DeepEqual(again.nodes, first.nodes) {
				t.Fatalf("the moves\n%+v became\n%+v:\n%s", first.nodes, again.nodes, first.pgn)
			}
		})
	}
}

// imported is a chapter with its moves and its PGN.
type imported struct {
	sharedstudy.Head
	nodes []sharedstudy.PackedNode
	pgn   string
}

// chapterOf imports a text with one game into a new study of that name.
func chapterOf(t *rapid.T, text, name string) imported {
	t.Helper()
	list, left, err := sharedstudy.Import(t.Context(), text, "chess", "x", 0, games())
	if err != nil || len(list) != 1 || left != nil && len(left.Skipped) > 0 {
		t.Fatalf("%d chapters, %+v, %v:\n%s", len(list), left, err, text)
	}
	s := sharedstudy.NewStudy("study", now)
	b := sharedstudy.NewBatch(s, ann, now, rules.ByName)
	settings := sharedstudy.Settings{
		Name:       name,
		Visibility: sharedstudy.Private,
		Comments:   sharedstudy.Everyone,
	}
	if err := sharedstudy.Begin(b, settings); err != nil {
		t.Fatal(err)
	}
	if err := b.Do(&list[0]); err != nil {
		t.Fatalf("%v:\n%s", err, text)
	}
	c := s.Chapter("x1")
	pgn, err := s.PGN([]*sharedstudy.Chapter{c}, rules.ByName)
	if err != nil {
		t.Fatalf("%v:\n%s", err, text)
	}
	nodes := sharedstudy.Pack(c.Root)
	for i := range nodes {
		nodes[i].Seq = 0
	}
	return imported{c.Head, slices.Clip(nodes), pgn}
}
