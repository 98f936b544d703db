package sharedstudy

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/wane-chess/wane/internal/page/study"
	"github.com/wane-chess/wane/internal/server/livegame"
	"github.com/wane-chess/wane/internal/server/publictext"
)

// Tags of chapters in PGN, as other programs write them.
const (
	tagStudy   = "StudyName"
	tagChapter = "ChapterName"
	tagMode    = "ChapterMode"
	tagFlipped = "Orientation"
)

var ownTags = []string{tagStudy, tagChapter, tagMode, tagFlipped}

// PGN returns chapters as PGN. Comments are with their authors' names where several people have written at a move.
func (s *Study) PGN(list []*Chapter, find livegame.Lookup) (string, error) {
	texts := make([]string, len(list))
	for i, c := range list {
		var err error
		if texts[i], err = s.chapterPGN(c, find); err != nil {
			return "", err
		}
	}
	return strings.Join(texts, "\n"), nil
}

func (s *Study) chapterPGN(c *Chapter, find livegame.Lookup) (string, error) {
	g := study.Game{Variant: c.Variant, FEN: c.FEN, Result: c.Result, Root: s.node(c.Root)}
	for _, t := range c.Tags {
		if !slices.Contains(ownTags, t.Name) {
			g.Tags = append(g.Tags, t)
		}
	}
	if !slices.ContainsFunc(g.Tags, func(t study.Tag) bool { return t.Name == "Event" }) {
		g.Tags = slices.Insert(g.Tags, 0, study.Tag{Name: "Event", Value: eventOf(s.Name, c.Name)})
	}
	g.Tags = append(g.Tags, study.Tag{Name: tagStudy, Value: s.Name}, study.Tag{Name: tagChapter, Value: c.Name})
	if c.Mode != Normal {
		g.Tags = append(g.Tags, study.Tag{Name: tagMode, Value: string(c.Mode)})
	}
	if c.Flipped {
		g.Tags = append(g.Tags, study.Tag{Name: tagFlipped, Value: "black"})
	}
	text, err := study.Write(g, find)
	if err != nil {
		return "", fmt.Errorf("study %s: chapter %s: %w", s.ID, c.ID, err)
	}
	return text, nil
}

// eventOf returns the event of a chapter that has none.
func eventOf(study, chapter string) string { return study + ": " + chapter }

// node returns a node as a node of a game.
func (s *Study) node(n *Node) study.Node {
	out := study.Node{
		Move:     n.UCI,
		SAN:      n.SAN,
		Before:   cut(n.Before),
		NAGs:     n.NAGs,
		Arrows:   n.Arrows,
		Circles:  n.Circles,
		Eval:     n.Eval,
		Clock:    n.Clock,
		Children: []study.Node{},
	}
	var texts []string
	for _, c := range n.Comments {
		text := c.Text
		if name := s.nameOf(c.By); len(n.Comments) > 1 && name != "" {
			text = name + ": " + text
		}
		texts = append(texts, text)
	}
	out.After = cut(strings.Join(texts, " "))
	for _, child := range n.Children {
		out.Children = append(out.Children, s.node(child))
	}
	return out
}

// cut shortens a comment to what PGN takes here.
func cut(text string) string {
	if len(text) <= study.MaxComment {
		return text
	}
	return strings.ToValidUTF8(text[:study.MaxComment-3], "") + "…"
}

func (s *Study) nameOf(person int) string {
	if person < 1 || person > len(s.People) {
		return ""
	}
	return s.People[person-1].Name
}

// Import returns commands that add each game of a text as a chapter, and what was left out of
// the text or read with a doubt, or nil; also with the error that no game can be read. IDs begin
// with a prefix; number is how many chapters there are before.
func Import(
	ctx context.Context, text, variant, prefix string, number int, o study.Options,
) (list []Command, left *study.LeftOut, err error) {
	o.Variant = variant
	got, err := study.Read(ctx, text, o)
	games := got.Games
	if len(got.Skipped)+len(got.Warnings) > 0 {
		left = new(got.LeftOut())
	}
	switch {
	case err != nil:
		return nil, nil, livegame.Refuse("The games cannot be read: %v.", err)
	case len(games) == 0 && len(got.Skipped) > 0:
		return nil, left, livegame.Refuse("The games cannot be read: %v.", got.Skipped[0].Err)
	case len(games) == 0:
		return nil, nil, livegame.Refuse("The text has no game.")
	case len(games) > MaxChapters:
		return nil, nil, livegame.Refuse(
			"The text has %d games; a study has at most %d chapters.", len(games), MaxChapters)
	}
	for i := range games {
		g := &games[i]
		name := nameOf(g, fmt.Sprintf("Chapter %d", number+i+1))
		mode := Mode(tagOf(g, tagMode))
		if mode != Find {
			mode = Normal
		}
		event := eventOf(tagOf(g, tagStudy), tagOf(g, tagChapter)) // which PGN adds
		g.Tags = slices.DeleteFunc(g.Tags, func(t study.Tag) bool {
			return slices.Contains(ownTags, t.Name) || t == study.Tag{Name: "Event", Value: event}
		})
		list = append(list, Command{
			Kind:    AddChapter,
			Chapter: fmt.Sprintf("%s%d", prefix, i+1),
			Game:    g,
			Head:    &HeadEdit{Name: &name, Flipped: &g.Flipped, Mode: &mode},
		})
	}
	return list, left, nil
}

func tagOf(g *study.Game, name string) string {
	for _, t := range g.Tags {
		if t.Name == name {
			return t.Value
		}
	}
	return ""
}

// nameOf returns the name of what a game becomes, or another name if its tags say nothing.
func nameOf(g *study.Game, other string) string {
	tag := func(name string) string { return publictext.Clean(tagOf(g, name)) }
	white, black := tag("White"), tag("Black")
	players := ""
	if white != "" || black != "" {
		players = cmp.Or(white, "?") + " – " + cmp.Or(black, "?")
	}
	name := cmp.Or(tag(tagChapter), players, tag("Event"), other)
	if r := []rune(name); len(r) > maxName {
		name = string(r[:maxName-1]) + "…"
	}
	return name
}
