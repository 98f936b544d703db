package study

import (
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/notation"
	"github.com/wane-chess/wane/rules"
)

// Any study is written as PGN that reads back as the same study.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SampledFrom([]string{
			"shrink", "convergent", "diminuendo", "diminuendo:pbnrqk+qk+fp", "cheshire", "cheshire8", "chess",
		}).Draw(t, "game")
		g, err := rules.ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		s := sower{t: t, left: 40}
		study := Game{
			Variant: name, Title: g.Title(), Result: rapid.SampledFrom([]string{"1-0", "0-1", "1/2-1/2", "*"}).Draw(t, "result"),
			Tags: []Tag{{"White", "Ann \"the\\ cat\""}}, Root: s.node(g.Start(), true),
		}
		text, err := Write(study, rules.ByName)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Read(t.Context(), text, options("chess"))
		if err != nil || len(got.Games) != 1 {
			t.Fatalf("%v\n%s", err, text)
		}
		if !reflect.DeepEqual(got.Games[0], study) {
			t.Fatalf("written as\n%s\nread as\n%+v\nwas\n%+v", text, got.Games[0], study)
		}
	})
}

// sower makes random trees.
type sower struct {
	t    *rapid.T
	left int // moves to be made still
}

// node makes a node at a position, which it leaves as it is. The first of its
// siblings has no comment before it: PGN would put that behind the move before.
func (s *sower) node(p game.Position, first bool) Node {
	t, board := s.t, p.View().Board
	var names []string
	for i := range board.Squares {
		names = append(names, board.Squares[i].Name)
	}
	cell, color := rapid.SampledFrom(names), rapid.SampledFrom([]string{"green", "red", "blue", "yellow"})
	n := Node{Children: []Node{}, After: s.comment()}
	if !first {
		n.Before = s.comment()
	}
	for range rapid.IntRange(0, 2).Draw(t, "arrows") {
		a := Arrow{cell.Draw(t, "from"), cell.Draw(t, "to"), color.Draw(t, "color")}
		if a.From != a.To && !slices.ContainsFunc(n.Arrows, func(b Arrow) bool { return a.From == b.From && a.To == b.To }) {
			n.Arrows = append(n.Arrows, a)
		}
	}
	if rapid.Bool().Draw(t, "circle") {
		n.Circles = []Circle{{cell.Draw(t, "at"), color.Draw(t, "color")}}
	}
	switch rapid.IntRange(0, 4).Draw(t, "eval") {
	case 0:
		n.Eval = &Eval{CP: rapid.IntRange(-999_999, 999_999).Draw(t, "cp"), Depth: rapid.IntRange(0, 999).Draw(t, "depth")}
	case 1:
		n.Eval = &Eval{Mate: rapid.SampledFrom([]int{-9999, -1, 1, 12}).Draw(t, "mate")}
	}
	if rapid.Bool().Draw(t, "clocked") {
		n.Clock = new(rapid.IntRange(0, 1000*3600*1000-1).Draw(t, "clock"))
	}
	ms := notation.NewMoves(p)
	legal := slices.Clone(ms.Legal())
	for range rapid.IntRange(0, 3).Draw(t, "children") {
		if len(legal) == 0 || s.left == 0 {
			break
		}
		s.left--
		i := rapid.IntRange(0, len(legal)-1).Draw(t, "move")
		move, san := p.UCI(legal[i]), ms.SAN(legal[i])
		p.Make(legal[i])
		child := s.node(p, len(n.Children) == 0)
		p.Unmake()
		legal = slices.Delete(legal, i, i+1)
		child.Move, child.SAN = move, san
		if rapid.Bool().Draw(t, "mark") {
			child.NAGs = []int{rapid.IntRange(0, 255).Draw(t, "NAG")}
		}
		n.Children = append(n.Children, child)
	}
	return n
}

// comment makes a comment as trees keep it, without commands.
func (s *sower) comment() string {
	part := rapid.SampledFrom([]string{
		"", "", "good", "e4", "…", "½ „hm“", "}", "{", ";", "%", "$3", "\"", "\\", "[", "]",
		"(1. e4)", "[%clk 1:0x]", "[%cal x]", "1-0",
	})
	text := part.Draw(s.t, "comment") + " " + part.Draw(s.t, "more")
	return notation.Comment(text)
}
