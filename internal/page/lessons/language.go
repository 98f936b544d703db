//go:build !js

package lessons

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/wane-chess/wane/game"
	"github.com/wane-chess/wane/internal/page/rankings"
)

// In returns the library in a language: "de" is German, every other is English.
func (l *Library) In(language string) *Library {
	if language == "de" && l.german != nil {
		return l.german
	}
	return l
}

// translation has the texts of a folder in another language. It has a text for each text in
// English, in the same order.
type translation struct {
	Lesson *struct {
		Title, Intro string
		Steps        []struct {
			Title, Text, Task, Otherwise, Hint, Done string

			Wrong []string
		}
		End string
	}
	Boards map[string]struct {
		Title, Text string
		Try         []string // of those that have a text
	}
	Games map[string]struct {
		Title, White, Black, Credit, Source, Intro string // White to Source: "" if they are the same

		Notes []string
	}
}

// translated returns the library with the texts of another language: texts.de.json and
// rules.de.md beside the content in English. Its error names a text that is missing.
func (l *Library) translated(files fs.FS, language string) (*Library, error) {
	out := &Library{
		courses: map[string]*Course{}, annotated: map[string]*AnnotatedGame{},
		lookup: l.lookup, text: map[string]string{},
	}
	for folder, course := range l.courses {
		var t translation
		if err := readJSON(files, path.Join(folder, "texts."+language+".json"), &t); err != nil {
			return nil, err
		}
		rules, err := fs.ReadFile(files, path.Join(folder, "rules."+language+".md"))
		if err != nil {
			return nil, err
		}
		g, err := l.lookup(folder)
		if err != nil {
			return nil, err
		}
		out.text[folder] = string(rules)
		if got, want := len(Cut(string(rules))), len(Cut(g.Rules())); got != want {
			return nil, fmt.Errorf("%s/rules.%s.md: %d sections, expected %d", folder, language, got, want)
		}
		c := *course
		if err := t.apply(&c); err != nil {
			return nil, fmt.Errorf("%s/texts.%s.json: %w", folder, language, err)
		}
		c.Games = slices.Clone(c.Games)
		for i := range c.Games {
			name := path.Join(folder, c.Games[i].Name)
			s, err := t.game(l.annotated[name])
			if err != nil {
				return nil, fmt.Errorf("%s/texts.%s.json, game %q: %w", folder, language, c.Games[i].Name, err)
			}
			out.annotated[name], c.Games[i] = s, s.outline()
		}
		out.courses[folder] = &c
	}
	return out, nil
}

// apply puts the texts of lesson and boards into a course.
func (t *translation) apply(c *Course) error {
	c.Boards = slices.Clone(c.Boards)
	for i := range c.Boards {
		b := &c.Boards[i]
		texts := t.Boards[b.ID]
		b.Title, b.Text, b.Try = texts.Title, texts.Text, slices.Clone(b.Try)
		for j := range b.Try {
			if b.Try[j].Text != "" && len(texts.Try) > 0 {
				b.Try[j].Text, texts.Try = texts.Try[0], texts.Try[1:]
			} else if b.Try[j].Text != "" {
				return fmt.Errorf("board %q: no text for try %d", b.ID, j+1)
			}
		}
		if b.Title == "" || b.Text == "" || len(texts.Try) > 0 {
			return fmt.Errorf("board %q: a text is missing, or one too many", b.ID)
		}
	}
	switch {
	case len(t.Boards) != len(c.Boards):
		return fmt.Errorf("%d boards, expected %d", len(t.Boards), len(c.Boards))
	case (c.Lesson == nil) != (t.Lesson == nil):
		return fmt.Errorf("a lesson in one language only")
	case c.Lesson == nil:
		return nil
	case len(t.Lesson.Steps) != len(c.Lesson.Steps):
		return fmt.Errorf("%d steps, expected %d", len(t.Lesson.Steps), len(c.Lesson.Steps))
	}
	lesson := *c.Lesson
	lesson.Title, lesson.Intro, lesson.End = t.Lesson.Title, t.Lesson.Intro, t.Lesson.End
	lesson.Steps = slices.Clone(lesson.Steps)
	for i := range lesson.Steps {
		s, texts := &lesson.Steps[i], &t.Lesson.Steps[i]
		s.Title, s.Text, s.Task = texts.Title, texts.Text, texts.Task
		s.Otherwise, s.Hint, s.Done = texts.Otherwise, texts.Hint, texts.Done
		lacks := slices.Contains([]string{s.Title, s.Text, s.Task, s.Otherwise, s.Hint, s.Done}, "")
		if lacks || len(texts.Wrong) != len(s.Wrong) {
			return fmt.Errorf("step %d: a text is missing, or one too many", i+1)
		}
		s.Wrong = slices.Clone(s.Wrong)
		for j := range s.Wrong {
			s.Wrong[j].Text = texts.Wrong[j]
		}
	}
	c.Lesson = &lesson
	return nil
}

// game returns an annotated game with the texts.
func (t *translation) game(s *AnnotatedGame) (*AnnotatedGame, error) {
	texts, ok := t.Games[s.Name]
	if !ok {
		return nil, fmt.Errorf("no texts: there are those of %q", slices.Sorted(maps.Keys(t.Games)))
	}
	notes := texts.Notes
	n := 0
	out := *s
	out.Moves = mapNotes(s.Moves, func(string) string {
		if n++; n > len(notes) {
			return ""
		}
		return notes[n-1]
	})
	if n != len(notes) || texts.Title == "" || (texts.Intro == "") != (s.Intro == "") {
		return nil, fmt.Errorf("%d notes, expected %d, a title and an introduction", len(notes), n)
	}
	out.Title, out.Intro = texts.Title, texts.Intro
	out.White, out.Black = cmp.Or(texts.White, s.White), cmp.Or(texts.Black, s.Black)
	out.Credit, out.Source.Name = cmp.Or(texts.Credit, s.Credit), cmp.Or(texts.Source, s.Source.Name)
	return &out, nil
}

// rules returns the rules of a game in the library's language. Their sections have the same
// slugs in every language.
func (l *Library) rules(g game.Game) []Section {
	sections := Cut(g.Rules())
	text, ok := l.text[Folder(g.Name())]
	if !ok {
		return sections
	}
	out := Cut(text)
	for i := range out {
		out[i].Slug = sections[i].Slug
	}
	if f, err := rankings.Of(g); err == nil {
		idea, rest, _ := strings.Cut(out[0].Text, "\n\n")
		out[0].Text = strings.TrimRight(strings.TrimRight(idea, "\n")+"\n\n"+ranked(f)+"\n\n"+rest, "\n") + "\n"
	}
	return out
}

// pieces are the German names of piece types by their letters.
var pieces = map[string]string{"k": "König", "q": "Dame", "r": "Turm", "b": "Läufer", "n": "Springer", "p": "Bauer"}

// ranked says in German which game of Diminuendo's family this is.
func ranked(f *rankings.RankingFacts) string {
	var becomes []string
	for _, rung := range f.Ladder {
		switch {
		case rung.Piece == "k":
		case rung.Into == "":
			becomes = append(becomes, pieces[rung.Piece]+" verlässt das Brett")
		default:
			becomes = append(becomes, pieces[rung.Piece]+" → "+pieces[rung.Into])
		}
	}
	text := "**In dieser Variante** ist die Rangfolge " + strings.Join(strings.Split(strings.ToUpper(f.Order), ""), " ") +
		". Eine geschlagene Figur wird so: " + strings.Join(becomes, ", ") + "."
	if f.Queenish {
		text += " Könige sind damenhaft: Sie machen auch einen Schritt wie ein Läufer."
	}
	if f.Flexible {
		text += " Bauern sind beweglicher: Sie ziehen auch auf die Felder, die sie angreifen."
	}
	return text
}
